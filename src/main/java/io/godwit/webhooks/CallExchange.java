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
 * One request and what comes back, until there is enough of it or time is up; then the connection is cut. The status decides
 * what has come of the call: what is missing of the body after it does not matter.
 *
 * <p>All its state belongs to the context it was made on.
 */
final class CallExchange {

    /** Bytes of an answer that are read. */
    private static final int LARGEST_ANSWER = 64 << 10;

    private final Promise<CallReply> answer = Promise.promise();
    private final Vertx vertx;
    private final long timer;
    private final Buffer body = Buffer.buffer();
    private @Nullable HttpClientRequest request;
    private @Nullable HttpClientResponse response;
    private boolean over;

    CallExchange(Vertx vertx, Duration limit) {
        this.vertx = vertx;
        this.timer = vertx.setTimer(Math.max(1, limit.toMillis()), late -> timeIsUp());
    }

    /** Completes with the reply, or fails with {@link NoAnswerException} or whatever the client met with. */
    Future<CallReply> answer() {
        return answer.future();
    }

    boolean isOver() {
        return over;
    }

    /** A request that comes after its time is cut at once. */
    void send(HttpClientRequest connected, Optional<Buffer> content) {
        if (over) {
            cut(connected);
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
        head.endHandler(whole -> end(this::reply));
        head.handler(this::read);
    }

    private void read(Buffer chunk) {
        if (over) {
            return;
        }
        var room = LARGEST_ANSWER - body.length();
        body.appendBuffer(chunk, 0, Math.min(room, chunk.length()));
        if (chunk.length() >= room) {
            end(this::reply);
        }
    }

    private void timeIsUp() {
        failed(NoAnswerException.late());
    }

    private void end(Runnable result) {
        if (!over) {
            over = true;
            vertx.cancelTimer(timer);
            result.run();
            if (request != null) {
                cut(request);
            }
        }
    }

    private void reply() {
        if (response != null) {
            var retryAfter = Optional.ofNullable(response.getHeader("Retry-After"));
            answer.tryComplete(new CallReply(response.statusCode(), retryAfter, text()));
        }
    }

    /** Neither PostgreSQL nor its JSON can hold a NUL. */
    private String text() {
        return new String(body.getBytes(), StandardCharsets.UTF_8).replace("\u0000", "");
    }

    /** An ended request is not hurt by it. */
    private static void cut(HttpClientRequest request) {
        request.reset().onFailure(ended -> {});
    }
}
