package io.godwit.workflows.steps;

import io.godwit.workflows.model.StepType;
import io.godwit.workflows.model.WaitOutcome;
import java.util.List;

/**
 * One box of a workflow, as its config was read. It only decides: what it may know is in the {@link StepContext}, what it wants
 * is in the {@link StepDecision}, and the engine does the rest. A config that cannot be meant is no step ({@link StepReader#read}).
 */
public sealed interface Step
        permits TriggerStep, EmailStep, DelayStep, WaitStep, ConditionStep, WebhookStep, UpdateStep, ExitStep {

    /** The only way out of a step that does not choose. */
    String ONLY = "";

    /** What a {@code CONDITION} leaves by when no branch matches. */
    String DEFAULT = "default";

    StepType type();

    /**
     * The ways that lead out, each named as a transition names it: {@link #ONLY}; {@code yes} and {@code no}, or the ids of
     * branches and {@link #DEFAULT}; the names of {@link WaitOutcome}. None for an end.
     */
    default List<String> exits() {
        return List.of(ONLY);
    }

    /** Whether it rests by its nature, so that a cycle through it cannot spin. */
    default boolean pauses() {
        return false;
    }

    default StepReferences mentions() {
        return StepReferences.NOTHING;
    }

    /** What happens when an execution comes here. */
    StepDecision decide(StepContext situation);

    /** What happens when a rest of this step is over. Only a step that rested is asked. */
    default StepDecision wake(StepContext situation, ResumeReason wake) {
        throw new IllegalStateException(type() + " does not rest");
    }
}
