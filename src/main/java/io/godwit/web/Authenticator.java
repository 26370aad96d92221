package io.godwit.web;

import io.godwit.core.Tenant;
import io.vertx.core.Future;

/** Turns an API key into a tenant; owned by the edge, kept by {@code projects}. */
public interface Authenticator {

    /**
     * What a key opens: on whose behalf, and whether the project is disabled.
     *
     * @param requestsPerMinute the project's own limit; 0 = it has none of its own and the setting holds
     */
    record Grant(Tenant tenant, boolean disabled, int requestsPerMinute) {}

    /** Fails with {@code INVALID_API_KEY} for an unknown key. A cached answer completes at once. */
    Future<Grant> authenticate(String key);
}
