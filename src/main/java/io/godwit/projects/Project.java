package io.godwit.projects;

import io.godwit.core.id.ProjectId;
import java.util.Optional;

/**
 * What the other rooms need to know of a project; cached, and as current as its keys.
 *
 * @param language of the pages we show to its contacts, {@code en} or {@code pt-BR}
 * @param emailsPerSecond its own throttle, 0 for none; empty: the setting holds
 * @param keysVersion what a write of this project must still find
 */
public record Project(
        ProjectId id,
        String name,
        Tracking tracking,
        String language,
        boolean disabled,
        Optional<Integer> emailsPerSecond,
        long keysVersion) {

    /** In which mails opens and clicks are followed, when the call does not say. */
    public enum Tracking {
        ENABLED,
        DISABLED,
        MARKETING_ONLY
    }
}
