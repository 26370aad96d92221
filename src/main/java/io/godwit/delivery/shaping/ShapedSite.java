package io.godwit.delivery.shaping;

import java.util.Optional;

/**
 * A site as traffic shaping counts it: one set of MX hosts, or all sites of a provider that counts them together.
 *
 * @param name the provider's name, the provider's name with the set of MX hosts, or the set alone; at most
 *     {@value #MAX_NAME} characters
 * @param provider the provider of the rules file; empty for a site no rule names
 */
public record ShapedSite(String name, Optional<String> provider, SiteLimits limits) {

    static final int MAX_NAME = 200;

    public ShapedSite {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("A site needs a name");
        }
    }

    /** Returns whether it is all sites of a provider, so that domains with different hosts belong to it. */
    public boolean isShared() {
        return provider.filter(name::equals).isPresent();
    }

    public ShapingKey from(String source) {
        return new ShapingKey(source, name);
    }
}
