package io.godwit.traces;

import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A caller's span, as the header {@code traceparent} of a request names it.
 *
 * @param sampled whether the caller says that it has recorded the span
 */
record CallerContext(TraceContext context, boolean sampled) {

    /** Versions after 00 may have more behind the flags (W3C Trace Context §4.3); version ff is forbidden. */
    private static final Pattern HEADER = Pattern.compile(
            "(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})((?:-[\\x21-\\x7e]*)?)");

    private static final int MAX_LENGTH = 256;

    /** Returns the caller's context; empty for none, and for one that is malformed, which is ignored as the standard demands. */
    static Optional<CallerContext> parse(@Nullable String traceparent) {
        if (traceparent == null || traceparent.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        var parts = HEADER.matcher(traceparent);
        if (!parts.matches() || (parts.group(1).equals("00") && !parts.group(5).isEmpty())) {
            return Optional.empty();
        }
        var sampled = (Integer.parseInt(parts.group(4), 16) & 1) == 1;
        return Optional.of(new CallerContext(new TraceContext(parts.group(2), parts.group(3)), sampled));
    }
}
