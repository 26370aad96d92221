package io.godwit.smtp;

import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/** Hands complete messages to a mail server. Its contract is a test that every implementation passes. */
public interface Transport {

    /** Returns the number of messages that may be in flight at once; a caller that starts more waits in a bounded queue. */
    int slots();

    /**
     * Returns the number of messages that may be in flight beyond {@link #slots()}, each while another one waits for the reply to
     * its final dot.
     */
    default int overlap() {
        return 0;
    }

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

    /** Returns the transport that uses relays of these names only, in this order; this one where it knows no relays. Its messages
     * fail with a {@link RelayOutageException} while none of the relays takes mail. */
    default Transport through(List<String> relays) {
        return this;
    }

    /** Returns the last failure of a relay while none takes mail, as far as that is known without trying; else empty. */
    default Optional<String> outage() {
        return Optional.empty();
    }

    Future<Void> close();
}
