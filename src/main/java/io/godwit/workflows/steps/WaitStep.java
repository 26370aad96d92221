package io.godwit.workflows.steps;

import io.godwit.web.JsonBody;
import io.godwit.workflows.model.StepType;
import io.godwit.workflows.model.WaitOutcome;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Waits for an event of the contact, or until a time has passed.
 *
 * @param timeout limit of the wait; empty to wait for ever
 * @param conditions conditions on the event's data; empty for any data
 */
record WaitStep(String event, Optional<Duration> timeout, Optional<EventConditions> conditions) implements Step {

    /** Limit of a timeout in seconds; a year. */
    private static final long MAX_SECONDS = 31_536_000;

    private static final BigDecimal MICROS = BigDecimal.valueOf(1_000_000);

    static Optional<WaitStep> read(JsonBody config) {
        var event = config.text("eventName", 1, TriggerStep.MAX_NAME_LENGTH);
        if (!event.isEmpty() && event.isBlank()) {
            config.issue("eventName", "too_small", "Must not be blank");
        }
        var timeout = timeout(config);
        var conditions = EventConditions.read(config, "conditions");
        return config.isFlawless() ? Optional.of(new WaitStep(event.strip(), timeout, conditions)) : Optional.empty();
    }

    private static Optional<Duration> timeout(JsonBody config) {
        var seconds = DelayStep.number(config, "timeout");
        if (seconds.filter(number -> number.compareTo(BigDecimal.valueOf(MAX_SECONDS)) > 0)
                .isPresent()) {
            config.issue("timeout", "too_big", "Number must be less than or equal to " + MAX_SECONDS);
            return Optional.empty();
        }
        return seconds.map(number -> DelayStep.duration(number.multiply(MICROS)));
    }

    @Override
    public StepType type() {
        return StepType.WAIT_FOR_EVENT;
    }

    @Override
    public List<String> exits() {
        return timeout.isPresent()
                ? List.of(WaitOutcome.EVENT.name(), WaitOutcome.TIMEOUT.name())
                : List.of(WaitOutcome.EVENT.name());
    }

    @Override
    public StepReferences references() {
        return StepReferences.event(event);
    }

    @Override
    public StepDecision decide(StepContext context) {
        var end = timeout.map(context.now()::plus).orElse(Instant.MAX);
        return StepDecision.waitFor(Map.of("eventName", event), end, event, conditions);
    }

    @Override
    public StepDecision wake(StepContext context, ResumeReason reason) {
        return reason.event().map(this::onEvent).orElseGet(this::timedOut);
    }

    private StepDecision onEvent(ResumeReason.Event awaited) {
        var output = new LinkedHashMap<String, @Nullable Object>();
        output.put("eventName", event);
        output.put("waitOutcome", WaitOutcome.EVENT.name());
        output.put("eventReceived", true);
        output.put("eventData", awaited.data().persistentData());
        output.put("receivedAt", awaited.at().toString());
        return StepDecision.leave(WaitOutcome.EVENT.name(), output);
    }

    private StepDecision timedOut() {
        return StepDecision.leave(
                WaitOutcome.TIMEOUT.name(),
                Map.of("eventName", event, "waitOutcome", WaitOutcome.TIMEOUT.name(), "timedOut", true));
    }
}
