package io.godwit.workflows.engine;

import io.godwit.core.id.ProjectId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * The projects with something due, in turns: each gets as much as the others before it gets more. Who has become due is looked
 * up again twice a second, so a project with a million due executions keeps no other one waiting.
 */
final class ProjectRoundRobin {

    private static final long LOOK_NANOS = Duration.ofMillis(500).toNanos();
    private static final int AT_ONCE = 50;

    private final LinkedHashSet<ProjectId> projects = new LinkedHashSet<>();
    private long lookedAt = System.nanoTime() - LOOK_NANOS;

    boolean isStale() {
        return projects.isEmpty() || System.nanoTime() - lookedAt >= LOOK_NANOS;
    }

    boolean isEmpty() {
        return projects.isEmpty();
    }

    /** Those that are not in it yet are next in turn: they have waited for the longest. */
    void fill(Collection<ProjectId> due) {
        lookedAt = System.nanoTime();
        var fresh = new ArrayDeque<>(due);
        fresh.removeAll(projects);
        var known = List.copyOf(projects);
        projects.clear();
        projects.addAll(fresh);
        projects.addAll(known);
    }

    /** The next in turn; they leave the ring. */
    List<ProjectId> poll() {
        var next = projects.stream().limit(AT_ONCE).toList();
        next.forEach(projects::remove);
        return new ArrayList<>(next);
    }

    /** One that may have more. */
    void requeue(ProjectId project) {
        projects.add(project);
    }
}
