package io.godwit.web;

import io.godwit.core.MemberRole;
import io.godwit.core.Tenant;
import io.vertx.core.Future;

/** Turns an API key into a tenant; owned by the edge, kept by {@code projects}. */
public interface KeyAuthenticator {

    /**
     * What a key or a membership opens: on whose behalf, as what, and whether the project is disabled.
     *
     * @param role of the member; a full key is as good as the owner
     * @param requestsPerMinute the project's own limit; 0 = it has none of its own and the setting holds
     */
    record Grant(Tenant tenant, MemberRole role, KeyScope scope, boolean disabled, int requestsPerMinute) {

        /** Of a key that may do all its kind may. */
        public Grant(Tenant tenant, boolean disabled, int requestsPerMinute) {
            this(tenant, MemberRole.OWNER, KeyScope.FULL, disabled, requestsPerMinute);
        }
    }

    /** Fails with {@code INVALID_API_KEY} for an unknown key. A cached answer completes at once. */
    Future<Grant> authenticate(String key);
}
