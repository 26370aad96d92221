package io.godwit.workflows;

import io.godwit.core.StepId;
import io.godwit.core.TemplateId;
import io.godwit.web.Body;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A step with its place in a graph. */
record Node(
        StepId id, StepType type, String name, Map<String, @Nullable Object> config, Optional<TemplateId> template) {

    Node with(Map<String, @Nullable Object> other) {
        return new Node(id, type, name, other, template);
    }

    /** The step; throws a Failure with every mistake when the config is none, which fails only who comes here. */
    Step step() {
        var body = Body.of(config);
        var step = Steps.read(type, body, template);
        return body.build(() -> (Step) step.orElseThrow());
    }
}
