package io.godwit.web;

import java.util.concurrent.atomic.AtomicLong;

/** How many bytes of large bodies the node may still take. Safe from any thread. */
final class Budget {

    private final AtomicLong left;

    Budget(long bytes) {
        left = new AtomicLong(bytes);
    }

    /** Takes all of it or nothing. */
    boolean take(long bytes) {
        var before = left.getAndAdd(-bytes);
        if (before >= bytes) {
            return true;
        }
        left.addAndGet(bytes);
        return false;
    }

    void giveBack(long bytes) {
        left.addAndGet(bytes);
    }

    long left() {
        return left.get();
    }
}
