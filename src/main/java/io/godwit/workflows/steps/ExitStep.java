package io.godwit.workflows.steps;

import io.godwit.web.JsonBody;
import io.godwit.workflows.model.StepType;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Ends an execution as {@code EXITED}. */
public record ExitStep(String reason) implements Step {

    private static final int MAX_REASON_LENGTH = 500;

    static Optional<ExitStep> read(JsonBody config) {
        var reason = config.optionalText("reason", 0, MAX_REASON_LENGTH).filter(text -> !text.isBlank());
        return config.isFlawless() ? Optional.of(new ExitStep(reason.orElse("exit_step"))) : Optional.empty();
    }

    @Override
    public StepType type() {
        return StepType.EXIT;
    }

    @Override
    public List<String> exits() {
        return List.of();
    }

    @Override
    public StepDecision decide(StepContext context) {
        return new StepDecision.End(reason, Map.of("exited", true, "reason", reason));
    }
}
