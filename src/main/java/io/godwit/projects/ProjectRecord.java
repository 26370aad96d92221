package io.godwit.projects;

import io.godwit.core.MemberRole;
import io.godwit.core.id.ProjectId;
import io.godwit.projects.Project.Tracking;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A project as its members see it.
 *
 * @param keys empty when it has lost them
 * @param bill who pays, and the caps
 * @param role of the one who looks
 */
record ProjectRecord(
        ProjectId id,
        String name,
        Optional<ApiKeyPair> keys,
        boolean disabled,
        Optional<String> disabledReason,
        Tracking tracking,
        String language,
        Bill bill,
        Instant createdAt,
        Instant updatedAt,
        MemberRole role) {

    /** What billing knows of a project, null where it knows nothing. */
    record Bill(
            @Nullable String customer,
            @Nullable String subscription,
            @Nullable Long workflows,
            @Nullable Long campaigns,
            @Nullable Long transactional,
            @Nullable Long inbound) {}
}
