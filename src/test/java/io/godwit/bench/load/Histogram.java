package io.godwit.bench.load;

/** Counts durations in buckets that grow with them: exact below 128 µs, within 1.6 % above. Not thread-safe. */
final class Histogram {

    private static final int SUB_BITS = 6;
    private static final int EXACT = 2 << SUB_BITS;

    private final long[] counts = new long[64 << SUB_BITS];
    private long total;
    private long longest;

    void record(long nanoseconds) {
        var micros = Math.max(0, nanoseconds / 1000);
        counts[bucket(micros)]++;
        total++;
        longest = Math.max(longest, micros);
    }

    long total() {
        return total;
    }

    double longestMillis() {
        return longest / 1000.0;
    }

    /** The duration that {@code share} of all do not exceed, in milliseconds; 0 when nothing was recorded. */
    double millisAt(double share) {
        var rank = (long) Math.ceil(share * total);
        long seen = 0;
        for (int i = 0; i < counts.length && total > 0; i++) {
            seen += counts[i];
            if (seen >= rank) {
                return Math.min(longest, upperEnd(i)) / 1000.0;
            }
        }
        return 0;
    }

    private static int bucket(long micros) {
        if (micros < EXACT) {
            return (int) micros;
        }
        var shift = 63 - Long.numberOfLeadingZeros(micros) - SUB_BITS;
        return (shift << SUB_BITS) + (int) (micros >> shift);
    }

    private static long upperEnd(int bucket) {
        if (bucket < EXACT) {
            return bucket;
        }
        var shift = (bucket >> SUB_BITS) - 1;
        var lower = bucket - ((long) shift << SUB_BITS);
        return ((lower + 1) << shift) - 1;
    }
}
