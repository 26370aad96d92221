package io.godwit.smtp.server;

import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/**
 * Decides about messages received over SMTP. A failure here is answered with 451, so that the client repeats the message.
 */
public interface SmtpHandler {

    /**
     * The SMTP client that sends a message.
     *
     * @param address its IP address, as digits
     * @param hello its EHLO or HELO name; empty before the greeting
     */
    record SmtpPeer(String address, String hello, boolean encrypted) {}

    /**
     * A completely received message.
     *
     * @param from MAIL FROM; empty for the null path
     * @param recipients RCPT TO, as accepted
     */
    record ReceivedMessage(SmtpPeer peer, String from, List<String> recipients, byte[] message) {

        public ReceivedMessage {
            recipients = List.copyOf(recipients);
        }
    }

    /** Completes with the reply that refuses the recipient, or with empty to accept it. */
    Future<Optional<String>> refusal(SmtpPeer peer, String from, String recipient);

    /** Completes with the reply to the final dot; a positive one says that the message is stored. */
    Future<String> receive(ReceivedMessage message);
}
