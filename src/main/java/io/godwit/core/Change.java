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

    /** Stands for all projects. */
    private static final UUID ALL = new UUID(0, 0);

    /** A change of things that belong to no project. */
    public static Change ofInstallation(ChangeTopic topic) {
        return new Change(ALL, topic, null);
    }

    /** True for a change of things that belong to no project. */
    public boolean concernsAll() {
        return project.equals(ALL);
    }

    /** The change of many things of a kind. */
    public static Change ofMany(UUID project, ChangeTopic topic) {
        return new Change(project, topic, null);
    }
}
