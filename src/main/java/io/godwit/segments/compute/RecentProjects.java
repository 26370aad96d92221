package io.godwit.segments.compute;

import io.godwit.core.id.ProjectId;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.UUID;

/**
 * The projects served last, so that those that have waited longer go first: a project with a hundred slow segments has one turn in
 * each round.
 *
 * <p>All its state belongs to the context it is used on.
 */
final class RecentProjects {

    /** Max projects remembered; beyond them the oldest counts as not served. */
    private static final int MAX_PROJECTS = 1_000;

    private final Set<UUID> served = new LinkedHashSet<>();

    /** Notes that the project had its turn. */
    void served(ProjectId project) {
        served.remove(project.value());
        served.add(project.value());
        if (served.size() > MAX_PROJECTS) {
            served.remove(served.iterator().next());
        }
    }

    /** Returns the projects, the one served last at the end. */
    UUID[] toArray() {
        return served.toArray(UUID[]::new);
    }
}
