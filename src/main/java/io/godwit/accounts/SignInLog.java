package io.godwit.accounts;

import io.godwit.accounts.SignInResult.StartedSession;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.SecurityLog;
import io.godwit.core.SecurityLog.Event;
import io.godwit.core.SecurityLog.Outcome;
import io.godwit.core.id.UserId;
import io.vertx.core.AsyncResult;
import java.util.HashMap;
import java.util.Optional;

/**
 * Writes the steps of sign-ins to the security log, each with its method. A step is a success when it opens a session, and
 * pending while the code of the second factor is missing.
 */
final class SignInLog {

    static final String PASSWORD = "password";
    static final String SECOND_FACTOR = "second_factor";
    static final String FIRST_OWNER = "first_owner";

    private SignInLog() {}

    /** Writes a step that has ended; one that ended by a fault of the server says nothing about the user and is left out. */
    static void write(String method, SignInClient client, Optional<UserId> user, AsyncResult<SignInResult> step) {
        if (step.succeeded()) {
            var result = step.result();
            var opened = result.session().map(StartedSession::user).map(User::id);
            write(method, client, opened.or(() -> user), outcome(result));
        } else {
            writeFailure(method, client, user, step.cause());
        }
    }

    private static Outcome outcome(SignInResult result) {
        if (result.session().isPresent()) {
            return Outcome.SUCCESS;
        }
        return result.token().isPresent() ? Outcome.PENDING : Outcome.REFUSED;
    }

    /** Writes a step that failed, if the failure refuses the user. */
    static void writeFailure(String method, SignInClient client, Optional<UserId> user, Throwable cause) {
        refusal(cause).ifPresent(outcome -> write(method, client, user, outcome));
    }

    /** Returns the outcome of a step that failed; empty for a fault of the server. */
    static Optional<Outcome> refusal(Throwable cause) {
        return Optional.of(cause)
                .filter(Failure.class::isInstance)
                .map(refused -> ((Failure) refused).kind())
                .filter(kind -> kind != Kind.SERVICE_UNAVAILABLE)
                .map(kind -> kind == Kind.RATE_LIMIT_EXCEEDED ? Outcome.LIMITED : Outcome.REFUSED);
    }

    static void write(String method, SignInClient client, Optional<UserId> user, Outcome outcome) {
        var keys = new HashMap<>(client.keys());
        keys.put("method", method);
        user.ifPresent(id -> keys.put("user", id.toString()));
        SecurityLog.write(Event.SIGN_IN, outcome, keys);
    }
}
