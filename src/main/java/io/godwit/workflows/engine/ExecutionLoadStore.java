package io.godwit.workflows.engine;

import io.godwit.contacts.ContactBatchWriter.ContactKey;
import io.godwit.core.Json;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.ExecutionId;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.StepId;
import io.godwit.core.id.WorkflowId;
import io.godwit.db.CrashCount;
import io.godwit.workflows.model.ExecutionContext;
import io.godwit.workflows.steps.EventConditions;
import io.godwit.workflows.steps.ResumeReason;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Reads the data a batch of some hundred executions needs before it decides. */
final class ExecutionLoadStore {

    /** Locks timers in the same order as all other statements do; a claim with an older fence finds nothing. */
    private static final String LOCK = """
            SELECT t.project_id, t.execution_id, t.fence, t.lost_leases, t.alone_lost_leases, t.workflow_id, t.contact_id, t.wait_event, t.wait_since,
                   t.wait_if::text, t.wait_until, t.resume_reason::text, e.version, e.current_step_id, e.context::text, e.trigger_depth,
                   e.visits, e.started_at, w.name AS workflow_name, p.name AS project_name, p.disabled, now() AS now
              FROM unnest($1::uuid[], $2::uuid[], $3::bigint[]) AS claimed (project_id, execution_id, fence)
              JOIN execution_timers t USING (project_id, execution_id, fence)
              JOIN executions e ON e.project_id = t.project_id AND e.id = t.execution_id
              JOIN projects p ON p.id = t.project_id
              LEFT JOIN workflows w ON w.project_id = t.project_id AND w.id = t.workflow_id
             ORDER BY t.project_id, t.execution_id
               FOR UPDATE OF t
            """;

    private static final String GRAPHS = """
            SELECT project_id, workflow_id, version, graph::text
              FROM unnest($1::uuid[], $2::uuid[], $3::integer[]) AS requested (project_id, workflow_id, version)
              JOIN workflow_versions USING (project_id, workflow_id, version)
            """;

    private static final String LAST_MAIL = """
            SELECT requested.project_id, requested.id, last.*
              FROM unnest($1::uuid[], $2::uuid[]) AS requested (project_id, id)
             CROSS JOIN LATERAL (SELECT max(sent_at) AS sent, max(delivered_at) AS delivered, max(opened_at) AS opened,
                                        max(clicked_at) AS clicked, max(bounced_at) AS bounced, max(complained_at) AS complained
                                   FROM emails
                                  WHERE emails.project_id = requested.project_id AND emails.contact_id = requested.id
                                    AND NOT emails.test) last
            """;

    private static final String EVENTS_DURING_WAIT = """
            SELECT id, created_at, data::text AS data
              FROM events
             WHERE events.project_id = requested.project_id AND events.contact_id = requested.contact_id
               AND events.id >= requested.lowest AND events.name = requested.name
               AND events.created_at > requested.since AND events.created_at < requested.until
            """;

    /**
     * Events that came since a wait began. Their ids hold the time by the clock of the node that made them, which may be off:
     * three hours are allowed for that. Non-persistent values are in no log, but may still be in {@code execution_pending_events}.
     * Of many events, the first and the last hundred: those between were found by {@code WaitResumer}, which misses only what came
     * while the wait was being written, and is late only for what came just before the timeout.
     */
    private static final String PENDING_EVENTS = """
            SELECT requested.execution_id, event.id, event.created_at, event.data, a.data::text AS arrived
              FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::uuid[])
                   AS requested (project_id, execution_id, contact_id, name, since, until, lowest)
             CROSS JOIN LATERAL ((%1$s ORDER BY id LIMIT 100) UNION (%1$s ORDER BY id DESC LIMIT 100)) event
              LEFT JOIN execution_pending_events a ON a.project_id = requested.project_id AND a.event_id = event.id
             ORDER BY event.created_at, event.id
            """.formatted(EVENTS_DURING_WAIT);

    private static final Map<String, List<String>> ACTIVITY_TO_NAMES = Map.of(
            "sent", List.of("sent"),
            "delivered", List.of("delivered", "delivery"),
            "opened", List.of("opened", "open"),
            "clicked", List.of("clicked", "click"),
            "bounced", List.of("bounced", "bounce"),
            "complained", List.of("complained", "complaint"));

    private static final long CLOCKS_MILLIS = 3 * 60 * 60 * 1000L;

    /** The executions that were found, and the transaction's time. */
    record LockedBatch(List<LoadedExecution> executions, Instant now) {}

    /** Locks the executions whose lease is not lost until the transaction ends, and reads them. */
    Future<LockedBatch> lock(SqlClient tx, Collection<ClaimedExecution> claimed) {
        return tx.preparedQuery(LOCK).execute(TimerStore.keys(claimed)).map(rows -> {
            var loaded = rows.stream().map(ExecutionLoadStore::loaded).toList();
            var now = rows.size() == 0
                    ? Instant.EPOCH
                    : rows.iterator().next().getOffsetDateTime("now").toInstant();
            return new LockedBatch(loaded, now);
        });
    }

    private static LoadedExecution loaded(Row row) {
        var claimed = new ClaimedExecution(
                new ProjectId(row.getUUID("project_id")),
                new ExecutionId(row.getUUID("execution_id")),
                row.getLong("fence"),
                new CrashCount(row.getInteger("lost_leases"), row.getInteger("alone_lost_leases"), false));
        return new LoadedExecution(
                claimed,
                new WorkflowId(row.getUUID("workflow_id")),
                new ContactId(row.getUUID("contact_id")),
                Optional.ofNullable(row.getString("wait_event")).map(event -> wait(event, row)),
                Optional.ofNullable(row.getString("resume_reason")).map(ResumeReason::stored),
                row.getInteger("version"),
                Optional.ofNullable(row.getUUID("current_step_id")).map(StepId::new),
                ExecutionContext.stored(row.getString("context")),
                row.getInteger("trigger_depth"),
                row.getInteger("visits"),
                row.getOffsetDateTime("started_at").toInstant(),
                Optional.ofNullable(row.getString("workflow_name")),
                new LoadedExecution.ProjectFacts(row.getString("project_name"), row.getBoolean("disabled")));
    }

    private static LoadedExecution.Wait wait(String event, Row row) {
        var until = row.getOffsetDateTime("wait_until");
        return new LoadedExecution.Wait(
                event,
                row.getOffsetDateTime("wait_since").toInstant(),
                until == null ? Instant.MAX : until.toInstant(),
                Optional.ofNullable(row.getString("wait_if"))
                        .map(json -> EventConditions.stored(Json.readObject(json))));
    }

    /** The JSON of the graphs that exist. */
    Future<Map<VersionCache.Key, String>> graphs(SqlClient db, Collection<VersionCache.Key> wanted) {
        var projects = wanted.stream().map(key -> key.project().value()).toArray(UUID[]::new);
        var workflows = wanted.stream().map(key -> key.workflow().value()).toArray(UUID[]::new);
        var versions = wanted.stream().map(VersionCache.Key::version).toArray(Integer[]::new);
        return db.preparedQuery(GRAPHS)
                .execute(Tuple.of(projects, workflows, versions))
                .map(rows -> {
                    var keyToGraph = new HashMap<VersionCache.Key, String>();
                    rows.forEach(row -> keyToGraph.put(
                            new VersionCache.Key(
                                    new ProjectId(row.getUUID(0)), new WorkflowId(row.getUUID(1)), row.getInteger(2)),
                            row.getString(3)));
                    return keyToGraph;
                });
    }

    /** The times of a contact's last emails, by contact and by the field's name in filters. */
    Future<Map<ContactKey, Map<String, Instant>>> lastMail(SqlClient db, Collection<ContactKey> wanted) {
        var projects = wanted.stream().map(key -> key.project().value()).toArray(UUID[]::new);
        var ids = wanted.stream().map(key -> key.id().value()).toArray(UUID[]::new);
        return db.preparedQuery(LAST_MAIL)
                .execute(Tuple.of(projects, (Object) ids))
                .map(rows -> {
                    var found = new HashMap<ContactKey, Map<String, Instant>>();
                    rows.forEach(row -> found.put(
                            new ContactKey(new ProjectId(row.getUUID(0)), new ContactId(row.getUUID(1))),
                            activities(row)));
                    return found;
                });
    }

    /** The times under all names filters know. */
    private static Map<String, Instant> activities(Row row) {
        var activities = new HashMap<String, Instant>();
        ACTIVITY_TO_NAMES.forEach((column, names) -> Optional.ofNullable(row.getOffsetDateTime(column))
                .ifPresent(at -> names.forEach(name -> activities.put("email." + name, at.toInstant()))));
        return activities;
    }

    /** Events by the execution that waits for them, in order of time. */
    Future<Map<ExecutionId, List<ResumeReason.Event>>> pendingEvents(SqlClient db, List<LoadedExecution> waiting) {
        var events = new HashMap<ExecutionId, List<ResumeReason.Event>>();
        return db.preparedQuery(PENDING_EVENTS).execute(awaited(waiting)).map(rows -> {
            rows.forEach(row -> events.computeIfAbsent(
                            new ExecutionId(row.getUUID("execution_id")), ignored -> new ArrayList<>())
                    .add(event(row)));
            return events;
        });
    }

    private static ResumeReason.Event event(Row row) {
        var event = row.getString("arrived");
        var data = row.getString("data");
        return new ResumeReason.Event(
                row.getUUID("id"),
                event != null
                        ? ExecutionContext.stored(event)
                        : new ExecutionContext(data == null ? Map.of() : Json.readObject(data), Map.of()),
                row.getOffsetDateTime("created_at").toInstant());
    }

    private static Tuple awaited(List<LoadedExecution> waiting) {
        return Tuple.tuple()
                .addArrayOfUUID(
                        waiting.stream().map(one -> one.projectId().value()).toArray(UUID[]::new))
                .addArrayOfUUID(waiting.stream().map(one -> one.id().value()).toArray(UUID[]::new))
                .addArrayOfUUID(
                        waiting.stream().map(one -> one.contact().value()).toArray(UUID[]::new))
                .addArrayOfString(waiting.stream()
                        .map(one -> one.waiting().orElseThrow().event())
                        .toArray(String[]::new))
                .addArrayOfOffsetDateTime(ExecutionWriteStore.times(
                        waiting, one -> one.waiting().orElseThrow().since()))
                .addArrayOfOffsetDateTime(ExecutionWriteStore.times(
                        waiting, one -> far(one.waiting().orElseThrow().until())))
                .addArrayOfUUID(waiting.stream()
                        .map(one -> lowest(one.waiting().orElseThrow().since()))
                        .toArray(UUID[]::new));
    }

    private static Instant far(Instant until) {
        return until.equals(Instant.MAX) ? Instant.parse("9999-01-01T00:00:00Z") : until;
    }

    private static UUID lowest(Instant since) {
        return new UUID((since.toEpochMilli() - CLOCKS_MILLIS) << 16, 0);
    }
}
