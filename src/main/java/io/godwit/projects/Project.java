package io.godwit.projects;

import io.godwit.core.id.ProjectId;
import java.util.Optional;

/**
 * The part of a project that other features need; cached, and as current as its keys.
 *
 * @param language of the pages we show to its contacts, {@code en} or {@code pt-BR}
 * @param emailsPerSecond its own rate limit, 0 for none; empty: the setting applies
 * @param keysVersion the version that a write to this project must still find
 */
public record Project(
        ProjectId id,
        String name,
        Tracking tracking,
        String language,
        boolean disabled,
        Optional<Integer> emailsPerSecond,
        long keysVersion) {

    /** The emails in which opens and clicks are tracked, when the call does not say. */
    public enum Tracking {
        ENABLED,
        DISABLED,
        MARKETING_ONLY
    }
}
