package io.godwit.workflows.editor;

import io.godwit.core.Tenant;
import io.godwit.core.id.WorkflowId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.Optional;

/**
 * Writes the tables {@code workflow_versions} (the graphs that run) and {@code workflow_triggers} (the events that start or
 * resume executions).
 */
final class VersionStore {

    /** Reuses the live version when the graph is the same. */
    private static final String PUBLISH = """
            WITH live AS (
                SELECT v.version
                  FROM workflows w
                  JOIN workflow_versions v ON v.project_id = w.project_id AND v.workflow_id = w.id AND v.version = w.live_version
                 WHERE w.project_id = $1 AND w.id = $2 AND v.graph::text = $3),
            made AS (
                INSERT INTO workflow_versions (project_id, workflow_id, version, graph)
                SELECT $1, $2, (SELECT coalesce(max(version), 0) + 1
                                  FROM workflow_versions
                                 WHERE project_id = $1 AND workflow_id = $2), $3::text::json
                 WHERE NOT EXISTS (SELECT FROM live)
                RETURNING version)
            UPDATE workflows
               SET live_version = published.version
              FROM (SELECT version FROM live UNION ALL SELECT version FROM made) AS published
             WHERE project_id = $1 AND id = $2
            """;

    private static final String STOP = """
            DELETE FROM workflow_triggers
             WHERE project_id = $1 AND workflow_id = $2 AND kind = 'START' AND event_name IS DISTINCT FROM $3
            """;

    private static final String START = """
            INSERT INTO workflow_triggers (project_id, event_name, kind, workflow_id, version, allow_reentry)
            SELECT project_id, $3, 'START', id, live_version, allow_reentry FROM workflows WHERE project_id = $1 AND id = $2
                ON CONFLICT (project_id, event_name, kind, workflow_id) DO UPDATE
               SET version = excluded.version, allow_reentry = excluded.allow_reentry
            """;

    private static final String WAIT = """
            INSERT INTO workflow_triggers (project_id, event_name, kind, workflow_id)
            SELECT $1, name, 'WAIT', $2 FROM unnest($3::text[]) AS name
                ON CONFLICT DO NOTHING
            """;

    /** Makes the graph the live version. */
    Future<Void> publish(SqlClient tx, Tenant tenant, WorkflowId id, String graph) {
        return tx.preparedQuery(PUBLISH)
                .execute(Tuple.of(tenant.project().value(), id.value(), graph))
                .mapEmpty();
    }

    /** Starts executions of the live version by this event from now on, and by no other. */
    Future<Void> begin(SqlClient tx, Tenant tenant, WorkflowId id, Optional<String> event) {
        var parameters = Tuple.of(tenant.project().value(), id.value(), event.orElse(null));
        var stopped = tx.preparedQuery(STOP).execute(parameters);
        return event.isEmpty()
                ? stopped.mapEmpty()
                : Future.join(stopped, tx.preparedQuery(START).execute(parameters))
                        .mapEmpty();
    }

    /** Registers the events that executions may wait for from now on. */
    Future<Void> await(SqlClient tx, Tenant tenant, WorkflowId id, Collection<String> events) {
        return events.isEmpty()
                ? Future.succeededFuture()
                : tx.preparedQuery(WAIT)
                        .execute(Tuple.of(tenant.project().value(), id.value(), (Object) events.toArray(String[]::new)))
                        .mapEmpty();
    }
}
