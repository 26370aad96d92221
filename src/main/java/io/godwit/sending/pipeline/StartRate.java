package io.godwit.sending.pipeline;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.function.LongSupplier;

/**
 * Measures how many emails start in a moment, so that a claim brings what starts soon and not more: an email that waits in memory
 * waits for no other node and behind no later one of a better lane.
 *
 * <p>All its state belongs to the context it is used on.
 */
final class StartRate {

    private static final Duration WINDOW = Duration.ofMillis(100);

    private final LongSupplier nanoTime;
    private final ArrayDeque<Long> starts = new ArrayDeque<>();

    StartRate(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    void started() {
        starts.add(nanoTime.getAsLong());
        dropOld();
    }

    /** Returns the number of emails that started in the last 100 ms. */
    int perWindow() {
        dropOld();
        return starts.size();
    }

    private void dropOld() {
        var since = nanoTime.getAsLong() - WINDOW.toNanos();
        while (!starts.isEmpty() && starts.peekFirst() - since < 0) {
            starts.removeFirst();
        }
    }
}
