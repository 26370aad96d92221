package io.godwit.delivery.egress;

import io.godwit.smtp.client.SmtpClientSession;
import java.time.Duration;

/** One open connection of a {@link SitePool}. */
final class PooledConnection {

    private static final long NO_TIMER = -1;

    private final String group;
    private final SmtpClientSession session;
    private boolean ended;
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

    /** Marks the connection as ended; returns true the first time. */
    boolean end() {
        var first = !ended;
        ended = true;
        return first;
    }

    boolean isEnded() {
        return ended;
    }

    /** Sets the timer that closes it while it is unused, or none while it is lent, and returns the one before. */
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

    /** Returns the time it was unused before it was lent last. */
    Duration unusedFor() {
        return unusedFor;
    }
}
