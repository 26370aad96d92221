package io.godwit.workflows.steps;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a step wants to happen. The engine tells the execution, which knows what follows from it. */
public sealed interface StepDecision {

    /** Tells the one who carries it out; one of the methods of {@code doer}, once. */
    void accept(Visitor doer);

    /** Carries decisions out. */
    interface Visitor {

        void leave(Leave leave);

        void rest(Rest rest);

        void end(End end);

        void fail(Fail fail);
    }

    /**
     * Go on.
     *
     * @param exit one of {@link Step#exits}
     * @param effect what is done on the way
     * @param skipped why the step did not do what it is for
     */
    record Leave(
            String exit, Map<String, @Nullable Object> output, Optional<StepEffect> effect, Optional<String> skipped)
            implements StepDecision {

        @Override
        public void accept(Visitor doer) {
            doer.leave(this);
        }
    }

    /**
     * Stay here.
     *
     * @param until {@link Instant#MAX} for as long as nothing else ends it
     * @param event whose arrival ends it
     * @param call whose end ends it
     */
    record Rest(
            Map<String, @Nullable Object> output,
            Instant until,
            Optional<AwaitedEvent> event,
            Optional<StepEffect.CallWebhook> call)
            implements StepDecision {

        @Override
        public void accept(Visitor doer) {
            doer.rest(this);
        }
    }

    /** An event that is waited for. */
    record AwaitedEvent(String name, Optional<EventConditions> conditions) {}

    /** The execution is over, because its author said so. */
    record End(String reason, Map<String, @Nullable Object> output) implements StepDecision {

        @Override
        public void accept(Visitor doer) {
            doer.end(this);
        }
    }

    /** The execution cannot go on. */
    record Fail(String error, Map<String, @Nullable Object> output) implements StepDecision {

        @Override
        public void accept(Visitor doer) {
            doer.fail(this);
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

    static StepDecision rest(Map<String, @Nullable Object> output, Instant until) {
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
