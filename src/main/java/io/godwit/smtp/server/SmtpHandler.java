package io.godwit.smtp.server;

import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/** Decides about mail that is handed in over SMTP. Whatever fails here is answered with 451: the client comes again. */
public interface SmtpHandler {

    /**
     * Who hands it in.
     *
     * @param address the client's, as digits
     * @param hello what it calls itself; empty before it has said so
     */
    record SmtpPeer(String address, String hello, boolean encrypted) {}

    /**
     * A message that has come whole.
     *
     * @param from MAIL FROM; empty for the null path
     * @param recipients RCPT TO, as accepted
     */
    record ReceivedMessage(SmtpPeer guest, String from, List<String> recipients, byte[] message) {

        public ReceivedMessage {
            recipients = List.copyOf(recipients);
        }
    }

    /** Completes with the reply that refuses the recipient, or with nothing. */
    Future<Optional<String>> refusal(SmtpPeer guest, String from, String recipient);

    /** Completes with the reply to the final dot; a positive one says that the message is safe. */
    Future<String> receive(ReceivedMessage mail);
}
