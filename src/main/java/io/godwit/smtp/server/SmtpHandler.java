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

    /**
     * The result of a login.
     *
     * @param reply to AUTH; one with the code 421 ends the connection
     */
    record LoginResult(String reply, boolean accepted) {}

    /** Returns the reply that refuses AUTH to this client; empty: AUTH is offered. */
    default Optional<String> refusalOfLogin(SmtpPeer peer) {
        return Optional.of("502 5.5.1 There is no login here");
    }

    /** Completes with the result of AUTH; asked only while {@link #refusalOfLogin} is empty. */
    default Future<LoginResult> login(SmtpPeer peer, String user, String password) {
        return Future.succeededFuture(new LoginResult("502 5.5.1 There is no login here", false));
    }

    /** Completes with the reply that refuses MAIL, or with empty; one with the code 421 ends the connection. */
    default Future<Optional<String>> refusalOfSender(SmtpPeer peer, String from) {
        return Future.succeededFuture(Optional.empty());
    }

    /** Completes with the reply that refuses the recipient, or with empty to accept it. */
    Future<Optional<String>> refusal(SmtpPeer peer, String from, String recipient);

    /**
     * Completes with the reply to the final dot; a positive one says that the message is stored, one with the code 421 ends the
     * connection.
     */
    Future<String> receive(ReceivedMessage message);
}
