package io.godwit.workflows.engine;

import io.godwit.core.Json;
import io.godwit.workflows.steps.StepDecision;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Writes the outcomes of a batch, some hundred executions in a statement. Their timers are locked already. */
final class ExecutionWriteStore {

    private static final String INSERT_VISITS = """
            INSERT INTO execution_visits (project_id, execution_id, visit, step_id, status, branch, output, error, execute_after,
                                          resume_event_id, completed_at)
            SELECT v.project_id, v.execution_id, v.visit, v.step_id, v.status, v.branch, v.output::jsonb, v.error, v.execute_after,
                   v.resume_event_id, CASE WHEN v.status <> 'WAITING' THEN now() END
              FROM unnest($1::uuid[], $2::uuid[], $3::integer[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[],
                          $9::timestamptz[], $10::uuid[])
                   AS v (project_id, execution_id, visit, step_id, status, branch, output, error, execute_after, resume_event_id)
            """;

    private static final String COMPLETE_VISITS = """
            UPDATE execution_visits
               SET status = v.status, branch = v.branch, output = execution_visits.output || v.output::jsonb, error = v.error,
                   resume_event_id = v.resume_event_id, completed_at = now()
              FROM unnest($1::uuid[], $2::uuid[], $3::integer[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[],
                          $9::timestamptz[], $10::uuid[])
                   AS v (project_id, execution_id, visit, step_id, status, branch, output, error, execute_after, resume_event_id)
             WHERE execution_visits.project_id = v.project_id AND execution_visits.execution_id = v.execution_id
               AND execution_visits.visit = v.visit
            """;

    /**
     * An end deletes the non-persistent values, and lets the contact enter again when the workflow allows re-entry. An execution
     * that was retried after its contact had entered again keeps nobody out, and never does from then on.
     */
    private static final String EXECUTIONS = """
            UPDATE executions
               SET status = o.status, current_step_id = o.step_id, exit_reason = o.reason, error = o.error, visits = o.visits,
                   context = CASE WHEN o.ended THEN coalesce(o.context::jsonb, executions.context) - 'once'
                                  ELSE coalesce(o.context::jsonb, executions.context) END,
                   bars_reentry = executions.bars_reentry AND NOT (o.ended AND coalesce(w.allow_reentry, false)),
                   completed_at = CASE WHEN o.ended THEN now() END,
                   updated_at = now()
              FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::integer[],
                          $9::boolean[], $10::uuid[])
                   AS o (project_id, id, status, step_id, reason, error, context, visits, ended, workflow_id)
              LEFT JOIN workflows w ON w.project_id = o.project_id AND w.id = o.workflow_id
             WHERE executions.project_id = o.project_id AND executions.id = o.id
            """;

    private static final String END = """
            DELETE FROM execution_timers
             USING unnest($1::uuid[], $2::uuid[]) AS ended (project_id, id)
             WHERE execution_timers.project_id = ended.project_id AND execution_timers.execution_id = ended.id
            """;

    /**
     * A wait counts from the transaction's time; it is due at once, for the look that finds events that came in between. Raises the
     * fence, because the node renews the lease until it learns of the commit: that must not lease what waits since then.
     */
    private static final String SUSPEND = """
            UPDATE execution_timers
               SET due_at = coalesce(r.due_at, 'infinity'), lease_until = NULL, fence = fence + 1,
                   lost_leases = 0, alone = false, alone_lost_leases = 0, alone_lost_fences = NULL, wait_event = r.wait_event,
                   wait_since = CASE WHEN r.wait_event IS NOT NULL THEN now() END, wait_if = r.conditions::json,
                   wait_until = r.until, resume_reason = NULL
              FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::text[], $6::timestamptz[])
                   AS r (project_id, id, due_at, wait_event, conditions, until)
             WHERE execution_timers.project_id = r.project_id AND execution_timers.execution_id = r.id
            """;

    /** Puts back executions that go on waiting as before; raises the fence as {@link #SUSPEND} does. */
    private static final String KEEP_WAITING = """
            UPDATE execution_timers
               SET due_at = coalesce(wait_until, 'infinity'), lease_until = NULL, fence = fence + 1,
                   lost_leases = 0, alone = false, alone_lost_leases = 0, alone_lost_fences = NULL
              FROM unnest($1::uuid[], $2::uuid[]) AS s (project_id, id)
             WHERE execution_timers.project_id = s.project_id AND execution_timers.execution_id = s.id
            """;

    /** A visit with the execution it belongs to. */
    private record Row(LoadedExecution execution, StepVisit visit) {}

    /** Inserts the visits that began in this batch. */
    Future<Void> insertVisits(SqlClient tx, List<ExecutionOutcome> outcomes) {
        return visits(tx, INSERT_VISITS, rows(outcomes, true));
    }

    /** Updates the visits that waited at a step until now. */
    Future<Void> completeVisits(SqlClient tx, List<ExecutionOutcome> outcomes) {
        return visits(tx, COMPLETE_VISITS, rows(outcomes, false));
    }

    private static List<Row> rows(List<ExecutionOutcome> outcomes, boolean isNew) {
        return outcomes.stream()
                .flatMap(outcome -> outcome.visits().stream()
                        .filter(visit -> visit.isNew() == isNew)
                        .map(visit -> new Row(outcome.execution(), visit)))
                .toList();
    }

    private static Future<Void> visits(SqlClient tx, String sql, List<Row> rows) {
        if (rows.isEmpty()) {
            return Future.succeededFuture();
        }
        return tx.preparedQuery(sql)
                .execute(Tuple.tuple()
                        .addArrayOfUUID(
                                uuids(rows, row -> row.execution().projectId().value()))
                        .addArrayOfUUID(uuids(rows, row -> row.execution().id().value()))
                        .addArrayOfInteger(
                                rows.stream().map(row -> row.visit().number()).toArray(Integer[]::new))
                        .addArrayOfUUID(uuids(rows, row -> row.visit().step().value()))
                        .addArrayOfString(
                                texts(rows, row -> row.visit().status().name()))
                        .addArrayOfString(texts(rows, row -> row.visit().exit().orElse(null)))
                        .addArrayOfString(
                                texts(rows, row -> Json.write(row.visit().output())))
                        .addArrayOfString(texts(rows, row -> row.visit().error().orElse(null)))
                        .addArrayOfOffsetDateTime(
                                times(rows, row -> row.visit().until().orElse(null)))
                        .addArrayOfUUID(
                                uuids(rows, row -> row.visit().resumedBy().orElse(null))))
                .mapEmpty();
    }

    Future<Void> executions(SqlClient tx, List<ExecutionOutcome> outcomes) {
        return tx.preparedQuery(EXECUTIONS)
                .execute(keys(outcomes)
                        .addArrayOfString(
                                texts(outcomes, outcome -> outcome.status().name()))
                        .addArrayOfUUID(uuids(
                                outcomes,
                                outcome -> outcome.current().isPresent()
                                        ? outcome.current().get().value()
                                        : null))
                        .addArrayOfString(
                                texts(outcomes, outcome -> outcome.reason().orElse(null)))
                        .addArrayOfString(
                                texts(outcomes, outcome -> outcome.error().orElse(null)))
                        .addArrayOfString(texts(outcomes, ExecutionWriteStore::context))
                        .addArrayOfInteger(
                                outcomes.stream().map(ExecutionOutcome::count).toArray(Integer[]::new))
                        .addArrayOfBoolean(
                                outcomes.stream().map(ExecutionOutcome::ended).toArray(Boolean[]::new))
                        .addArrayOfUUID(uuids(
                                outcomes,
                                outcome -> outcome.execution().workflow().value())))
                .mapEmpty();
    }

    private static @Nullable String context(ExecutionOutcome outcome) {
        return outcome.context().isPresent() ? outcome.context().get().json() : null;
    }

    Future<Void> end(SqlClient tx, List<ExecutionOutcome> ended) {
        return ended.isEmpty()
                ? Future.succeededFuture()
                : tx.preparedQuery(END).execute(keys(ended)).mapEmpty();
    }

    Future<Void> writeWaiting(SqlClient tx, List<ExecutionOutcome> resting, Instant now) {
        return resting.isEmpty()
                ? Future.succeededFuture()
                : tx.preparedQuery(SUSPEND)
                        .execute(keys(resting)
                                .addArrayOfOffsetDateTime(times(
                                        resting,
                                        outcome -> finite(outcome.due(now).orElse(null))))
                                .addArrayOfString(texts(resting, ExecutionWriteStore::awaits))
                                .addArrayOfString(texts(resting, ExecutionWriteStore::conditions))
                                .addArrayOfOffsetDateTime(times(
                                        resting,
                                        outcome -> finite(outcome.suspension()
                                                .orElseThrow()
                                                .until()))))
                        .mapEmpty();
    }

    private static @Nullable String awaits(ExecutionOutcome outcome) {
        return outcome.suspension()
                .flatMap(StepDecision.Rest::event)
                .map(StepDecision.AwaitedEvent::name)
                .orElse(null);
    }

    private static @Nullable String conditions(ExecutionOutcome outcome) {
        return outcome.suspension()
                .flatMap(StepDecision.Rest::event)
                .flatMap(StepDecision.AwaitedEvent::conditions)
                .map(conditions -> Json.write(conditions.written()))
                .orElse(null);
    }

    private static @Nullable Instant finite(@Nullable Instant moment) {
        return moment == null || moment.equals(Instant.MAX) ? null : moment;
    }

    Future<Void> keepWaiting(SqlClient tx, List<LoadedExecution> waiting) {
        return waiting.isEmpty()
                ? Future.succeededFuture()
                : tx.preparedQuery(KEEP_WAITING)
                        .execute(Tuple.tuple()
                                .addArrayOfUUID(
                                        uuids(waiting, one -> one.projectId().value()))
                                .addArrayOfUUID(uuids(waiting, one -> one.id().value())))
                        .mapEmpty();
    }

    /** The columns project and execution. */
    private static Tuple keys(List<ExecutionOutcome> outcomes) {
        return Tuple.tuple()
                .addArrayOfUUID(uuids(
                        outcomes, outcome -> outcome.execution().projectId().value()))
                .addArrayOfUUID(
                        uuids(outcomes, outcome -> outcome.execution().id().value()));
    }

    private static <R> UUID[] uuids(List<R> rows, Function<R, @Nullable UUID> value) {
        return rows.stream().map(value).toArray(UUID[]::new);
    }

    private static <R> String[] texts(List<R> rows, Function<R, @Nullable String> value) {
        return rows.stream().map(value).toArray(String[]::new);
    }

    static <R> OffsetDateTime[] times(List<R> rows, Function<R, @Nullable Instant> value) {
        return rows.stream().map(row -> time(value.apply(row))).toArray(OffsetDateTime[]::new);
    }

    private static @Nullable OffsetDateTime time(@Nullable Instant moment) {
        return moment == null ? null : moment.atOffset(ZoneOffset.UTC);
    }
}
