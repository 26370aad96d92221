package io.godwit.workflows.executions;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.id.Ids;
import io.godwit.core.id.StepId;
import io.godwit.web.Query;
import io.godwit.workflows.model.ExecutionStatus;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Narrows a list of executions.
 *
 * @param step a step they came to
 * @param visits how they fared at that step; each of its visits counts, also those before the last
 */
record ExecutionFilter(Optional<ExecutionStatus> status, Optional<StepId> step, List<VisitResult> visits) {

    /** The result of a visit to a step, in the words of {@link StepStats}. */
    enum VisitResult {
        WAITING,
        PASSED,
        SKIPPED,
        FAILED;

        /** Returns the statuses that {@code execution_visits} has for it. */
        private List<String> statuses() {
            return switch (this) {
                case WAITING -> List.of("PENDING", "SCHEDULED", "WAITING", "RUNNING");
                case PASSED -> List.of("COMPLETED");
                case SKIPPED -> List.of("SKIPPED");
                case FAILED -> List.of("FAILED");
            };
        }

        private long visits(StepStats step) {
            return switch (this) {
                case WAITING -> step.waiting();
                case PASSED -> step.passed();
                case SKIPPED -> step.skipped();
                case FAILED -> step.failed();
            };
        }

        private String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final Map<String, VisitResult> WORD_TO_RESULT =
            Arrays.stream(VisitResult.values()).collect(Collectors.toMap(VisitResult::word, result -> result));

    private static final List<String> STATUSES =
            Arrays.stream(ExecutionStatus.values()).map(Enum::name).toList();

    private static final List<String> WORDS =
            Arrays.stream(VisitResult.values()).map(VisitResult::word).toList();

    ExecutionFilter {
        visits = List.copyOf(visits);
    }

    /** Reads {@code status}, {@code stepId} and {@code visit}; throws a 422, or a 404 for a step id that is none. */
    static ExecutionFilter read(Query query) {
        var status = query.oneOf("status", STATUSES).map(ExecutionStatus::valueOf);
        var step = query.text("stepId").map(ExecutionFilter::step);
        var visit = query.oneOf("visit", WORDS).map(WORD_TO_RESULT::get);
        if (visit.isPresent() && step.isEmpty()) {
            throw Failure.invalid("visit", "custom", "Give the stepId that it is about, too");
        }
        return new ExecutionFilter(
                status, step, visit.map(List::of).orElseGet(() -> Arrays.asList(VisitResult.values())));
    }

    private static StepId step(String id) {
        return Ids.parse(id).map(StepId::new).orElseThrow(() -> unknownStep(id));
    }

    static Failure unknownStep(String id) {
        return Failure.notFound(Kind.RESOURCE_NOT_FOUND, "Step", id);
    }

    String[] visitStatuses() {
        return visits.stream().flatMap(visit -> visit.statuses().stream()).toArray(String[]::new);
    }

    /** The number of visits of a step that it is about. */
    long visitsIn(StepStats step) {
        return visits.stream().mapToLong(visit -> visit.visits(step)).sum();
    }
}
