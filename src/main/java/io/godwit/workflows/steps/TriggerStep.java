package io.godwit.workflows.steps;

import io.godwit.web.JsonBody;
import io.godwit.workflows.model.StepType;
import java.util.LinkedHashMap;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The first step of every execution.
 *
 * @param event event that starts executions; empty for a workflow that is started by the API or by a schedule
 */
public record TriggerStep(Optional<String> event) implements Step {

    public static final int MAX_NAME_LENGTH = 200;

    static Optional<TriggerStep> read(JsonBody config) {
        var event = config.optionalText("eventName", 1, MAX_NAME_LENGTH);
        return config.isFlawless() ? Optional.of(new TriggerStep(event)) : Optional.empty();
    }

    @Override
    public StepType type() {
        return StepType.TRIGGER;
    }

    @Override
    public StepReferences references() {
        return event.map(StepReferences::event).orElse(StepReferences.NOTHING);
    }

    @Override
    public StepDecision decide(StepContext context) {
        var output = new LinkedHashMap<String, @Nullable Object>();
        output.put("triggered", true);
        output.put("eventName", event.orElse(null));
        output.put("timestamp", context.now().toString());
        return StepDecision.leave(ONLY, output);
    }
}
