package io.godwit.smtp.server;

import java.util.function.LongPredicate;

/** The octets one session has of the memory that all sessions of a server share. */
final class ByteReservation {

    private final LongPredicate acquire;
    private long reserved;
    private boolean retained;
    private boolean closed;

    /** @param acquire reserves octets, or frees them for a negative number; false when there is no space */
    ByteReservation(LongPredicate acquire) {
        this.acquire = acquire;
    }

    /**
     * Reserves the memory of an input. A message in reception for which there is none is given up, and its client is told after
     * its end. Returns false when there is none for the commands that have come at once.
     */
    boolean reserve(SmtpInput input) {
        if (resize(input.memory())) {
            return true;
        } else if (!input.inData()) {
            return false;
        }
        input.giveUp();
        resize(0);
        return true;
    }

    /** Keeps the octets reserved beyond {@link #close}, while a message is decided about. */
    void retain() {
        retained = true;
    }

    /** Ends {@link #retain}. */
    void release() {
        retained = false;
        freeIfClosed();
    }

    /** Frees the octets of a session that has ended. */
    void close() {
        closed = true;
        freeIfClosed();
    }

    private void freeIfClosed() {
        if (closed && !retained) {
            resize(0);
        }
    }

    private boolean resize(long octets) {
        var more = octets - reserved;
        if (more != 0 && !acquire.test(more)) {
            return false;
        }
        reserved = octets;
        return true;
    }
}
