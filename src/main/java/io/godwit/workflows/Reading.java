package io.godwit.workflows;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Issue;
import io.godwit.core.SegmentId;
import io.godwit.core.TemplateId;
import io.godwit.web.Body;
import io.godwit.webhooks.Targets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the settings of a step mean.
 *
 * @param step empty after a mistake
 * @param mistakes with fields as seen from the step: {@code config.amount}
 */
record Reading(Optional<Step> step, List<Issue> mistakes) {

    private static final String CONFIG = "config";

    /** What a step says that was checked before. */
    static Reading of(DraftStep step) {
        return of(step, (type, config) -> Steps.read(type, config, step.template()));
    }

    /** With a look at whom it calls. */
    static Reading of(DraftStep step, Targets targets) {
        return of(step, checked(step, targets));
    }

    private static Way checked(DraftStep step, Targets targets) {
        return (type, config) -> Steps.read(type, config, step.template(), targets);
    }

    /** One way to read a config. */
    private interface Way {
        Optional<? extends Step> read(StepType type, Body config);
    }

    private static Reading of(DraftStep step, Way way) {
        return of(step, way, Body.of(Map.<String, @Nullable Object>of()));
    }

    private static Reading of(DraftStep step, Way way, Body body) {
        try {
            var read = way.read(step.type(), body.child(CONFIG, step.config()));
            return body.build(() -> new Reading(read.<Step>map(found -> found), List.of()));
        } catch (Failure wrong) {
            return new Reading(Optional.empty(), wrong.issues());
        }
    }

    /** Throws a 422 with every mistake of a step as a client sent it. */
    static void require(DraftStep step, Targets targets) {
        var body = Body.sent(Map.<String, @Nullable Object>of());
        var mistakes = of(step, checked(step, targets), body).mistakes();
        if (!mistakes.isEmpty()) {
            throw Failure.invalid(mistakes);
        }
    }

    private static <T> Set<T> mentioned(Draft draft, Function<Mentions, Set<T>> kind) {
        return draft.steps().stream()
                .flatMap(step -> of(step).step().stream())
                .flatMap(step -> kind.apply(step.mentions()).stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    static Set<TemplateId> templates(Draft draft) {
        return draft.steps().stream().flatMap(step -> step.template().stream()).collect(Collectors.toSet());
    }

    /** Of conditions and of the trigger. */
    static Set<SegmentId> segments(Draft draft) {
        var segments = mentioned(draft, Mentions::segments);
        draft.workflow().trigger().segment().ifPresent(segments::add);
        return segments;
    }

    /** The events its waits name. */
    static Set<String> events(Draft draft) {
        return draft.steps().stream()
                .filter(step -> step.is(StepType.WAIT_FOR_EVENT))
                .flatMap(step -> of(step).step().stream())
                .flatMap(step -> step.mentions().events().stream())
                .collect(Collectors.toSet());
    }
}
