package io.godwit.campaigns;

import java.time.Instant;
import java.util.List;

/**
 * How a campaign stands.
 *
 * @param reasons the twenty most frequent ones why mail did not go out
 * @param countedAt by the database's clock
 */
record Standing(Counts counts, List<StatsAnswer.Reason> reasons, Instant countedAt) {

    Standing {
        reasons = List.copyOf(reasons);
    }
}
