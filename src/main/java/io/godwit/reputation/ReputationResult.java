package io.godwit.reputation;

import java.util.ArrayList;
import java.util.List;

/**
 * The evaluation of a project's sending stats.
 *
 * @param level the worst level of all rules
 * @param violations sentences about critical numbers
 * @param warnings sentences about numbers at the level of a warning
 * @param suspends true: a critical number includes new cases, after the end of an earlier suspension
 */
record ReputationResult(RiskLevel level, List<String> violations, List<String> warnings, boolean suspends) {

    static ReputationResult of(SendingStats stats) {
        var violations = new ArrayList<String>();
        var warnings = new ArrayList<String>();
        var suspends = false;
        for (var threshold : RateThreshold.ALL) {
            var level = threshold.level(stats);
            note(level, threshold.sentence(stats), violations, warnings);
            suspends |= level == RiskLevel.CRITICAL && threshold.isFresh(stats);
        }
        for (var limit : AbsoluteLimit.ALL) {
            var level = limit.level(stats);
            note(level, limit.sentence(stats), violations, warnings);
            suspends |= level == RiskLevel.CRITICAL
                    && stats.since().bounces() + stats.since().complaints() > 0;
        }
        var level = violations.isEmpty()
                ? (warnings.isEmpty() ? RiskLevel.HEALTHY : RiskLevel.WARNING)
                : RiskLevel.CRITICAL;
        return new ReputationResult(level, List.copyOf(violations), List.copyOf(warnings), suspends);
    }

    private static void note(RiskLevel level, String sentence, List<String> violations, List<String> warnings) {
        if (level == RiskLevel.CRITICAL) {
            violations.add(sentence);
        } else if (level == RiskLevel.WARNING) {
            warnings.add(sentence);
        }
    }
}
