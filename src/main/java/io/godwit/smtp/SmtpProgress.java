package io.godwit.smtp;

/**
 * Receives the progress of a message, in the handler that read the reply; so its methods must be quick, and safe from any
 * thread.
 */
public interface SmtpProgress {

    /** A listener that ignores all progress. */
    SmtpProgress NONE = new SmtpProgress() {
        @Override
        public void reached(SmtpStage stage) {}

        @Override
        public void accepted(SmtpReply reply) {}
    };

    /** Notes that the dialogue has reached the stage. */
    void reached(SmtpStage stage);

    /** Notes that the mail server accepted the message. */
    void accepted(SmtpReply reply);

    /** Receives the dialogue about the message when it has ended, before the future of the message completes. */
    default void ended(SmtpEvidence evidence) {}
}
