package io.godwit.bench.load;

import java.util.Map;

/**
 * The result of a run.
 *
 * @param statuses every answer by its status, warm-up included
 * @param lost requests without an answer
 * @param perSecond answers with 2xx to requests of the measured time
 * @param longestMillis of the measured time, like {@code p50} and {@code p99}
 */
public record LoadResult(
        Map<Integer, Long> statuses, long lost, double perSecond, double p50, double p99, double longestMillis) {

    /** Every answer with 2xx, warm-up included: what the database must show. */
    public long accepted() {
        return statuses.entrySet().stream()
                .filter(entry -> entry.getKey() / 100 == 2)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** Fails unless every request was accepted. */
    public LoadResult flawless() {
        var answers = statuses.values().stream().mapToLong(Long::longValue).sum();
        if (lost > 0 || answers != accepted() || answers == 0) {
            throw new AssertionError("Not every request was accepted: " + this);
        }
        return this;
    }
}
