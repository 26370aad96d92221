package io.godwit.workflows.editor;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Issue;
import io.godwit.core.Failure.Kind;
import io.godwit.core.id.Ids;
import io.godwit.core.id.StepId;
import io.godwit.core.id.TemplateId;
import io.godwit.core.id.TransitionId;
import io.godwit.webhooks.TargetPolicy;
import io.godwit.workflows.draft.DraftStep;
import io.godwit.workflows.draft.DraftTransition;
import io.godwit.workflows.draft.WorkflowDraft;
import io.godwit.workflows.model.StepType;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Applies requests about steps and transitions to a draft. Pure; throws failures for the caller. {@code targets} decides which
 * URLs webhooks may call.
 */
final class StepEditor {

    private StepEditor() {}

    static DraftStep step(WorkflowDraft draft, String id) {
        return Ids.parse(id).map(StepId::new).flatMap(draft::step).orElseThrow(() -> notFound("Step", id));
    }

    static DraftTransition link(WorkflowDraft draft, String id) {
        return Ids.parse(id).map(TransitionId::new).flatMap(draft::link).orElseThrow(() -> notFound("Transition", id));
    }

    private static Failure notFound(String resource, String id) {
        return Failure.notFound(Kind.RESOURCE_NOT_FOUND, resource, id);
    }

    static WorkflowDraft add(WorkflowDraft draft, StepId id, StepRequest.Create request, TargetPolicy targets) {
        var step = made(draft, id, request, request.position().orElse(Map.of()), targets);
        return DraftStepEditor.add(draft, step, request.connects());
    }

    /** Inserts a step, in the middle between the two ends unless the caller gives a position. */
    static WorkflowDraft insert(
            WorkflowDraft draft, String transition, StepId id, StepRequest.Create request, TargetPolicy targets) {
        var inserted = link(draft, transition);
        if (request.type() == StepType.EXIT) {
            throw Failure.invalid("type", "custom", "Nothing comes after an EXIT step, so it cannot stand between two");
        }
        var position = request.position().orElseGet(() -> between(draft, inserted));
        return DraftStepEditor.insert(draft, inserted, made(draft, id, request, position, targets));
    }

    private static Map<String, @Nullable Object> between(WorkflowDraft draft, DraftTransition transition) {
        var from = draft.step(transition.from()).orElseThrow().position();
        var to = draft.step(transition.to()).orElseThrow().position();
        return Map.of("x", middle(from.get("x"), to.get("x")), "y", middle(from.get("y"), to.get("y")));
    }

    private static BigDecimal middle(@Nullable Object one, @Nullable Object other) {
        return number(one).add(number(other)).divide(BigDecimal.valueOf(2));
    }

    private static BigDecimal number(@Nullable Object value) {
        return value instanceof Number ? new BigDecimal(value.toString()) : BigDecimal.ZERO;
    }

    private static DraftStep made(
            WorkflowDraft draft,
            StepId id,
            StepRequest.Create request,
            Map<String, @Nullable Object> position,
            TargetPolicy targets) {
        var blank = new DraftStep(
                id,
                request.type(),
                request.name(),
                position,
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                draft.readAt(),
                draft.readAt());
        var config = ConfigSecrets.unmasked(blank, withoutTemplate(request.config()));
        var step = blank.set(request.name(), position, config, template(blank, request.template()), draft.readAt());
        if (!step.isBlank()) {
            ParsedConfig.require(step, targets);
        }
        return step;
    }

    static WorkflowDraft change(WorkflowDraft draft, String id, StepRequest.Change change, TargetPolicy targets) {
        var before = step(draft, id);
        change.name()
                .flatMap(name -> StepRequest.refuseLong("name", name, Optional.of(before.name())))
                .ifPresent(issue -> {
                    throw Failure.invalid(List.of(issue));
                });
        var template = change.clearsTemplate()
                ? Optional.<TemplateId>empty()
                : template(before, change.template()).or(before::template);
        var config = change.config()
                .map(supplied -> ConfigSecrets.unmasked(before, withoutTemplate(supplied)))
                .orElseGet(before::config);
        var after = before.set(
                change.name().orElseGet(before::name),
                change.position().orElseGet(before::position),
                config,
                template,
                draft.readAt());
        if (change.config().isPresent()) {
            requireSound(before, after, targets);
        }
        return draft.changing(before.id(), ignored -> after);
    }

    static void requireSound(DraftStep before, DraftStep after, TargetPolicy targets) {
        if (before.is(StepType.TRIGGER) && !before.config().equals(after.config())) {
            throw Failure.invalid(
                    "config.eventName", "custom", "The event belongs to the workflow: change its triggerConfig");
        }
        ParsedConfig.require(after, targets);
    }

    static Map<String, @Nullable Object> withoutTemplate(Map<String, @Nullable Object> config) {
        var remaining = new LinkedHashMap<>(config);
        remaining.remove(StepRequest.TEMPLATE);
        return remaining;
    }

    static Optional<TemplateId> template(DraftStep step, Optional<TemplateId> template) {
        if (template.isPresent() && !step.is(StepType.SEND_EMAIL)) {
            throw Failure.invalid(
                    List.of(Issue.of(StepRequest.TEMPLATE, "custom", "Only a SEND_EMAIL step sends a template")));
        }
        return template;
    }
}
