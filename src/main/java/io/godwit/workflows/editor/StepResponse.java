package io.godwit.workflows.editor;

import io.godwit.core.id.WorkflowId;
import io.godwit.workflows.draft.DraftStep;
import io.godwit.workflows.draft.DraftTransition;
import io.godwit.workflows.draft.WorkflowDraft;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Steps and transitions as the API shows them. */
final class StepResponse {

    private StepResponse() {}

    static Map<String, @Nullable Object> of(WorkflowId workflow, DraftStep step) {
        var members = new LinkedHashMap<String, @Nullable Object>();
        members.put("id", step.id());
        members.put("workflowId", workflow);
        members.put("type", step.type());
        members.put("name", step.name());
        members.put("position", step.position());
        members.put("config", config(step));
        members.put("templateId", step.template());
        members.put("template", step.template().flatMap(id -> step.templateName()
                .map(name -> Map.of("id", id, "name", name))));
        members.put("createdAt", step.createdAt());
        members.put("updatedAt", step.updatedAt());
        return members;
    }

    /** The config with the template's id: editors look for it in both places. */
    private static Map<String, @Nullable Object> config(DraftStep step) {
        var config = new LinkedHashMap<>(ConfigSecrets.masked(step));
        step.template().ifPresent(id -> config.put(StepRequest.TEMPLATE, id));
        return config;
    }

    /** A step with the transitions that lead to it and from it. */
    static Map<String, @Nullable Object> drawn(WorkflowDraft draft, DraftStep step) {
        var members = of(draft.workflow().id(), step);
        members.put("outgoingTransitions", links(draft.from(step.id())));
        members.put("incomingTransitions", links(draft.to(step.id())));
        return members;
    }

    private static List<Map<String, @Nullable Object>> links(List<DraftTransition> links) {
        return links.stream().map(StepResponse::of).toList();
    }

    static Map<String, @Nullable Object> of(DraftTransition link) {
        var members = new LinkedHashMap<String, @Nullable Object>();
        members.put("id", link.id());
        members.put("fromStepId", link.from());
        members.put("toStepId", link.to());
        members.put("condition", link.branch().map(branch -> Map.of("branch", branch)));
        members.put("branch", link.branch());
        members.put("waitOutcome", link.outcome());
        members.put("priority", link.priority());
        members.put("createdAt", link.createdAt());
        members.put("updatedAt", link.updatedAt());
        return members;
    }
}
