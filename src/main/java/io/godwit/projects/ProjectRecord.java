package io.godwit.projects;

import io.godwit.core.MemberRole;
import io.godwit.core.id.ProjectId;
import io.godwit.projects.Project.Tracking;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A project as it is shown to its members.
 *
 * @param keys empty for a project without its first pair
 * @param relays names of the relays its emails go to, in their order; none: all
 * @param bill the customer, the subscription and the caps
 * @param role the role of the principal of the request
 */
record ProjectRecord(
        ProjectId id,
        String name,
        Optional<ApiKeyPair> keys,
        boolean disabled,
        Optional<String> disabledReason,
        Tracking tracking,
        String language,
        List<String> relays,
        Bill bill,
        Instant createdAt,
        Instant updatedAt,
        MemberRole role) {

    /** The billing account of a project; null where there is none. */
    record Bill(
            @Nullable String customer,
            @Nullable String subscription,
            @Nullable Long workflows,
            @Nullable Long campaigns,
            @Nullable Long transactional,
            @Nullable Long inbound) {}
}
