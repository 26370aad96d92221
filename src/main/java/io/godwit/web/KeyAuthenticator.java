package io.godwit.web;

import io.godwit.core.MemberRole;
import io.godwit.core.Tenant;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.UUID;

/** Finds the tenant of an API key; declared here, implemented in {@code projects}. */
public interface KeyAuthenticator {

    /**
     * The rights of a key or of a membership in a project.
     *
     * @param role of the member; a full key is as good as the owner
     * @param requestsPerMinute the project's own limit; 0 = none, the setting applies
     * @param key the id of the key; empty for a membership
     */
    record Grant(
            Tenant tenant,
            MemberRole role,
            KeyScope scope,
            boolean disabled,
            int requestsPerMinute,
            Optional<UUID> key) {

        /** The grant of a key with full scope. */
        public Grant(Tenant tenant, boolean disabled, int requestsPerMinute) {
            this(tenant, MemberRole.OWNER, KeyScope.FULL, disabled, requestsPerMinute, Optional.empty());
        }
    }

    /** Finds the grant of a key; fails with {@code INVALID_API_KEY} for an unknown one. A cached answer completes at once. */
    Future<Grant> authenticate(String key);
}
