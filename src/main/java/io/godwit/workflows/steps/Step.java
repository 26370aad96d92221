package io.godwit.workflows.steps;

import io.godwit.workflows.model.StepType;
import io.godwit.workflows.model.WaitOutcome;
import java.util.List;

/**
 * One step of a workflow, as its config was read. A step only decides: its knowledge is in the {@link StepContext}, its decision
 * is a {@link StepDecision}, and the engine does the rest. An invalid config is no step ({@link StepReader#read}).
 */
public sealed interface Step
        permits TriggerStep, EmailStep, DelayStep, WaitStep, ConditionStep, WebhookStep, UpdateStep, ExitStep {

    /** The only exit of a step that does not choose. */
    String ONLY = "";

    /** The exit of a {@code CONDITION} when no branch matches. */
    String DEFAULT = "default";

    StepType type();

    /**
     * The exits, each named as a transition names it: {@link #ONLY}; {@code yes} and {@code no}, or the ids of branches and
     * {@link #DEFAULT}; the names of {@link WaitOutcome}. None for an EXIT.
     */
    default List<String> exits() {
        return List.of(ONLY);
    }

    default StepReferences references() {
        return StepReferences.NOTHING;
    }

    /** True when stored rows of the contact decide, in which a change of the contact that is still to be written is not seen. */
    default boolean readsStoredContact() {
        return !references().segments().isEmpty();
    }

    /** Decides for an execution that reaches the step. */
    StepDecision decide(StepContext context);

    /** Decides when a wait at this step is over. Only called on steps that waited. */
    default StepDecision wake(StepContext context, ResumeReason reason) {
        throw new IllegalStateException(type() + " does not rest");
    }
}
