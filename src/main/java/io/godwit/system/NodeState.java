package io.godwit.system;

import io.godwit.system.RecentWarnings.LogWarning;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The state of a node, as it says itself.
 *
 * @param id new at every start
 * @param schemaVersion the newest migration that its jar knows; 0 for a jar that does not say
 * @param seenAt the last time it said so; empty for a state that is about to be written
 * @param mailAway since when the mail server accepts nothing
 * @param mailFailure the last time it did so, also when that is over
 * @param journal whether the send journal can be written
 */
record NodeState(
        UUID id,
        String host,
        String version,
        int schemaVersion,
        List<String> roles,
        Instant startedAt,
        Optional<Instant> seenAt,
        Load load,
        Optional<Instant> mailAway,
        Optional<MailFailure> mailFailure,
        boolean journal,
        List<LogWarning> warnings) {

    /**
     * The use of the machine.
     *
     * @param cpu share of the processors that the process uses, from 0 to 1; negative: not known
     * @param memoryUsed bytes of the heap, like {@code memoryMax}
     * @param diskFree bytes of the disk that has the data directory, like {@code diskTotal}
     */
    record Load(int processors, double cpu, long memoryUsed, long memoryMax, long diskFree, long diskTotal) {}

    /** A time in which the mail server accepted nothing, and what it said. */
    record MailFailure(Instant since, String reply) {}

    NodeState {
        roles = List.copyOf(roles);
        warnings = List.copyOf(warnings);
    }
}
