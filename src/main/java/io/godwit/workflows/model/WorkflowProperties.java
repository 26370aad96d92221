package io.godwit.workflows.model;

import java.util.Optional;

/**
 * What the author of a workflow says about it beside its steps.
 *
 * @param allowReentry whether a contact may come in again after its execution has ended
 */
public record WorkflowProperties(String name, Optional<String> description, Trigger trigger, boolean allowReentry) {

    public WorkflowProperties withName(String other) {
        return new WorkflowProperties(other, description, trigger, allowReentry);
    }
}
