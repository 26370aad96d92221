package io.godwit.inbound.mail;

/** Thrown when the mail server does not give one message of a mailbox, although the connection to it is sound. */
final class UnreadableMessageException extends Exception {

    private static final long serialVersionUID = 1;

    UnreadableMessageException(Exception cause) {
        super("The mail server does not give a message of the mailbox", cause);
    }
}
