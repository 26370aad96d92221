package io.godwit.web;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.Optional;

/**
 * A body that is too large to be held: it is made piece by piece, each asked for when the client has taken the one before, so
 * that a slow client slows down whoever makes it.
 */
public interface ChunkedBody {

    /** Completes with the next piece, or with nothing at the end. When it fails the client is hung up on. */
    Future<Optional<Buffer>> next();
}
