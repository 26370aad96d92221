package io.godwit.workflows.editor;

import io.godwit.core.id.Ids;
import io.godwit.core.id.StepId;
import io.godwit.core.id.TransitionId;
import io.godwit.workflows.draft.DraftTransition;
import io.godwit.workflows.draft.WorkflowDraft;
import java.util.HashMap;

/** Copies the steps and links of a workflow. */
final class WorkflowCopier {

    private WorkflowCopier() {}

    /** The steps and links of another draft under new ids. */
    static WorkflowDraft into(WorkflowDraft empty, WorkflowDraft original) {
        var oldToNew = new HashMap<StepId, StepId>();
        original.steps().forEach(step -> oldToNew.put(step.id(), new StepId(Ids.next())));
        var at = empty.readAt();
        return empty.with(
                original.steps().stream()
                        .map(step -> step.as(oldToNew.getOrDefault(step.id(), step.id()), at))
                        .toList(),
                original.transitions().stream()
                        .map(transition -> new DraftTransition(
                                new TransitionId(Ids.next()),
                                oldToNew.getOrDefault(transition.from(), transition.from()),
                                oldToNew.getOrDefault(transition.to(), transition.to()),
                                transition.branch(),
                                transition.outcome(),
                                transition.priority(),
                                at,
                                at))
                        .toList());
    }
}
