package io.godwit.traces;

import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/**
 * The place of one recorded span in its trace, as it travels in headers, in a row of the outbox and in log lines (W3C Trace
 * Context, version 00). Only recorded spans have one: whatever carries none is not traced.
 *
 * @param traceId 32 hex digits in lower case, not all zero
 * @param spanId 16 hex digits in lower case, not all zero
 */
public record TraceContext(String traceId, String spanId) {

    /** The key of the trace's id in log lines. */
    public static final String LOG_KEY = "trace_id";

    private static final Pattern HEADER = Pattern.compile("00-([0-9a-f]{32})-([0-9a-f]{16})-01");
    private static final Pattern NOTHING = Pattern.compile("0+");

    public TraceContext {
        if (NOTHING.matcher(traceId).matches() || NOTHING.matcher(spanId).matches()) {
            throw new IllegalArgumentException("An id of a trace is never zero");
        }
    }

    /** Returns the context written by {@link #traceparent}; empty for any other text. */
    public static Optional<TraceContext> parse(String traceparent) {
        var parts = HEADER.matcher(traceparent);
        return parts.matches()
                        && !NOTHING.matcher(parts.group(1)).matches()
                        && !NOTHING.matcher(parts.group(2)).matches()
                ? Optional.of(new TraceContext(parts.group(1), parts.group(2)))
                : Optional.empty();
    }

    /** Returns the first context of a new trace, with ids by chance. */
    static TraceContext root() {
        return new TraceContext(hexDigits() + hexDigits(), hexDigits());
    }

    /** Returns the context of a new span of the same trace. */
    TraceContext child() {
        return new TraceContext(traceId, hexDigits());
    }

    private static String hexDigits() {
        var id = ThreadLocalRandom.current().nextLong();
        return HexFormat.of().toHexDigits(id == 0 ? 1 : id);
    }

    /** Returns the value of the header {@code traceparent}, with the flag for a recorded span. */
    public String traceparent() {
        return "00-" + traceId + "-" + spanId + "-01";
    }
}
