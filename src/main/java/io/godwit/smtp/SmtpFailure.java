package io.godwit.smtp;

import java.util.Optional;

/** A message was not accepted, or nobody can tell whether it was. */
public final class SmtpFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Stage stage;
    private final transient Optional<Reply> reply;

    /**
     * Tells where it failed.
     *
     * @param reply empty when the connection failed without one. The outcome is unclear only at {@link Stage#UNKNOWN}: at
     *     any other stage the message was certainly not accepted
     */
    public SmtpFailure(Stage stage, Optional<Reply> reply, String sentence) {
        super(sentence, null, false, false);
        this.stage = stage;
        this.reply = reply;
    }

    public Stage stage() {
        return stage;
    }

    public Optional<Reply> reply() {
        return reply;
    }
}
