package io.godwit.web;

import io.vertx.core.Future;
import java.util.Optional;

/** Those who know callers by what they bring. */
public record Guards(Authenticator keys, Sessions sessions, Memberships memberships) {

    /** Where nobody signs in. */
    public static Guards keysAlone(Authenticator keys) {
        return new Guards(keys, Sessions.NONE, (user, project) -> Future.succeededFuture(Optional.empty()));
    }
}
