package io.godwit.smtp;

import io.vertx.core.Future;

/** Hands complete messages to a mail server. Its contract is a test that every implementation passes. */
public interface Transport {

    /** Returns the number of messages that may be in flight at once; a caller that starts more waits in a bounded queue. */
    int slots();

    /**
     * Sends one message. Completes with the reply to the final dot; fails with an {@link SmtpException}, at the latest when the
     * stage time-outs have passed.
     *
     * @param message a complete RFC 5322 message, ASCII, lines ended by CRLF
     */
    default Future<SmtpReply> send(Envelope envelope, byte[] message) {
        return send(envelope, message, SmtpProgress.NONE);
    }

    /** Sends one message likewise, and reports its progress. */
    Future<SmtpReply> send(Envelope envelope, byte[] message, SmtpProgress progress);

    Future<Void> close();
}
