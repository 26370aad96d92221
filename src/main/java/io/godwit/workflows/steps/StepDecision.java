package io.godwit.workflows.steps;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The decision of a step; the engine applies it to the execution. */
public sealed interface StepDecision {

    /** Calls one method of {@code visitor}, once. */
    void accept(Visitor visitor);

    /** Applies decisions. */
    interface Visitor {

        void leave(Leave leave);

        void suspend(Rest suspension);

        void end(End end);

        void fail(Fail fail);
    }

    /**
     * The execution goes on by an exit.
     *
     * @param exit one of {@link Step#exits}
     * @param effect effect that is carried out on the way
     * @param skipped reason the step left out its effect
     */
    record Leave(
            String exit, Map<String, @Nullable Object> output, Optional<StepEffect> effect, Optional<String> skipped)
            implements StepDecision {

        @Override
        public void accept(Visitor visitor) {
            visitor.leave(this);
        }
    }

    /**
     * The execution waits at this step.
     *
     * @param until {@link Instant#MAX} when only the event or the call ends the wait
     * @param event event whose arrival ends the wait
     * @param call webhook call whose end ends the wait
     */
    record Rest(
            Map<String, @Nullable Object> output,
            Instant until,
            Optional<AwaitedEvent> event,
            Optional<StepEffect.CallWebhook> call)
            implements StepDecision {

        @Override
        public void accept(Visitor visitor) {
            visitor.suspend(this);
        }
    }

    /** An awaited event. */
    record AwaitedEvent(String name, Optional<EventConditions> conditions) {}

    /** The execution ends, as its author configured. */
    record End(String reason, Map<String, @Nullable Object> output) implements StepDecision {

        @Override
        public void accept(Visitor visitor) {
            visitor.end(this);
        }
    }

    /** The execution cannot go on. */
    record Fail(String error, Map<String, @Nullable Object> output) implements StepDecision {

        @Override
        public void accept(Visitor visitor) {
            visitor.fail(this);
        }
    }

    static StepDecision leave(String exit, Map<String, @Nullable Object> output) {
        return new Leave(exit, output, Optional.empty(), Optional.empty());
    }

    static StepDecision leave(Map<String, @Nullable Object> output, StepEffect effect) {
        return new Leave(Step.ONLY, output, Optional.of(effect), Optional.empty());
    }

    static StepDecision skip(Map<String, @Nullable Object> output, String reason) {
        return new Leave(Step.ONLY, output, Optional.empty(), Optional.of(reason));
    }

    static StepDecision suspend(Map<String, @Nullable Object> output, Instant until) {
        return new Rest(output, until, Optional.empty(), Optional.empty());
    }

    static StepDecision waitFor(
            Map<String, @Nullable Object> output, Instant until, String event, Optional<EventConditions> conditions) {
        return new Rest(output, until, Optional.of(new AwaitedEvent(event, conditions)), Optional.empty());
    }

    static StepDecision fail(String error) {
        return new Fail(error, Map.of());
    }
}
