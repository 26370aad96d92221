package io.godwit.workflows.editor;

import io.godwit.core.Failure.Issue;
import io.godwit.core.id.StepId;
import io.godwit.workflows.draft.DraftStep;
import java.util.Optional;

/**
 * A problem of a draft, for its author.
 *
 * @param severity error or warning; an error keeps the draft from running
 * @param stepId the step it is about
 * @param field of the step, such as {@code config.amount}; of the workflow, such as {@code triggerConfig.eventName}
 * @param message a sentence an editor can act on
 */
record DraftProblem(StepId stepId, Optional<String> field, String message, Severity severity) {

    /** Severity of a problem. */
    enum Severity {
        /** The workflow cannot be enabled. */
        ERROR,
        /** The workflow can be enabled; most likely it does not do what was meant. */
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

    /** The problem as one mistake among others of a request. */
    Issue issue() {
        return Issue.of("steps." + stepId + field.map(name -> "." + name).orElse(""), "custom", message);
    }
}
