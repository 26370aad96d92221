package io.godwit.core;

import io.micrometer.core.instrument.Metrics;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes events an operator's security monitoring reads (sign-ins, refusals, uses of keys, changes of roles) to the logger
 * {@code security}, with the keys {@code event} and {@code outcome} and the ids of the parties ({@code user}, {@code project},
 * {@code key}, {@code client}, {@code request}), and counts each in {@code godwit_security_events_total}. No email addresses, no
 * passwords, no tokens. A flood writes at most {@value #LINES_A_SECOND} lines of one event and outcome a second; all are counted.
 */
public final class SecurityLog {

    /** The kind of a security event, as written in lines and counters. */
    public enum Event {
        SIGN_IN,
        SIGN_UP,
        SESSION_END,
        ACCESS,
        KEY_USE,
        PROJECT_CHANGE,
        /** A user's second factor is turned on or off. */
        SECOND_FACTOR
    }

    /** The result of a security event. */
    public enum Outcome {
        SUCCESS,
        /** The password or the identity provider is right, and the code of the second factor is missing. */
        PENDING,
        REFUSED,
        LIMITED
    }

    private static final Logger LOG = LoggerFactory.getLogger("security");
    private static final int LINES_A_SECOND = 20;
    private static final Map<LineKind, Window> KIND_TO_WINDOW = new ConcurrentHashMap<>();

    private SecurityLog() {}

    /** Lines that share a limit: a flood of refusals must not hide the sign-in that succeeds. */
    private record LineKind(Event event, Outcome outcome) {}

    /** Lines written in one second; touched by any thread, a few lines too many do no harm. */
    private static final class Window {

        private final AtomicLong second = new AtomicLong();
        private final AtomicLong lines = new AtomicLong();

        private boolean admits() {
            var now = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime());
            if (second.getAndSet(now) != now) {
                lines.set(0);
            }
            return lines.incrementAndGet() <= LINES_A_SECOND;
        }
    }

    /** Counts an event without a line. */
    public static void count(Event event, Outcome outcome) {
        Metrics.counter("godwit.security.events", "event", name(event), "outcome", name(outcome))
                .increment();
    }

    /** Counts an event and writes a line; values are ids and codes, never secrets. */
    public static void write(Event event, Outcome outcome, Map<String, String> keys) {
        count(event, outcome);
        writeCounted(event, outcome, keys);
    }

    /** Writes a line about an event that was counted already. */
    public static void writeCounted(Event event, Outcome outcome, Map<String, String> keys) {
        if (KIND_TO_WINDOW
                .computeIfAbsent(new LineKind(event, outcome), ignored -> new Window())
                .admits()) {
            var line = LOG.atInfo().addKeyValue("event", name(event)).addKeyValue("outcome", name(outcome));
            for (var entry : keys.entrySet()) {
                line = line.addKeyValue(entry.getKey(), SingleLine.of(entry.getValue(), 200));
            }
            line.log("A security event");
        }
    }

    private static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
