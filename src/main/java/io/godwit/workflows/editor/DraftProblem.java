package io.godwit.workflows.editor;

import io.godwit.core.Failure.Issue;
import io.godwit.core.id.StepId;
import io.godwit.workflows.draft.DraftStep;
import java.util.Optional;

/**
 * Something in a draft its author should look at.
 *
 * @param severity whether it keeps the draft from running
 * @param stepId the step it is about
 * @param field of the step, such as {@code config.amount}; of the workflow, such as {@code triggerConfig.eventName}
 * @param message a sentence an editor can act on
 */
record DraftProblem(StepId stepId, Optional<String> field, String message, Severity severity) {

    /** Tells how much a problem matters. */
    enum Severity {
        /** The workflow cannot be enabled. */
        ERROR,
        /** It can; most likely it does not do what was meant. */
        WARNING
    }

    static DraftProblem of(DraftStep step, String message) {
        return new DraftProblem(step.id(), Optional.empty(), message, Severity.ERROR);
    }

    static DraftProblem of(DraftStep step, String field, String message) {
        return new DraftProblem(step.id(), Optional.of(field), message, Severity.ERROR);
    }

    static DraftProblem warning(DraftStep step, String message) {
        return new DraftProblem(step.id(), Optional.empty(), message, Severity.WARNING);
    }

    boolean isError() {
        return severity == Severity.ERROR;
    }

    /** As one mistake among others of a request. */
    Issue issue() {
        return Issue.of("steps." + stepId + field.map(name -> "." + name).orElse(""), "custom", message);
    }
}
