package io.godwit.smtp.client;

/** A session of a {@link SmtpSessionPool}, and the queue of the pool it is in. */
final class PooledSession {

    /**
     * Messages after which a session is renewed: relays like to close one after some hundred, and closing first costs no
     * refusal.
     */
    private static final int MAX_MESSAGES = 100;

    final SmtpClientSession session;

    /** Set while the session is in {@link IdleSessions}. */
    boolean idle;

    /** Set while the session is in the pool's queue of those that a message may go to because a final dot is about to be answered. */
    boolean atDot;

    /** {@link System#nanoTime()} of the end of its last message. */
    long idleSince;

    PooledSession(SmtpClientSession session) {
        this.session = session;
    }

    boolean mayContinue() {
        return session.isUsable() && session.messages() < MAX_MESSAGES;
    }
}
