package io.godwit.workflows;

import io.godwit.core.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A draft as what runs: without its editor's positions and times, so that moving a step on the screen is no new version. */
final class GraphText {

    private GraphText() {}

    static String of(Draft draft) {
        var graph = new LinkedHashMap<String, @Nullable Object>();
        graph.put("steps", draft.steps().stream().map(GraphText::step).toList());
        graph.put("transitions", draft.links().stream().map(GraphText::link).toList());
        return Json.write(graph);
    }

    private static Map<String, @Nullable Object> step(DraftStep step) {
        var members = new LinkedHashMap<String, @Nullable Object>();
        members.put("id", step.id().toString());
        members.put("type", step.type().name());
        members.put("name", step.name());
        members.put("config", step.config());
        members.put("templateId", step.template().map(Object::toString).orElse(null));
        return members;
    }

    private static Map<String, @Nullable Object> link(Link link) {
        var members = new LinkedHashMap<String, @Nullable Object>();
        members.put("from", link.from().toString());
        members.put("to", link.to().toString());
        members.put("branch", link.branch().orElse(null));
        members.put("waitOutcome", link.outcome().map(WaitOutcome::name).orElse(null));
        members.put("priority", link.priority());
        return members;
    }
}
