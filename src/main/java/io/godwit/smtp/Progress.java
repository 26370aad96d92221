package io.godwit.smtp;

/** Hears how far a message has come, in the handler that read the reply; so it must be quick, and safe from any thread. */
public interface Progress {

    /** Nobody listens. */
    Progress NONE = new Progress() {
        @Override
        public void reached(Stage stage) {}

        @Override
        public void accepted(Reply reply) {}
    };

    /** The mail server let us begin the stage. */
    void reached(Stage stage);

    /** The mail server took the message. */
    void accepted(Reply reply);
}
