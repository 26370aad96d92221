package io.godwit.reputation;

import java.util.ArrayList;
import java.util.List;

/**
 * What a conduct amounts to.
 *
 * @param level the worst of all
 * @param violations sentences about what is critical
 * @param warnings sentences about what is nearly so
 * @param suspends whether something critical is news, and not what an earlier suspension was for
 */
record Judgement(Level level, List<String> violations, List<String> warnings, boolean suspends) {

    static Judgement of(Conduct conduct) {
        var violations = new ArrayList<String>();
        var warnings = new ArrayList<String>();
        var suspends = false;
        for (var rule : Rule.ALL) {
            var level = rule.level(conduct);
            note(level, rule.sentence(conduct), violations, warnings);
            suspends |= level == Level.CRITICAL && rule.isFresh(conduct);
        }
        for (var ceiling : Ceiling.ALL) {
            var level = ceiling.level(conduct);
            note(level, ceiling.sentence(conduct), violations, warnings);
            suspends |= level == Level.CRITICAL
                    && conduct.since().bounces() + conduct.since().complaints() > 0;
        }
        var level = violations.isEmpty() ? (warnings.isEmpty() ? Level.HEALTHY : Level.WARNING) : Level.CRITICAL;
        return new Judgement(level, List.copyOf(violations), List.copyOf(warnings), suspends);
    }

    private static void note(Level level, String sentence, List<String> violations, List<String> warnings) {
        if (level == Level.CRITICAL) {
            violations.add(sentence);
        } else if (level == Level.WARNING) {
            warnings.add(sentence);
        }
    }
}
