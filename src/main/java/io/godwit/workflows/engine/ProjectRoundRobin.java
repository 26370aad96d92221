package io.godwit.workflows.engine;

import io.godwit.core.id.ProjectId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * The projects with due executions, served round robin: each gets its share before any gets a second one. Due projects are
 * looked up again twice a second, so a project with a million due executions keeps no other one waiting.
 */
final class ProjectRoundRobin {

    private static final long POLL_NANOS = Duration.ofMillis(500).toNanos();
    private static final int BATCH_SIZE = 50;

    private final LinkedHashSet<ProjectId> projects = new LinkedHashSet<>();
    private long lookedAt = System.nanoTime() - POLL_NANOS;

    boolean isStale() {
        return projects.isEmpty() || System.nanoTime() - lookedAt >= POLL_NANOS;
    }

    boolean isEmpty() {
        return projects.isEmpty();
    }

    /** Adds the due projects; new ones are served next, because they have waited for the longest. */
    void fill(Collection<ProjectId> due) {
        lookedAt = System.nanoTime();
        var fresh = new ArrayDeque<>(due);
        fresh.removeAll(projects);
        var known = List.copyOf(projects);
        projects.clear();
        projects.addAll(fresh);
        projects.addAll(known);
    }

    /** Removes and returns the next projects. */
    List<ProjectId> poll() {
        var next = projects.stream().limit(BATCH_SIZE).toList();
        next.forEach(projects::remove);
        return new ArrayList<>(next);
    }

    /** Adds a project that may have more due executions. */
    void requeue(ProjectId project) {
        projects.add(project);
    }
}
