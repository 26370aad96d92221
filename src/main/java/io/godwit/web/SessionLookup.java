package io.godwit.web;

import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.id.UserId;
import io.vertx.core.Future;
import java.util.UUID;

/** Finds the user of a session cookie; declared here, implemented in {@code accounts}. */
public interface SessionLookup {

    /** A lookup that finds no session, for servers without sign-in. */
    SessionLookup NONE = ignored -> Future.failedFuture(ended());

    /**
     * The user of a session cookie.
     *
     * @param confirmed whether the account may be used: its address is verified, or need not be
     */
    record SignedIn(UserId user, UUID session, EmailAddress email, boolean confirmed) {}

    /** Finds the user of a session; fails with {@code UNAUTHORIZED} when the session has ended, or never was. */
    Future<SignedIn> find(String token);

    static Failure ended() {
        return Failure.of(Kind.UNAUTHORIZED, "You are not signed in, or your session has ended");
    }
}
