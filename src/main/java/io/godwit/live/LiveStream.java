package io.godwit.live;

import io.godwit.core.Change;
import io.godwit.core.ContextPromise;
import io.godwit.web.ChunkedBody;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The events for one client ({@code text/event-stream}, HTML Living Standard §9.2). Changes are collected and leave at most twice
 * a second, each thing once. A client that reads more slowly than they come gets one {@code resync} in their place, so a
 * stream holds some kilobytes at most. Safe to use from any thread.
 */
final class LiveStream implements ChunkedBody {

    /** At most two messages a second. */
    static final Duration WINDOW = Duration.ofMillis(500);

    /**
     * A page takes a silence of 1.7 s for the loss of its node or network. With the 250 ms between two looks at this, a beat may come
     * 700 ms late before that happens.
     */
    private static final long BEAT_AFTER = Duration.ofMillis(750).toNanos();

    /** More things at once are better read anew by the page. */
    private static final int MAX_PENDING = 200;

    private final Vertx vertx;
    private final StreamSubscriber subscriber;
    private final Consumer<LiveStream> onClose;
    private final Map<Change, String> changeToEvent = new LinkedHashMap<>();
    private final StringBuilder buffered = new StringBuilder();
    private boolean missed;
    private boolean ended;
    private long changesSentAt;
    private long sentAt;
    private @Nullable ContextPromise<Optional<Buffer>> pendingRead;

    LiveStream(Vertx vertx, StreamSubscriber subscriber, Consumer<LiveStream> onClose) {
        this.vertx = vertx;
        this.subscriber = subscriber;
        this.onClose = onClose;
        this.changesSentAt = System.nanoTime() - WINDOW.toNanos();
        this.sentAt = System.nanoTime();
    }

    StreamSubscriber subscriber() {
        return subscriber;
    }

    /** Tells the client of the change; an earlier one of the same thing that has not left yet is replaced. */
    synchronized void changed(Change change, String event) {
        if (ended) {
            return;
        }
        if (changeToEvent.size() >= MAX_PENDING && !changeToEvent.containsKey(change)) {
            missed = true;
            changeToEvent.clear();
        }
        if (!missed) {
            changeToEvent.put(change, event);
        }
        send();
    }

    /** Sends an event of its own kind at once. */
    synchronized void sendNow(String event) {
        if (!ended) {
            buffered.append(event);
            send();
        }
    }

    /** Tells the client to read again what it shows, because changes may have been lost. */
    synchronized void resync() {
        missed = true;
        changeToEvent.clear();
        send();
    }

    /** Ends the stream after a last event. */
    synchronized void end(String event) {
        if (!ended) {
            buffered.append(event);
            ended = true;
            send();
        }
    }

    /** Ends the stream of a client that has lost its right to it, without the changes that wait for their time. */
    synchronized void revoke() {
        missed = false;
        changeToEvent.clear();
        end(LiveEvent.BYE);
    }

    /** Tells the client that it has lost its right to a further project, whose changes that wait are dropped. */
    synchronized void leave(UUID project) {
        changeToEvent.keySet().removeIf(change -> change.project().equals(project));
        sendNow(LiveEvent.left(project));
    }

    /** Sends what its time has come for; called some times a second. */
    synchronized void tick() {
        if (pendingRead != null && System.nanoTime() - sentAt > BEAT_AFTER) {
            buffered.append(LiveEvent.BEAT);
        }
        send();
    }

    @Override
    public synchronized Future<Optional<Buffer>> next() {
        var promise = ContextPromise.<Optional<Buffer>>here(vertx);
        pendingRead = promise;
        send();
        return promise.future();
    }

    @Override
    public void close() {
        synchronized (this) {
            ended = true;
        }
        onClose.accept(this);
    }

    /** Hands the client the next piece, when it waits for one and there is something to say. */
    private void send() {
        var waiting = pendingRead;
        if (waiting == null) {
            return;
        }
        var now = System.nanoTime();
        if (now - changesSentAt >= WINDOW.toNanos() || ended) {
            takeChanges(now);
        }
        if (buffered.length() > 0 || ended) {
            var piece =
                    buffered.length() == 0 ? Optional.<Buffer>empty() : Optional.of(Buffer.buffer(buffered.toString()));
            buffered.setLength(0);
            sentAt = now;
            pendingRead = null;
            waiting.answer(Future.succeededFuture(piece));
        }
    }

    private void takeChanges(long now) {
        if (missed) {
            buffered.append(LiveEvent.RESYNC);
            missed = false;
            changesSentAt = now;
        } else if (!changeToEvent.isEmpty()) {
            changeToEvent.values().forEach(buffered::append);
            changeToEvent.clear();
            changesSentAt = now;
        }
    }
}
