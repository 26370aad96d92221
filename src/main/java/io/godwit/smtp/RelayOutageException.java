package io.godwit.smtp;

/** Signals that no relay which may take a message takes any now. The message was certainly not accepted. */
public final class RelayOutageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param sentence the last failure of a relay */
    public RelayOutageException(String sentence) {
        super(sentence, null, false, false);
    }
}
