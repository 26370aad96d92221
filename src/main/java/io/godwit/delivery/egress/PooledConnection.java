package io.godwit.delivery.egress;

import io.godwit.smtp.client.SmtpClientSession;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayDeque;

/**
 * One open connection of a {@link SitePool}, and the emails it is leased for: one, or {@link #MAX_EMAILS} where the host takes groups of
 * commands and answers final dots soon.
 */
final class PooledConnection {

    /**
     * Max emails a connection is leased for at once: one waits for the reply to its final dot, the envelope of the next has gone with its
     * content (RFC 2920 §3.1), and the third is being composed. A round trip then carries one email.
     */
    static final int MAX_EMAILS = 3;

    static final long NO_TIMER = -1;

    private final String group;
    private final SmtpClientSession session;
    private final ArrayDeque<Promise<Void>> starts = new ArrayDeque<>();
    private int emails;
    private int unbegun;
    private boolean ended;
    private boolean failed;
    private long timer = NO_TIMER;
    private long unusedSince;
    private Duration unusedFor = Duration.ZERO;

    /** @param group the name of the connections that may carry the same emails */
    PooledConnection(String group, SmtpClientSession session) {
        this.group = group;
        this.session = session;
    }

    String group() {
        return group;
    }

    SmtpClientSession session() {
        return session;
    }

    /** Leases it for one more email. */
    PooledConnection leased() {
        emails++;
        unbegun++;
        return this;
    }

    /** Returns the number of emails it is leased for. */
    int emails() {
        return emails;
    }

    /** Returns whether another email may go behind those it is leased for. */
    boolean mayOverlap() {
        return emails < MAX_EMAILS && session.overlaps();
    }

    /** Returns the number of emails it will have carried when those it is leased for have begun. */
    int promised() {
        return session.messages() + unbegun;
    }

    /** Completes when the next email can begin without waiting for more than a final dot; at once when the connection has ended. */
    Future<Void> awaitStart() {
        if (starts.isEmpty() && isReady()) {
            return Future.succeededFuture();
        }
        var start = Promise.<Void>promise();
        starts.add(start);
        return start.future();
    }

    private boolean isReady() {
        return session.isIdle() || session.canOverlap() || !session.isUsable();
    }

    /** Starts the emails that wait, as far as the session can take them. */
    void startReady() {
        while (!starts.isEmpty() && isReady()) {
            starts.remove().complete();
        }
    }

    /** Notes that an email is handed to the session. */
    void begun() {
        unbegun--;
    }

    /**
     * Takes it back from an email.
     *
     * @param unsent whether the email was not handed to the session
     */
    void returned(boolean unsent) {
        emails--;
        unbegun -= unsent ? 1 : 0;
    }

    /** Marks the connection as one that failed under an email; returns true the first time. */
    boolean fail() {
        var first = !failed;
        failed = true;
        return first;
    }

    /** Returns whether an email has failed because the connection ended, so that its end is known. */
    boolean isFailed() {
        return failed;
    }

    /** Marks the connection as ended; returns true the first time. */
    boolean end() {
        var first = !ended;
        ended = true;
        return first;
    }

    boolean isEnded() {
        return ended;
    }

    /** Sets the timer that closes it while it is unused, or none while it is leased, and returns the one before. */
    long replaceTimer(long next) {
        var before = timer;
        timer = next;
        if (next != NO_TIMER) {
            unusedSince = System.nanoTime();
        } else if (before != NO_TIMER) {
            unusedFor = Duration.ofNanos(System.nanoTime() - unusedSince);
        }
        return before;
    }

    /** Returns the time it was unused before it was leased last. */
    Duration unusedFor() {
        return unusedFor;
    }
}
