package io.godwit.workflows;

import io.godwit.web.Body;
import java.util.LinkedHashMap;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where everybody begins.
 *
 * @param event what brings contacts here; empty for a workflow that is started by hand or by a schedule
 */
record TriggerStep(Optional<String> event) implements Step {

    static final int LONGEST_NAME = 200;

    static Optional<TriggerStep> read(Body config) {
        var event = config.optionalText("eventName", 1, LONGEST_NAME);
        return config.isFlawless() ? Optional.of(new TriggerStep(event)) : Optional.empty();
    }

    @Override
    public StepType type() {
        return StepType.TRIGGER;
    }

    @Override
    public Mentions mentions() {
        return event.map(Mentions::event).orElse(Mentions.NOTHING);
    }

    @Override
    public Decision decide(Situation situation) {
        var output = new LinkedHashMap<String, @Nullable Object>();
        output.put("triggered", true);
        output.put("eventName", event.orElse(null));
        output.put("timestamp", situation.now().toString());
        return Decision.leave(ONLY, output);
    }
}
