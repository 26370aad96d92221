package io.godwit.kit.rules;

import java.util.ArrayList;
import java.util.List;

/** The rules a message breaks, in words; what breaks one a thousand times is told a few times. */
final class RuleBreaches {

    private static final int ENOUGH = 20;

    private final List<String> sentences = new ArrayList<>();

    /** Notes the rule, written as for {@link String#format}, unless it was kept. */
    void unless(boolean kept, String rule, Object... words) {
        if (!kept && sentences.size() < ENOUGH) {
            sentences.add(rule.formatted(words));
        }
    }

    List<String> sentences() {
        return List.copyOf(sentences);
    }
}
