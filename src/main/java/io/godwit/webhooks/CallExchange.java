package io.godwit.webhooks;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One request and its response, until enough of the response is read or the timeout is over; then the connection is closed.
 * The status decides the outcome of the call: a body that is incomplete after it does not matter.
 *
 * <p>All state belongs to the context the exchange was created on.
 */
final class CallExchange {

    /** The number of bytes of a response that are read. */
    private static final int MAX_RESPONSE_BYTES = 64 << 10;

    private final Promise<CallResponse> answer = Promise.promise();
    private final Vertx vertx;
    private final long timer;
    private final Buffer body = Buffer.buffer();
    private @Nullable HttpClientRequest request;
    private @Nullable HttpClientResponse response;
    private boolean over;

    CallExchange(Vertx vertx, Duration limit) {
        this.vertx = vertx;
        this.timer = vertx.setTimer(Math.max(1, limit.toMillis()), ignored -> timeIsUp());
    }

    /** Completes with the reply, or fails with {@link NoResponseException} or the error of the client. */
    Future<CallResponse> answer() {
        return answer.future();
    }

    boolean isOver() {
        return over;
    }

    /** Sends the request; one that is created after the timeout is reset at once. */
    void send(HttpClientRequest connected, Optional<Buffer> content) {
        if (over) {
            reset(connected);
            return;
        }
        request = connected;
        connected.exceptionHandler(this::failed);
        connected.response().onSuccess(this::read).onFailure(this::failed);
        content.map(connected::end).orElseGet(connected::end).onFailure(this::failed);
    }

    void failed(Throwable cause) {
        if (response == null) {
            end(() -> answer.tryFail(cause));
        } else {
            end(this::reply);
        }
    }

    private void read(HttpClientResponse head) {
        if (over) {
            return;
        }
        response = head;
        head.exceptionHandler(this::failed);
        head.endHandler(ignored -> end(this::reply));
        head.handler(this::read);
    }

    private void read(Buffer chunk) {
        if (over) {
            return;
        }
        var capacity = MAX_RESPONSE_BYTES - body.length();
        body.appendBuffer(chunk, 0, Math.min(capacity, chunk.length()));
        if (chunk.length() >= capacity) {
            end(this::reply);
        }
    }

    private void timeIsUp() {
        failed(NoResponseException.timedOut());
    }

    private void end(Runnable result) {
        if (!over) {
            over = true;
            vertx.cancelTimer(timer);
            result.run();
            if (request != null) {
                reset(request);
            }
        }
    }

    private void reply() {
        if (response != null) {
            var retryAfter = Optional.ofNullable(response.getHeader("Retry-After"));
            answer.tryComplete(new CallResponse(response.statusCode(), retryAfter, text()));
        }
    }

    /** The body as text without NUL, which neither PostgreSQL nor its JSON can store. */
    private String text() {
        return new String(body.getBytes(), StandardCharsets.UTF_8).replace("\u0000", "");
    }

    /** Resets the request; no effect on one that has ended. */
    private static void reset(HttpClientRequest request) {
        request.reset().onFailure(ignored -> {});
    }
}
