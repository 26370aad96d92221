package io.godwit.projects.audit;

import io.godwit.core.Tenant.Caller;
import io.godwit.web.ApiRequest;
import io.godwit.web.SessionLookup.SignedIn;
import java.util.Optional;

/** The principal of an action in a project: a member, or an API key. */
public record Actor(Optional<SignedIn> user, Caller caller) {

    public static Actor of(ApiRequest call) {
        return new Actor(call.user(), call.tenant().caller());
    }
}
