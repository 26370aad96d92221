package io.godwit.smtp;

import java.util.Optional;

/** Signals that a message was not accepted, or that its acceptance is unknown. */
public final class SmtpException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final SmtpStage stage;
    private final transient Optional<SmtpReply> reply;

    /**
     * Creates an exception with the stage of the failure.
     *
     * @param reply empty when the connection failed without one. The outcome is unclear only at {@link SmtpStage#UNKNOWN}: at
     *     any other stage the message was certainly not accepted
     */
    public SmtpException(SmtpStage stage, Optional<SmtpReply> reply, String sentence) {
        super(sentence, null, false, false);
        this.stage = stage;
        this.reply = reply;
    }

    public SmtpStage stage() {
        return stage;
    }

    public Optional<SmtpReply> reply() {
        return reply;
    }
}
