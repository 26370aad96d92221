package io.godwit.web.server;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.db.SqlErrorKind;
import io.vertx.core.VertxException;
import java.io.IOException;
import java.util.Optional;

/** Tells transient errors (the database is unavailable, busy or too slow) from all others. */
final class TransientErrors {

    private TransientErrors() {}

    /** A 503 for a transient error; empty for anything else. */
    static Optional<Failure> failure(Throwable cause) {
        return isPassing(cause)
                ? Optional.of(Failure.later(Kind.SERVICE_UNAVAILABLE, "The service is busy; try again", 1))
                : Optional.empty();
    }

    private static boolean isPassing(Throwable cause) {
        return SqlErrorKind.of(cause).isTransient()
                || cause instanceof IOException
                || (cause instanceof VertxException closed && "Connection was closed".equals(closed.getMessage()));
    }
}
