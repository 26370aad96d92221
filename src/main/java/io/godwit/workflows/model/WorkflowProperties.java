package io.godwit.workflows.model;

import java.util.Optional;

/**
 * The properties of a workflow beside its steps: name, description, trigger and re-entry rule.
 *
 * @param allowReentry true when a contact may enter again after its execution has ended
 */
public record WorkflowProperties(String name, Optional<String> description, Trigger trigger, boolean allowReentry) {

    public WorkflowProperties withName(String other) {
        return new WorkflowProperties(other, description, trigger, allowReentry);
    }
}
