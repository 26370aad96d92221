package io.godwit.web.server;

import io.godwit.web.ChunkedBody;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.nio.channels.ClosedChannelException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes one {@link ChunkedBody} to the client: the next piece is made when the last one has left. */
final class ChunkedBodyWriter {

    private static final Logger LOG = LoggerFactory.getLogger(ChunkedBodyWriter.class);

    private final HttpExchange exchange;
    private final ChunkedBody body;
    private final Promise<Void> done = Promise.promise();

    ChunkedBodyWriter(HttpExchange exchange, ChunkedBody body) {
        this.exchange = exchange;
        this.body = body;
    }

    /** Completes when all is written; fails when the client has closed the connection or a piece could not be made. */
    Future<Void> start() {
        exchange.request().response().closeHandler(ignored -> done.tryFail(new ClosedChannelException()));
        next();
        return done.future().onComplete(ignored -> body.close());
    }

    /** No limit of the connection holds while the next piece is made. */
    private void next() {
        exchange.deadline().release();
        body.next().onSuccess(this::write).onFailure(this::breakOff);
    }

    /** The client has to take each piece in the time it would have for a whole request. */
    private void write(Optional<Buffer> piece) {
        exchange.deadline().expect();
        var response = exchange.request().response();
        if (piece.isEmpty()) {
            response.end().onSuccess(done::tryComplete).onFailure(done::tryFail);
        } else {
            response.write(piece.get()).onSuccess(ignored -> next()).onFailure(done::tryFail);
        }
    }

    /**
     * Closes the connection without the final chunk: the head was sent with a 200, so only the missing end tells the client that
     * the body is incomplete.
     */
    private void breakOff(Throwable cause) {
        LOG.atError()
                .addKeyValue("request", exchange.requestId())
                .setCause(cause)
                .log("A response was cut short");
        exchange.request().connection().close();
        done.tryFail(cause);
    }
}
