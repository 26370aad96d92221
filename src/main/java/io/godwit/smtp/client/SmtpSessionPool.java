package io.godwit.smtp.client;

import io.godwit.core.Timeouts;
import io.godwit.smtp.Envelope;
import io.godwit.smtp.SmtpException;
import io.godwit.smtp.SmtpProgress;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pools the sessions to one server, at most so many at once, opened as they are needed. A message goes to an idle session, the one
 * used last first, so that unused ones close in quiet times; else it waits for a new one. When there may be no more, it goes
 * behind a message whose final dot is about to be answered, or waits, first come first served.
 *
 * <p>All its state belongs to the context it is used on.
 */
final class SmtpSessionPool {

    private static final Logger LOG = LoggerFactory.getLogger(SmtpSessionPool.class);

    /** Max messages that wait, for each session there may be; beyond that a message fails at once. */
    private static final int WAITING_PER_SESSION = 16;

    /** The pause before another session is opened beside working ones, after the server refused one. */
    private static final Duration REFUSED_PAUSE = Duration.ofSeconds(5);

    /** The time to wait for the sessions to close at the end. */
    private static final Duration CLOSING = Duration.ofSeconds(1);

    private final Vertx vertx;
    private final Supplier<Future<SmtpClientSession>> opener;
    private final int maxSessions;
    private final Duration maxWait;
    private final Set<PooledSession> sessions = new LinkedHashSet<>();
    private final IdleSessions idle;
    private final ArrayDeque<PooledSession> atDot = new ArrayDeque<>();
    private final ArrayDeque<WaitingMessage> waiting = new ArrayDeque<>();
    private int opening;
    private int refusals;
    private boolean openingPaused;
    private boolean dispatching;
    private boolean changed;
    private boolean closed;

    private record WaitingMessage(
            Envelope envelope, MessageData data, SmtpProgress progress, Promise<SmtpReply> result, long since) {}

    /**
     * @param maxWait the time after which a message no longer waits for a session while the server refuses new ones
     * @param idleTimeout the time after which an unused session is closed; it may last twice as long
     */
    SmtpSessionPool(
            Vertx vertx,
            Supplier<Future<SmtpClientSession>> opener,
            int maxSessions,
            Duration maxWait,
            Duration idleTimeout) {
        this.vertx = vertx;
        this.opener = opener;
        this.maxSessions = maxSessions;
        this.maxWait = maxWait;
        this.idle = new IdleSessions(vertx, idleTimeout, this::retire);
    }

    /**
     * Sends a message over one of the sessions. Fails at once when too many messages wait already, else as {@link
     * SmtpClientSession#send} does.
     */
    Future<SmtpReply> send(Envelope envelope, MessageData data, SmtpProgress progress) {
        if (closed) {
            return unsent("The connections to the mail server are closed");
        }
        if (waiting.size() >= WAITING_PER_SESSION * maxSessions) {
            return unsent("Too many messages wait for the mail server");
        }
        var message = new WaitingMessage(envelope, data, progress, Promise.promise(), System.nanoTime());
        waiting.add(message);
        dispatch();
        return message.result().future();
    }

    private static <T> Future<T> unsent(String sentence) {
        return Future.failedFuture(new SmtpException(SmtpStage.CONNECT, Optional.empty(), sentence));
    }

    /** Sending or closing a session may call this again: then there is one more round. */
    private void dispatch() {
        changed = true;
        if (dispatching) {
            return;
        }
        dispatching = true;
        try {
            while (changed) {
                changed = false;
                dispatchOnce();
            }
        } finally {
            dispatching = false;
        }
    }

    private void dispatchOnce() {
        var next = waiting.isEmpty() ? Optional.<PooledSession>empty() : free();
        while (next.isPresent() && !waiting.isEmpty()) {
            send(waiting.remove(), next.get());
            next = waiting.isEmpty() ? Optional.empty() : free();
        }
        while (mayOpen() && opening < waiting.size()) {
            open();
        }
    }

    private boolean mayOpen() {
        return !closed && !openingPaused && sessions.size() + opening < maxSessions;
    }

    private Optional<PooledSession> free() {
        for (var next = idle.poll(); next.isPresent(); next = idle.poll()) {
            if (next.get().mayContinue()) {
                return next;
            }
            retire(next.get());
        }
        for (var next = mayOpen() ? null : atDot.poll(); next != null; next = atDot.poll()) {
            next.atDot = false;
            if (next.mayContinue() && next.session.canOverlap()) {
                return Optional.of(next);
            }
        }
        return Optional.empty();
    }

    private void send(WaitingMessage message, PooledSession pooled) {
        pooled.session
                .send(message.envelope(), message.data(), message.progress())
                .onSuccess(message.result()::complete)
                .onFailure(error -> failed(message, error));
        ready(pooled);
    }

    /** A message whose session ended before the server looked at it is the first one for another session. */
    private void failed(WaitingMessage message, Throwable error) {
        if (!closed && error instanceof SmtpException failure && failure.stage() == SmtpStage.CONNECT) {
            waiting.addFirst(message);
            vertx.runOnContext(ignored -> dispatch());
        } else {
            message.result().fail(error);
        }
    }

    private void ready(PooledSession pooled) {
        if (!sessions.contains(pooled) || pooled.idle) {
            return;
        }
        if (pooled.session.isIdle()) {
            if (pooled.mayContinue()) {
                idle.add(pooled);
            } else {
                retire(pooled);
            }
            dispatch();
        } else if (pooled.session.canOverlap() && pooled.mayContinue()) {
            if (!pooled.atDot) {
                pooled.atDot = true;
                atDot.add(pooled);
            }
            dispatch();
        }
    }

    private void retire(PooledSession pooled) {
        sessions.remove(pooled);
        if (pooled.atDot) {
            atDot.remove(pooled);
        }
        pooled.session.quit().onFailure(error -> LOG.debug("A connection was not closed cleanly", error));
    }

    private void open() {
        opening++;
        opener.get().onComplete(opened -> {
            opening--;
            if (opened.succeeded()) {
                opened(opened.result());
            } else {
                refused(opened.cause());
            }
        });
    }

    private void opened(SmtpClientSession session) {
        refusals = 0;
        var pooled = new PooledSession(session);
        sessions.add(pooled);
        session.onReady(() -> ready(pooled));
        if (closed) {
            retire(pooled);
        } else {
            ready(pooled);
        }
    }

    /**
     * While other sessions work, the server may just allow no more of them: the message waits for one of those, but not for
     * ever. Without one, as many messages fail as sessions were refused.
     */
    private void refused(Throwable error) {
        refusals++;
        if (opening == 0 && sessions.isEmpty()) {
            for (var next = waiting.poll(); next != null; next = --refusals > 0 ? waiting.poll() : null) {
                next.result().fail(error);
            }
            refusals = 0;
        } else if (!waiting.isEmpty() && isOverdue(waiting.peek())) {
            waiting.remove().result().fail(error);
        }
        if (!sessions.isEmpty() || opening > 0) {
            pauseOpening();
        }
        dispatch();
    }

    private void pauseOpening() {
        if (!openingPaused) {
            openingPaused = true;
            vertx.setTimer(REFUSED_PAUSE.toMillis(), ignored -> {
                openingPaused = false;
                refusals = 0;
                dispatch();
            });
        }
    }

    private boolean isOverdue(WaitingMessage message) {
        return System.nanoTime() - message.since() > maxWait.toNanos();
    }

    /** Fails the waiting messages, and closes all sessions: idle ones with QUIT. */
    Future<Void> close() {
        closed = true;
        idle.close();
        for (var next = waiting.poll(); next != null; next = waiting.poll()) {
            next.result().handle(unsent("The connections to the mail server are closed"));
        }
        // A session that closes leaves the set at once.
        var quits = List.copyOf(sessions).stream()
                .map(pooled -> pooled.session.isIdle() ? pooled.session.quit() : pooled.session.close())
                .toList();
        return Timeouts.within(CLOSING, Future.join(quits)).otherwiseEmpty().mapEmpty();
    }
}
