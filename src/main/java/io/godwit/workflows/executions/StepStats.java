package io.godwit.workflows.executions;

import io.godwit.workflows.model.ExecutionStatus;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Statistics of a step, over all versions together. A contact that comes twice counts twice.
 *
 * @param waiting executions that are at it now
 * @param passed visits that went on
 * @param skipped visits that went on without the step's effect
 * @param branches visits by the exit they left by, for steps with more than one
 */
public record StepStats(long waiting, long passed, long skipped, long failed, Map<String, Long> branches) {

    public static StepStats of(Map<String, Long> counts) {
        var branches = new TreeMap<String, Long>();
        counts.forEach((name, count) -> {
            if (name.startsWith(ExecutionCounts.BRANCH)) {
                branches.put(name.substring(ExecutionCounts.BRANCH.length()), count);
            }
        });
        return new StepStats(
                counts.getOrDefault(ExecutionCounts.WAITING, 0L),
                counts.getOrDefault(ExecutionCounts.PASSED, 0L),
                counts.getOrDefault(ExecutionCounts.SKIPPED, 0L),
                counts.getOrDefault(ExecutionCounts.FAILED, 0L),
                branches);
    }

    /** The number of executions in each status, none left out, and in all. */
    public static Map<String, Long> ofExecutions(Map<String, Long> counts) {
        var stats = new LinkedHashMap<String, Long>();
        stats.put("total", counts.values().stream().mapToLong(Long::longValue).sum());
        Arrays.stream(ExecutionStatus.values())
                .map(Enum::name)
                .forEach(status -> stats.put(status, counts.getOrDefault(status, 0L)));
        return stats;
    }
}
