package io.godwit.workflows.executions;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.ExecutionId;
import io.godwit.core.id.StepId;
import io.godwit.core.id.WorkflowId;
import io.godwit.db.Database;
import io.godwit.webhooks.CallAttempt;
import io.godwit.webhooks.WebhookQueue;
import io.godwit.workflows.executions.VisitResponse.CallTry;
import io.godwit.workflows.model.ExecutionStatus;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** Reads the history of executions for the API. */
public final class ExecutionHistory {

    /** Counting so many visits takes some 10 ms; a million of them took more than a second (2026-11-28). */
    private static final long MAX_COUNTED = 10_000;

    private final Database database;
    private final WebhookQueue webhooks;
    private final ExecutionCounts executionCounts;
    private final ExecutionHistoryStore store = new ExecutionHistoryStore();
    private final StepVisitStore visits = new StepVisitStore();
    private final WaitingContactStore steps = new WaitingContactStore();

    public ExecutionHistory(Database database, WebhookQueue webhooks) {
        this.database = database;
        this.webhooks = webhooks;
        this.executionCounts = new ExecutionCounts(database);
    }

    /** The number of executions, and a page of them with at most one more than was asked for. */
    record FoundExecutions(long total, List<ExecutionResponse> executions) {}

    /** One execution with its visits. */
    record ExecutionTimeline(ExecutionResponse execution, List<VisitResponse> visits) {}

    /**
     * Fails with {@code WORKFLOW_NOT_FOUND}, or with {@code RESOURCE_NOT_FOUND} when the workflow never had the step. The total of
     * a page after {@code before} is 0.
     */
    Future<FoundExecutions> page(
            Tenant tenant, WorkflowId workflow, ExecutionFilter filter, Optional<UUID> before, int limit, long offset) {
        return known(tenant, workflow, filter)
                .compose(ignored ->
                        before.isPresent() ? Future.succeededFuture(Long.MAX_VALUE) : total(tenant, workflow, filter))
                .compose(total -> offset >= total
                        ? Future.succeededFuture(new FoundExecutions(total, List.of()))
                        : store.page(database.requests(), tenant, workflow, filter, before, limit + 1, offset)
                                .map(found -> new FoundExecutions(before.isPresent() ? 0 : total, found)));
    }

    private Future<Void> known(Tenant tenant, WorkflowId workflow, ExecutionFilter filter) {
        return known(tenant, workflow).compose(ignored -> filter.step()
                .map(step -> steps.knows(database.requests(), tenant, workflow, step)
                        .<Void>map(known -> {
                            if (!known) {
                                throw ExecutionFilter.unknownStep(step.toString());
                            }
                            return null;
                        }))
                .orElseGet(Future::succeededFuture));
    }

    private Future<Void> known(Tenant tenant, WorkflowId workflow) {
        return store.knows(database.requests(), tenant, workflow)
                .compose(known ->
                        known ? Future.succeededFuture() : Future.failedFuture(unknownWorkflow(workflow.toString())));
    }

    private Future<Long> total(Tenant tenant, WorkflowId workflow, ExecutionFilter filter) {
        return filter.step()
                .map(step -> total(tenant, workflow, filter, step))
                .orElseGet(() -> total(tenant, workflow, filter.status()));
    }

    /** Many visits are not counted for a request; their number is known, and differs only where executions come twice. */
    private Future<Long> total(Tenant tenant, WorkflowId workflow, ExecutionFilter filter, StepId step) {
        var db = database.requests();
        return executionCounts
                .counts(db, tenant, Set.of(step.value()))
                .map(counts -> filter.visitsIn(StepStats.of(counts.getOrDefault(step.value(), Map.of()))))
                .compose(known -> known > MAX_COUNTED && filter.status().isEmpty()
                        ? Future.succeededFuture(known)
                        : visits.count(db, tenant, workflow, step, filter));
    }

    private Future<Long> total(Tenant tenant, WorkflowId workflow, Optional<ExecutionStatus> status) {
        return executionCounts
                .counts(database.requests(), tenant, Set.of(workflow.value()))
                .map(counts -> counts.getOrDefault(workflow.value(), Map.of()))
                .map(counts -> status.map(one -> counts.getOrDefault(one.name(), 0L))
                        .orElseGet(() -> counts.values().stream()
                                .mapToLong(Long::longValue)
                                .sum()));
    }

    /** Reads a page of the executions of a contact; fails with {@code CONTACT_NOT_FOUND}. */
    Future<FoundExecutions> page(Tenant tenant, ContactId contact, Optional<UUID> before, int limit) {
        var db = database.requests();
        return store.count(db, tenant, contact)
                .map(count -> count.orElseThrow(
                        () -> Failure.notFound(Kind.CONTACT_NOT_FOUND, "Contact", contact.toString())))
                .compose(total -> store.page(db, tenant, contact, before, limit + 1)
                        .map(found -> new FoundExecutions(before.isPresent() ? 0 : total, found)));
    }

    /** Fails with {@code WORKFLOW_NOT_FOUND}, or with {@code RESOURCE_NOT_FOUND} when the workflow has no such execution. */
    Future<ExecutionTimeline> timeline(Tenant tenant, WorkflowId workflow, ExecutionId id) {
        var db = database.requests();
        return known(tenant, workflow)
                .compose(ignored -> store.find(db, tenant, workflow, id))
                .map(found -> found.orElseThrow(() -> unknownExecution(id.toString())))
                .compose(execution -> store.visits(db, tenant, id).compose(visits -> webhooks.attempts(db, tenant, id)
                        .map(tries -> new ExecutionTimeline(execution, with(visits, tries)))));
    }

    private static List<VisitResponse> with(List<VisitResponse> visits, List<CallAttempt> tries) {
        var visitToAttempts = tries.stream()
                .collect(Collectors.groupingBy(
                        CallAttempt::visit, Collectors.mapping(ExecutionHistory::tried, Collectors.toList())));
        return visits.stream()
                .map(visit -> visit.with(visitToAttempts.getOrDefault(visit.visit(), List.of())))
                .toList();
    }

    private static CallTry tried(CallAttempt attempt) {
        return new CallTry(
                attempt.number(),
                attempt.at(),
                attempt.method(),
                attempt.url(),
                attempt.status(),
                attempt.error(),
                attempt.took().toMillis());
    }

    public static Failure unknownWorkflow(String id) {
        return Failure.notFound(Kind.WORKFLOW_NOT_FOUND, "Workflow", id);
    }

    static Failure unknownExecution(String id) {
        return Failure.notFound(Kind.RESOURCE_NOT_FOUND, "Execution", id);
    }
}
