package io.godwit.core;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A committed change of something in a project that somebody may be looking at.
 *
 * @param id of the thing that changed; null when many of its kind did
 */
public record Change(
        UUID project, ChangeTopic topic, @Nullable UUID id) {

    /** The change of many things of a kind. */
    public static Change ofMany(UUID project, ChangeTopic topic) {
        return new Change(project, topic, null);
    }
}
