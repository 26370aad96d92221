package io.godwit.workflows.engine;

import io.godwit.core.Json;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.ExecutionId;
import io.godwit.core.id.ProjectId;
import io.godwit.workflows.model.ExecutionContext;
import io.godwit.workflows.steps.EventConditions;
import io.godwit.workflows.steps.ResumeReason;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Reads {@code execution_pending_events}, the events that executions may wait for, and ends the waits in {@code execution_timers}.
 */
final class PendingEventStore {

    /** Events of one transaction have one time, and their ids the order in which they came. */
    private static final String CLAIM = """
            SELECT project_id, event_id, contact_id, name, data::text, created_at
              FROM execution_pending_events
             WHERE NOT seen
             ORDER BY created_at, event_id
             LIMIT $1
               FOR UPDATE SKIP LOCKED
            """;

    private static final String WAITING = """
            SELECT a.position, t.project_id, t.execution_id, t.wait_if::text
              FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[]) WITH ORDINALITY
                   AS a (project_id, contact_id, name, created_at, position)
              JOIN execution_timers t ON t.project_id = a.project_id AND t.contact_id = a.contact_id
             WHERE t.wait_event = a.name AND t.wait_since < a.created_at AND t.resume_reason IS NULL
               AND (t.wait_until IS NULL OR t.wait_until > a.created_at)
             ORDER BY a.position
            """;

    /**
     * Checks each wait again once it is locked: it may be another one by then. Timers are locked in the same order by all
     * statements.
     */
    private static final String WAKE = """
            WITH woken AS MATERIALIZED (
                SELECT t.project_id, t.execution_id, w.resume_reason
                  FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[], $5::text[])
                       AS w (project_id, execution_id, name, created_at, resume_reason)
                  JOIN execution_timers t ON t.project_id = w.project_id AND t.execution_id = w.execution_id
                 WHERE t.wait_event = w.name AND t.wait_since < w.created_at AND t.resume_reason IS NULL
                   AND (t.wait_until IS NULL OR t.wait_until > w.created_at)
                 ORDER BY t.project_id, t.execution_id
                   FOR UPDATE OF t)
            UPDATE execution_timers
               SET resume_reason = woken.resume_reason::json, due_at = now(), lease_until = NULL, fence = fence + 1
              FROM woken
             WHERE execution_timers.project_id = woken.project_id AND execution_timers.execution_id = woken.execution_id
            """;

    /** Keeps values that are in no log for a wait that is just being written; deletes the rest. */
    private static final String SEEN = """
            WITH checked AS MATERIALIZED (
                SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::boolean[]) AS a (project_id, event_id, keeps)),
            marked AS (
                UPDATE execution_pending_events SET seen = true
                  FROM checked
                 WHERE keeps AND execution_pending_events.project_id = checked.project_id
                   AND execution_pending_events.event_id = checked.event_id)
            DELETE FROM execution_pending_events
             USING checked
             WHERE NOT keeps AND execution_pending_events.project_id = checked.project_id
               AND execution_pending_events.event_id = checked.event_id
            """;

    private static final String EXPIRE = """
            DELETE FROM execution_pending_events WHERE seen AND created_at < now() - interval '2 minutes'
            """;

    /** An event that executions may wait for. */
    record PendingEvent(
            ProjectId project, UUID event, ContactId contact, String name, ExecutionContext data, Instant at) {

        ResumeReason wake() {
            return ResumeReason.by(new ResumeReason.Event(event, data, at));
        }
    }

    /**
     * A wait that an event may end.
     *
     * @param arrival counts from 0
     */
    record Candidate(int arrival, ExecutionId execution, Optional<EventConditions> conditions) {}

    /** An event that ends a wait. */
    record Match(PendingEvent event, ExecutionId execution) {}

    /** Locks some unseen events. */
    Future<List<PendingEvent>> lockPending(SqlClient tx, int limit) {
        return tx.preparedQuery(CLAIM)
                .mapping(PendingEventStore::arrival)
                .execute(Tuple.of(limit))
                .map(rows -> rows.stream().toList());
    }

    private static PendingEvent arrival(Row row) {
        return new PendingEvent(
                new ProjectId(row.getUUID(0)),
                row.getUUID(1),
                new ContactId(row.getUUID(2)),
                row.getString(3),
                ExecutionContext.stored(row.getString(4)),
                row.getOffsetDateTime(5).toInstant());
    }

    /** Waits the events may end, in the order of the events. */
    Future<List<Candidate>> candidates(SqlClient tx, List<PendingEvent> events) {
        return tx.preparedQuery(WAITING)
                .mapping(row -> new Candidate(
                        row.getLong("position").intValue() - 1,
                        new ExecutionId(row.getUUID("execution_id")),
                        Optional.ofNullable(row.getString("wait_if"))
                                .map(json -> EventConditions.stored(Json.readObject(json)))))
                .execute(Tuple.tuple()
                        .addArrayOfUUID(events.stream()
                                .map(one -> one.project().value())
                                .toArray(UUID[]::new))
                        .addArrayOfUUID(events.stream()
                                .map(one -> one.contact().value())
                                .toArray(UUID[]::new))
                        .addArrayOfString(
                                events.stream().map(PendingEvent::name).toArray(String[]::new))
                        .addArrayOfOffsetDateTime(ExecutionWriteStore.times(events, PendingEvent::at)))
                .map(rows -> rows.stream().toList());
    }

    Future<Void> wake(SqlClient tx, List<Match> matches) {
        return tx.preparedQuery(WAKE)
                .execute(Tuple.tuple()
                        .addArrayOfUUID(matches.stream()
                                .map(one -> one.event().project().value())
                                .toArray(UUID[]::new))
                        .addArrayOfUUID(matches.stream()
                                .map(one -> one.execution().value())
                                .toArray(UUID[]::new))
                        .addArrayOfString(
                                matches.stream().map(one -> one.event().name()).toArray(String[]::new))
                        .addArrayOfOffsetDateTime(ExecutionWriteStore.times(
                                matches, one -> one.event().at()))
                        .addArrayOfString(matches.stream()
                                .map(one -> one.event().wake().json())
                                .toArray(String[]::new)))
                .mapEmpty();
    }

    Future<Void> seen(SqlClient tx, List<PendingEvent> events) {
        return tx.preparedQuery(SEEN)
                .execute(Tuple.tuple()
                        .addArrayOfUUID(events.stream()
                                .map(one -> one.project().value())
                                .toArray(UUID[]::new))
                        .addArrayOfUUID(events.stream().map(PendingEvent::event).toArray(UUID[]::new))
                        .addArrayOfBoolean(events.stream()
                                .map(one -> !one.data().transientData().isEmpty())
                                .toArray(Boolean[]::new)))
                .mapEmpty();
    }

    Future<Void> expire(SqlClient db) {
        return db.query(EXPIRE).execute().mapEmpty();
    }
}
