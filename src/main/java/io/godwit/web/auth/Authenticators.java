package io.godwit.web.auth;

import io.godwit.web.KeyAuthenticator;
import io.godwit.web.MembershipLookup;
import io.godwit.web.SessionLookup;
import io.vertx.core.Future;
import java.util.Optional;

/** The lookups that authenticate a request: API keys, session cookies and memberships. */
public record Authenticators(KeyAuthenticator keys, SessionLookup sessions, MembershipLookup memberships) {

    /** The lookups of a server without sign-in. */
    public static Authenticators keysAlone(KeyAuthenticator keys) {
        return new Authenticators(
                keys, SessionLookup.NONE, (user, ignored) -> Future.succeededFuture(Optional.empty()));
    }
}
