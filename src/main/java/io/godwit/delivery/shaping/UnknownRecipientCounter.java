package io.godwit.delivery.shaping;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/** Counts the recipients of the last hour, and those of them that the site did not know. */
final class UnknownRecipientCounter {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration SLICE = Duration.ofMinutes(5);

    /** Unknown recipients below which their share says nothing. */
    private static final int MIN_UNKNOWN = 20;

    /** The share of unknown recipients that large receivers still take is 5 %. */
    private static final int MIN_KNOWN_PER_UNKNOWN = 20;

    private static final class Slice {
        private final Instant from;
        private int recipients;
        private int unknown;

        private Slice(Instant from) {
            this.from = from;
        }
    }

    private final Deque<Slice> slices = new ArrayDeque<>();

    void count(boolean isKnown, Instant now) {
        removeExpired(now);
        if (slices.isEmpty() || !now.isBefore(slices.getLast().from.plus(SLICE))) {
            slices.addLast(new Slice(now));
        }
        slices.getLast().recipients++;
        slices.getLast().unknown += isKnown ? 0 : 1;
    }

    private void removeExpired(Instant now) {
        while (!slices.isEmpty() && !slices.getFirst().from.isAfter(now.minus(HOUR))) {
            slices.removeFirst();
        }
    }

    /** Returns whether the site does not know more of the last hour's recipients than it will stand. */
    boolean isTooMany(Instant now) {
        removeExpired(now);
        var unknown = slices.stream().mapToInt(slice -> slice.unknown).sum();
        return unknown >= MIN_UNKNOWN
                && unknown * MIN_KNOWN_PER_UNKNOWN
                        > slices.stream().mapToInt(slice -> slice.recipients).sum();
    }
}
