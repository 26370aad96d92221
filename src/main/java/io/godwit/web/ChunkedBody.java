package io.godwit.web;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.Optional;

/**
 * A response body too large for memory. It is made piece by piece, each asked for when the client has taken the one before, so
 * that a slow client slows down its source.
 */
public interface ChunkedBody {

    /** Completes with the next piece, or empty at the end. When it fails, the connection is closed. */
    Future<Optional<Buffer>> next();

    /** Called when no more pieces are asked for: the body has ended, the client is gone, or there never was one. */
    default void close() {}
}
