package io.godwit.workflows.editor;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Issue;
import io.godwit.core.id.SegmentId;
import io.godwit.core.id.TemplateId;
import io.godwit.web.JsonBody;
import io.godwit.webhooks.TargetPolicy;
import io.godwit.workflows.draft.DraftStep;
import io.godwit.workflows.draft.WorkflowDraft;
import io.godwit.workflows.model.StepType;
import io.godwit.workflows.steps.Step;
import io.godwit.workflows.steps.StepReader;
import io.godwit.workflows.steps.StepReferences;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The parsed config of a step.
 *
 * @param step empty after a mistake
 * @param mistakes with fields relative to the step: {@code config.amount}
 */
public record ParsedConfig(Optional<Step> step, List<Issue> mistakes) {

    private static final String CONFIG = "config";

    /** Parses a config that was checked before. */
    public static ParsedConfig of(DraftStep step) {
        return of(step, (type, config) -> StepReader.read(type, config, step.template()));
    }

    /** Parses a config and checks the URL a webhook calls. */
    static ParsedConfig of(DraftStep step, TargetPolicy targets) {
        return of(step, checked(step, targets));
    }

    private static ConfigParser checked(DraftStep step, TargetPolicy targets) {
        return (type, config) -> StepReader.read(type, config, step.template(), targets);
    }

    /** Reads the config of a step of one type. */
    private interface ConfigParser {
        Optional<? extends Step> read(StepType type, JsonBody config);
    }

    private static ParsedConfig of(DraftStep step, ConfigParser parser) {
        return of(step, parser, JsonBody.of(Map.<String, @Nullable Object>of()));
    }

    private static ParsedConfig of(DraftStep step, ConfigParser parser, JsonBody body) {
        try {
            var read = parser.read(step.type(), body.child(CONFIG, step.config()));
            return body.build(() -> new ParsedConfig(read.<Step>map(found -> found), List.of()));
        } catch (Failure wrong) {
            return new ParsedConfig(Optional.empty(), wrong.issues());
        }
    }

    /** Throws a 422 with every mistake of a step as a client sent it. */
    static void require(DraftStep step, TargetPolicy targets) {
        var body = JsonBody.sent(Map.<String, @Nullable Object>of());
        ConfigParser parser = (type, config) -> {
            StepReader.checkNames(type, config);
            return checked(step, targets).read(type, config);
        };
        var mistakes = of(step, parser, body).mistakes();
        if (!mistakes.isEmpty()) {
            throw Failure.invalid(mistakes);
        }
    }

    private static <T> Set<T> mentioned(WorkflowDraft draft, Function<StepReferences, Set<T>> kind) {
        return draft.steps().stream()
                .flatMap(step -> of(step).step().stream())
                .flatMap(step -> kind.apply(step.references()).stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    static Set<TemplateId> templates(WorkflowDraft draft) {
        return draft.steps().stream().flatMap(step -> step.template().stream()).collect(Collectors.toSet());
    }

    /** The segments of conditions and of the trigger. */
    static Set<SegmentId> segments(WorkflowDraft draft) {
        var segments = mentioned(draft, StepReferences::segments);
        draft.workflow().trigger().segment().ifPresent(segments::add);
        return segments;
    }

    /** The event names of a draft's waits. */
    static Set<String> events(WorkflowDraft draft) {
        return draft.steps().stream()
                .filter(step -> step.is(StepType.WAIT_FOR_EVENT))
                .flatMap(step -> of(step).step().stream())
                .flatMap(step -> step.references().events().stream())
                .collect(Collectors.toSet());
    }
}
