package io.godwit.sending.pipeline;

import io.godwit.smtp.Envelope;
import io.godwit.smtp.SmtpProgress;
import io.godwit.smtp.SmtpReply;
import io.vertx.core.Future;

/** The way one message leaves: by the relay, or over a connection to a mail host. */
@FunctionalInterface
interface MessageSender {

    /** Sends the message; completes with the reply to its final dot. */
    Future<SmtpReply> send(Envelope envelope, byte[] message, SmtpProgress progress);
}
