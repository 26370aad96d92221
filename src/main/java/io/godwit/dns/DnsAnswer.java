package io.godwit.dns;

import java.util.List;
import java.util.function.Function;

/**
 * The answer to a look-up.
 *
 * @param records in the order of the answer; only with {@link Outcome#FOUND}, and then at least one
 */
public record DnsAnswer<T>(Outcome outcome, List<T> records) {

    /** The outcome of a look-up. */
    public enum Outcome {
        FOUND,
        /** The name exists, it has no record of this type (RFC 2308 §2.2, NODATA). */
        NO_SUCH_RECORD,
        /** Neither the name nor anything below it exists (NXDOMAIN, RFC 8020). */
        NO_SUCH_NAME,
        /** No server answered in time, or all refused: nothing may be concluded. */
        UNKNOWN
    }

    public DnsAnswer {
        records = List.copyOf(records);
        if (records.isEmpty() == (outcome == Outcome.FOUND)) {
            throw new IllegalArgumentException("A look-up has records exactly when something was found");
        }
    }

    /** The answer when no server answered. */
    public static <T> DnsAnswer<T> unknown() {
        return new DnsAnswer<>(Outcome.UNKNOWN, List.of());
    }

    public boolean isFound() {
        return outcome == Outcome.FOUND;
    }

    public boolean isUnknown() {
        return outcome == Outcome.UNKNOWN;
    }

    /** True when there is certainly no such record. */
    public boolean isAbsent() {
        return !isFound() && !isUnknown();
    }

    <R> DnsAnswer<R> map(Function<T, R> mapper) {
        return new DnsAnswer<>(outcome, records.stream().map(mapper).toList());
    }
}
