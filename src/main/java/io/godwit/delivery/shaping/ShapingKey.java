package io.godwit.delivery.shaping;

/**
 * An egress source at a site: the pair that has a rate of its own.
 *
 * @param source the name of the egress source
 * @param site the name of the {@link ShapedSite}
 */
public record ShapingKey(String source, String site) {

    public ShapingKey {
        if (source.isEmpty() || site.isEmpty()) {
            throw new IllegalArgumentException("A shaping key needs a source and a site");
        }
    }
}
