package io.godwit.web.auth;

import io.godwit.web.KeyAuthenticator;
import io.godwit.web.MembershipLookup;
import io.godwit.web.SessionLookup;
import io.vertx.core.Future;
import java.util.Optional;

/** Those who know callers by what they bring. */
public record Authenticators(KeyAuthenticator keys, SessionLookup sessions, MembershipLookup memberships) {

    /** Where nobody signs in. */
    public static Authenticators keysAlone(KeyAuthenticator keys) {
        return new Authenticators(
                keys, SessionLookup.NONE, (user, project) -> Future.succeededFuture(Optional.empty()));
    }
}
