package io.godwit.projects;

import io.godwit.core.MemberRole;
import io.godwit.core.ProjectId;
import io.godwit.projects.Project.Tracking;
import java.time.Instant;
import java.util.Optional;

/**
 * A project as its members see it.
 *
 * @param keys empty when it has lost them
 * @param role of the one who looks
 */
record ProjectRecord(
        ProjectId id,
        String name,
        Optional<KeyPair> keys,
        boolean disabled,
        Optional<String> disabledReason,
        Tracking tracking,
        String language,
        Instant createdAt,
        Instant updatedAt,
        MemberRole role) {}
