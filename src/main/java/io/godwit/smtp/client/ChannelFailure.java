package io.godwit.smtp.client;

import io.godwit.smtp.SmtpReply;
import java.time.Duration;
import java.util.Optional;

/**
 * The reason a connection to a mail server is of no more use.
 *
 * @param reply a 421, if the server said one
 */
record ChannelFailure(Kind kind, String sentence, Optional<SmtpReply> reply) {

    /** The kinds of reasons. */
    enum Kind {
        /** The server closed the connection, or the network broke it. */
        CLOSED,
        /** The server announced with a 421 that it closes the connection (RFC 5321 §3.8). */
        CLOSING,
        TIMEOUT,
        /** The server sent something that is no reply to a command. */
        NONSENSE
    }

    static ChannelFailure closed() {
        return new ChannelFailure(Kind.CLOSED, "The connection to the mail server broke", Optional.empty());
    }

    static ChannelFailure closing(SmtpReply reply) {
        return new ChannelFailure(Kind.CLOSING, "The mail server closed the connection", Optional.of(reply));
    }

    static ChannelFailure nonsense(String sentence) {
        return new ChannelFailure(Kind.NONSENSE, sentence, Optional.empty());
    }

    /** Returns the failure of a command whose reply did not come in time. */
    static ChannelFailure timeout(String command, Duration limit) {
        var words = limit.toMillis() % 1000 == 0 ? limit.toSeconds() + " s" : limit.toMillis() + " ms";
        return new ChannelFailure(
                Kind.TIMEOUT,
                "Timeout: the mail server did not complete its reply to " + command + " within " + words,
                Optional.empty());
    }

    /** Signals that no reply came. */
    static final class BrokenChannelException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final transient ChannelFailure failure;

        BrokenChannelException(ChannelFailure failure) {
            super(failure.sentence(), null, false, false);
            this.failure = failure;
        }

        ChannelFailure failure() {
            return failure;
        }
    }
}
