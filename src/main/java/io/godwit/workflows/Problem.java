package io.godwit.workflows;

import io.godwit.core.Failure.Issue;
import io.godwit.core.StepId;
import java.util.Optional;

/**
 * Why a draft cannot run.
 *
 * @param stepId the step it is about
 * @param field of the step, such as {@code config.amount}; of the workflow, such as {@code triggerConfig.eventName}
 * @param message a sentence an editor can act on
 */
record Problem(StepId stepId, Optional<String> field, String message) {

    static Problem of(DraftStep step, String message) {
        return new Problem(step.id(), Optional.empty(), message);
    }

    static Problem of(DraftStep step, String field, String message) {
        return new Problem(step.id(), Optional.of(field), message);
    }

    /** As one mistake among others of a request. */
    Issue issue() {
        return Issue.of("steps." + stepId + field.map(name -> "." + name).orElse(""), "custom", message);
    }
}
