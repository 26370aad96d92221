package io.godwit.smtp;

/** Hears how far a message has come, in the handler that read the reply; so it must be quick, and safe from any thread. */
public interface SmtpProgress {

    /** Nobody listens. */
    SmtpProgress NONE = new SmtpProgress() {
        @Override
        public void reached(SmtpStage stage) {}

        @Override
        public void accepted(SmtpReply reply) {}
    };

    /** The mail server let us begin the stage. */
    void reached(SmtpStage stage);

    /** The mail server took the message. */
    void accepted(SmtpReply reply);
}
