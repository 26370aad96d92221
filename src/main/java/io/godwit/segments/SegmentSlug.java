package io.godwit.segments;

import io.godwit.core.id.SegmentId;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Set;

/**
 * Makes the slug that names a segment in its events: lower case, words joined by hyphens, letters of all scripts kept. Unlike the
 * name, a slug is unique in its project.
 */
final class SegmentSlug {

    private SegmentSlug() {}

    static String of(String name, SegmentId id) {
        var slug = Normalizer.normalize(name, Normalizer.Form.NFC)
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{M}\\p{N}_\\s-]", "")
                .strip()
                .replaceAll("[\\s-]+", "-")
                .replaceAll("^-|-$", "");
        return slug.isEmpty() ? id.toString() : slug;
    }

    /** Returns the slug, or the slug with the lowest number from 2 that makes it new. */
    static String free(String slug, Set<String> usedSlugs) {
        var free = slug;
        for (var number = 2; usedSlugs.contains(free); number++) {
            free = slug + "-" + number;
        }
        return free;
    }
}
