package io.godwit.bounces;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.function.LongSupplier;

/** The time limit of reading one message: what anybody may send must not keep a worker from the messages behind it. */
final class ReadingDeadline {

    /** Ordinary messages take some milliseconds. */
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final LongSupplier nanos;
    private final long until;

    private ReadingDeadline(Duration limit, LongSupplier nanos) {
        this.nanos = nanos;
        this.until = nanos.getAsLong() + limit.toNanos();
    }

    /** Begins now. */
    static ReadingDeadline begin() {
        return begin(LIMIT, ReadingDeadline::processorNanos);
    }

    /** The processor time of this thread: a node that stands still for a while has not taken long to read. */
    private static long processorNanos() {
        var time = THREADS.isCurrentThreadCpuTimeSupported() ? THREADS.getCurrentThreadCpuTime() : -1;
        return time < 0 ? System.nanoTime() : time;
    }

    /** Begins now, by this clock. */
    static ReadingDeadline begin(Duration limit, LongSupplier nanos) {
        return new ReadingDeadline(limit, nanos);
    }

    /** Throws a {@link LateException} when the time is used up. */
    void check() {
        if (nanos.getAsLong() - until > 0) {
            throw new LateException();
        }
    }

    /** Signals that the time limit has passed. */
    static final class LateException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private LateException() {
            super("The message takes too long to read", null, false, false);
        }
    }
}
