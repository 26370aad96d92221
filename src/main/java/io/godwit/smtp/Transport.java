package io.godwit.smtp;

import io.vertx.core.Future;

/** Hands finished messages to a mail server. Its contract is a test that every implementation passes. */
public interface Transport {

    /** How many messages may be under way at once; a caller that starts more waits in a bounded queue of its own. */
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

    /** The same; tells how far it has come. */
    Future<SmtpReply> send(Envelope envelope, byte[] message, SmtpProgress progress);

    Future<Void> close();
}
