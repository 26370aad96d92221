package io.godwit.smtp.client.sasl;

import io.vertx.core.Future;
import java.util.Optional;

/** One login by a mechanism; it holds the state of this login and is used once. */
public interface SaslMechanism {

    /** Returns the name as AUTH writes it. */
    String name();

    /** Returns the response that is sent with AUTH; empty when the server speaks first. */
    Optional<byte[]> initialResponse();

    /** Answers a challenge. Fails with an {@link UntrustedServerException}. */
    Future<byte[]> answer(byte[] challenge);

    /** Returns whether an acceptance may be believed: false until the server has proved what the mechanism wants. */
    default boolean isComplete() {
        return true;
    }

    /** Signals that the server did not prove that it knows the password, or asked for something unreasonable. */
    final class UntrustedServerException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        public UntrustedServerException(String sentence) {
            super(sentence, null, false, false);
        }
    }
}
