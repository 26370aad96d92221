package io.godwit.workflows;

import io.godwit.core.Tenant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Workflows as the API shows them. */
final class WorkflowAnswer {

    private WorkflowAnswer() {}

    static Map<String, @Nullable Object> of(Tenant tenant, Workflow workflow) {
        var profile = workflow.profile();
        var trigger = workflow.trigger();
        var members = new LinkedHashMap<String, @Nullable Object>();
        members.put("id", workflow.id());
        members.put("projectId", tenant.project());
        members.put("name", profile.name());
        members.put("description", profile.description());
        members.put("enabled", workflow.enabled());
        members.put("triggerType", trigger.type());
        members.put("triggerConfig", Optional.of(trigger.config()).filter(config -> !config.isEmpty()));
        members.put("allowReentry", profile.allowReentry());
        members.put("version", workflow.version());
        members.put("createdAt", workflow.createdAt());
        members.put("updatedAt", workflow.updatedAt());
        return members;
    }

    static Map<String, @Nullable Object> listed(Tenant tenant, Listed listed, long executions) {
        var members = of(tenant, listed.workflow());
        members.put("_count", listed.counts(executions));
        return members;
    }

    /** With its steps, the transitions in them and beside them, and what keeps it from running. */
    static Map<String, @Nullable Object> whole(Tenant tenant, Draft draft, List<Problem> problems) {
        var members = of(tenant, draft.workflow());
        members.put(
                "steps",
                draft.steps().stream()
                        .map(step -> StepAnswer.drawn(draft, step))
                        .toList());
        members.put("transitions", draft.links().stream().map(StepAnswer::of).toList());
        members.put("problems", problems);
        return members;
    }
}
