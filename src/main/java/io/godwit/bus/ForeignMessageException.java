package io.godwit.bus;

/** Signals a message on the bus that no node of this installation has written. */
final class ForeignMessageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ForeignMessageException() {
        super("A message on the bus was not written by a node of this installation", null, false, false);
    }
}
