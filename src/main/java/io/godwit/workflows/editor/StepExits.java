package io.godwit.workflows.editor;

import io.godwit.core.id.Ids;
import io.godwit.core.id.StepId;
import io.godwit.core.id.TransitionId;
import io.godwit.workflows.draft.DraftStep;
import io.godwit.workflows.draft.DraftTransition;
import io.godwit.workflows.model.StepType;
import io.godwit.workflows.model.WaitOutcome;
import io.godwit.workflows.steps.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The exits of a step that its current, possibly incomplete, config already determines. */
final class StepExits {

    /** The branch every blank condition is expected to have, unless it gets branches of its own. */
    private static final String YES = "yes";

    private StepExits() {}

    /** The branches of a CONDITION; empty while it is not set up. */
    static Optional<List<String>> branches(DraftStep step) {
        return step.is(StepType.CONDITION) && !step.isBlank()
                ? ParsedConfig.of(step).step().map(Step::exits)
                : Optional.empty();
    }

    /** True when a WAIT_FOR_EVENT step has a timeout. */
    static boolean hasTimeout(DraftStep step) {
        return ParsedConfig.of(step)
                .step()
                .filter(read -> read.exits().contains(WaitOutcome.TIMEOUT.name()))
                .isPresent();
    }

    /** True when executions may pause at the step; every cycle has to contain such a step. */
    static boolean pauses(DraftStep step) {
        return step.is(StepType.DELAY) || step.is(StepType.WAIT_FOR_EVENT);
    }

    /** The default links of a step: of a condition the first branch, of a wait all its outcomes. */
    static List<DraftTransition> byDefault(DraftStep from, StepId to, Instant at) {
        return switch (from.type()) {
            case EXIT -> List.of();
            case CONDITION -> {
                var first = branches(from).map(all -> all.get(0)).orElse(YES);
                yield List.of(link(from, to, Optional.of(first), Optional.empty(), 0, at));
            }
            case WAIT_FOR_EVENT -> {
                var transitions = new ArrayList<DraftTransition>();
                transitions.add(link(from, to, Optional.empty(), Optional.of(WaitOutcome.EVENT), 0, at));
                if (hasTimeout(from)) {
                    transitions.add(link(from, to, Optional.empty(), Optional.of(WaitOutcome.TIMEOUT), 1, at));
                }
                yield transitions;
            }
            default -> List.of(link(from, to, Optional.empty(), Optional.empty(), 0, at));
        };
    }

    private static DraftTransition link(
            DraftStep from,
            StepId to,
            Optional<String> branch,
            Optional<WaitOutcome> outcome,
            int priority,
            Instant at) {
        return new DraftTransition(new TransitionId(Ids.next()), from.id(), to, branch, outcome, priority, at, at);
    }
}
