package io.godwit.delivery.egress;

import io.godwit.smtp.client.SmtpClientSession;

/** One open connection of a {@link SitePool}. */
final class PooledConnection {

    private final String group;
    private final SmtpClientSession session;
    private boolean ended;
    private long timer = -1;

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

    /** Sets the timer that closes it while it is unused, and returns the one before. */
    long replaceTimer(long next) {
        var before = timer;
        timer = next;
        return before;
    }
}
