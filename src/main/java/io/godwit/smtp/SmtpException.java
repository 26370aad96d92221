package io.godwit.smtp;

import java.util.Optional;

/** Signals that a message was not accepted, or that its acceptance is unknown. */
public final class SmtpException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final SmtpStage stage;
    private final transient Optional<SmtpReply> reply;
    private final transient Optional<TlsFailure> tlsFailure;

    /**
     * Creates an exception with the stage of the failure.
     *
     * @param reply empty when the connection failed without one. The outcome is unclear only at {@link SmtpStage#UNKNOWN}: at
     *     any other stage the message was certainly not accepted
     */
    public SmtpException(SmtpStage stage, Optional<SmtpReply> reply, String sentence) {
        this(stage, reply, Optional.empty(), sentence);
    }

    private SmtpException(
            SmtpStage stage, Optional<SmtpReply> reply, Optional<TlsFailure> tlsFailure, String sentence) {
        super(sentence, null, false, false);
        this.stage = stage;
        this.reply = reply;
        this.tlsFailure = tlsFailure;
    }

    /** Creates the exception of a connection that could not be encrypted. */
    public static SmtpException unencrypted(TlsFailure failure, Optional<SmtpReply> reply, String sentence) {
        return new SmtpException(SmtpStage.CONNECT, reply, Optional.of(failure), sentence);
    }

    public SmtpStage stage() {
        return stage;
    }

    public Optional<SmtpReply> reply() {
        return reply;
    }

    /** Returns the reason the connection could not be encrypted; empty for any other failure. */
    public Optional<TlsFailure> tlsFailure() {
        return tlsFailure;
    }
}
