package io.godwit.workflows.editor;

import io.godwit.core.EmailAddress;
import io.godwit.webhooks.TargetPolicy;
import io.godwit.workflows.draft.DraftStep;
import io.godwit.workflows.draft.DraftTransition;
import io.godwit.workflows.draft.Reachability;
import io.godwit.workflows.draft.WorkflowDraft;
import io.godwit.workflows.model.CronExpression;
import io.godwit.workflows.model.StepType;
import io.godwit.workflows.model.Trigger;
import io.godwit.workflows.model.WaitOutcome;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds all errors that keep a draft from running, and the steps that never run. Pure. */
final class DraftValidator {

    private final WorkflowDraft draft;
    private final DraftReferences references;
    private final TargetPolicy targets;
    private final List<DraftProblem> problems = new ArrayList<>();

    private DraftValidator(WorkflowDraft draft, DraftReferences references, TargetPolicy targets) {
        this.draft = draft;
        this.references = references;
        this.targets = targets;
    }

    static List<DraftProblem> validate(WorkflowDraft draft, DraftReferences references, TargetPolicy targets) {
        return new DraftValidator(draft, references, targets).all();
    }

    /** The problems of the trigger only. */
    static List<DraftProblem> ofTrigger(WorkflowDraft draft, DraftReferences references, TargetPolicy targets) {
        var validator = new DraftValidator(draft, references, targets);
        validator.trigger();
        return List.copyOf(validator.problems);
    }

    private List<DraftProblem> all() {
        trigger();
        draft.steps().forEach(this::step);
        draft.transitions().forEach(this::link);
        unreachable();
        cycles();
        return List.copyOf(problems);
    }

    private void trigger() {
        var trigger = draft.workflow().trigger();
        switch (trigger.type()) {
            case EVENT -> {
                if (trigger.event().filter(name -> !name.isBlank()).isEmpty()) {
                    ofTrigger(Trigger.EVENT_NAME, "Say which event begins the workflow");
                }
            }
            case SCHEDULE -> schedule(trigger);
            case MANUAL -> {}
        }
    }

    private void schedule(Trigger trigger) {
        var zone = WorkflowRequest.zone(trigger.text(Trigger.TIME_ZONE).orElse("UTC"));
        if (zone.isEmpty()) {
            ofTrigger(Trigger.TIME_ZONE, "There is no such time zone");
        }
        var cron = trigger.text(Trigger.SCHEDULE);
        cron.map(CronExpression::mistake)
                .orElse(Optional.of("Say when the workflow begins"))
                .ifPresent(sentence -> ofTrigger(Trigger.SCHEDULE, sentence));
        if (trigger.segment().filter(id -> !references.segments().contains(id)).isPresent()) {
            ofTrigger(Trigger.SEGMENT, "There is no such segment");
        }
    }

    private void ofTrigger(String member, String message) {
        problems.add(DraftProblem.of(draft.trigger(), "triggerConfig." + member, message));
    }

    private void step(DraftStep step) {
        var config = ParsedConfig.of(step, targets);
        config.mistakes().forEach(issue -> problems.add(DraftProblem.of(step, issue.field(), issue.message())));
        if (step.is(StepType.SEND_EMAIL)) {
            sender(step);
        }
        config.step()
                .map(read -> read.references().segments())
                .filter(mentioned -> !references.segments().containsAll(mentioned))
                .ifPresent(ignored ->
                        problems.add(DraftProblem.of(step, "config", "It asks about a segment that is not there")));
    }

    private void sender(DraftStep step) {
        if (step.template().isEmpty()) {
            return;
        }
        var sender = references.templateToSender().get(step.template().get());
        if (sender == null) {
            problems.add(DraftProblem.of(step, "templateId", "There is no such template"));
            return;
        }
        var own = own(step.config().get("from"));
        var from = own.or(() -> sender).flatMap(EmailAddress::parse);
        var field = own.isPresent() ? "config.from" : "templateId";
        if (from.isEmpty()) {
            problems.add(DraftProblem.of(step, field, "The template has no sender; give it one, or set config.from"));
        } else if (!references.domains().contains(from.get().domain())) {
            problems.add(DraftProblem.of(
                    step, field, "The sender's domain " + from.get().domain() + " is not verified in this project"));
        }
    }

    /** The address of a {@code from}, which is an address or an object with {@code email}. */
    private static Optional<String> own(@Nullable Object from) {
        var address = from instanceof Map<?, ?> named ? named.get("email") : from;
        return address instanceof String text && !text.isBlank() ? Optional.of(text) : Optional.empty();
    }

    private void link(DraftTransition transition) {
        var from = draft.step(transition.from()).orElseThrow();
        transition
                .branch()
                .filter(branch -> StepExits.branches(from)
                        .filter(known -> !known.contains(branch))
                        .isPresent())
                .ifPresent(branch -> problems.add(DraftProblem.of(
                        from,
                        "The transition " + transition.id() + " continues the branch " + branch
                                + ", which the condition no longer has")));
        if (transition.outcome().filter(WaitOutcome.TIMEOUT::equals).isPresent() && !StepExits.hasTimeout(from)) {
            problems.add(DraftProblem.of(
                    from,
                    "config.timeout",
                    "The transition " + transition.id() + " continues the timeout, but the wait has none"));
        }
    }

    private void unreachable() {
        var reached = draft.reached();
        draft.steps().stream()
                .filter(step -> !reached.contains(step.id()))
                .forEach(step -> problems.add(DraftProblem.warning(step, "Nothing leads to this step")));
    }

    private void cycles() {
        var unpaused = draft.steps().stream()
                .filter(step -> !StepExits.pauses(step))
                .map(DraftStep::id)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        Reachability.along(draft.transitions(), unpaused::contains)
                .cycles(unpaused)
                .forEach(id -> problems.add(DraftProblem.of(
                        draft.step(id).orElseThrow(),
                        "From here it goes round for ever: a way back has to pass a DELAY or a WAIT_FOR_EVENT step")));
    }
}
