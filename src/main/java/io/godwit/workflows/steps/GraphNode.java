package io.godwit.workflows.steps;

import io.godwit.core.id.StepId;
import io.godwit.core.id.TemplateId;
import io.godwit.web.JsonBody;
import io.godwit.workflows.model.StepType;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A step in the graph of a version that runs. */
public record GraphNode(
        StepId id, StepType type, String name, Map<String, @Nullable Object> config, Optional<TemplateId> template) {

    public GraphNode with(Map<String, @Nullable Object> other) {
        return new GraphNode(id, type, name, other, template);
    }

    /**
     * Parses the step; throws a Failure with every mistake of an invalid config, which fails only executions that reach the
     * step.
     */
    public Step step() {
        var body = JsonBody.of(config);
        var step = StepReader.read(type, body, template);
        return body.build(() -> (Step) step.orElseThrow());
    }
}
