package io.godwit.ingest;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.godwit.core.id.ProjectId;
import java.time.Duration;

/** The projects of which a call could not be written lately; their calls are kept apart from those of other projects. */
final class QuarantinedProjects {

    private static final Duration SUSPICION = Duration.ofMinutes(1);
    private static final int MAX_PROJECTS = 1_000;

    private final Cache<ProjectId, Boolean> projects = Caffeine.newBuilder()
            .expireAfterWrite(SUSPICION)
            .maximumSize(MAX_PROJECTS)
            .build();

    void add(ProjectId project) {
        projects.put(project, Boolean.TRUE);
    }

    boolean has(ProjectId project) {
        return projects.getIfPresent(project) != null;
    }
}
