package io.godwit.workflows.engine;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;

/**
 * Deletes leftovers of edits, of all projects at once: versions that never ran, and events that no execution can wait for any
 * more.
 */
public final class VersionPruneStore {

    /**
     * Versions that were replaced before an execution began with them. An execution begins while its version is live, so only
     * executions with ids of that time are looked for, with three hours for clocks that are off; transactions that saw it live
     * have ended after an hour. A version that ran once is kept for the history, so versions replaced days ago are not looked at
     * again.
     */
    private static final String VERSIONS = """
            WITH replaced AS MATERIALIZED (
                SELECT v.project_id, v.workflow_id, v.version, v.created_at AS since, next.created_at AS until
                  FROM workflow_versions v
                  JOIN workflows w ON w.project_id = v.project_id AND w.id = v.workflow_id AND w.live_version > v.version
                 CROSS JOIN LATERAL (SELECT created_at FROM workflow_versions later
                                      WHERE later.project_id = v.project_id AND later.workflow_id = v.workflow_id
                                        AND later.version > v.version
                                      ORDER BY later.version LIMIT 1) next
                 WHERE next.created_at BETWEEN now() - interval '3 days' AND now() - interval '1 hour')
            DELETE FROM workflow_versions USING replaced r
             WHERE workflow_versions.project_id = r.project_id AND workflow_versions.workflow_id = r.workflow_id
               AND workflow_versions.version = r.version
               AND NOT EXISTS (
                   SELECT FROM unnest('{RUNNING,WAITING,COMPLETED,EXITED,FAILED,CANCELLED}'::text[]) AS any_status (status)
                     JOIN executions e ON e.project_id = r.project_id AND e.workflow_id = r.workflow_id
                      AND e.status = any_status.status AND e.version = r.version
                      AND e.id >= uuid_v7_floor(r.since - interval '3 hours')
                      AND e.id < uuid_v7_floor(r.until + interval '3 hours'))
            """;

    /**
     * The event that the {@code step} of a version waits for, without the blanks around it, as {@link String#strip} removes them
     * when the step is read: a step keeps the name as it was written.
     */
    static final String AWAITED = """
            btrim(step -> 'config' ->> 'eventName',
                  E' \\t\\n\\x0B\\f\\r\\x1C\\x1D\\x1E\\x1F\\u1680\\u2000\\u2001\\u2002\\u2003\\u2004\\u2005\\u2006'
                  || E'\\u2008\\u2009\\u200A\\u2028\\u2029\\u205F\\u3000')
            """.strip();

    /**
     * Events that no step of the live version waits for, nor one of a version with an active execution. Editors lock the
     * workflow's row, so none of them names an event again meanwhile.
     */
    private static final String WAITS = """
            WITH settled AS MATERIALIZED (
                SELECT w.project_id, w.id, w.live_version
                  FROM workflows w
                  JOIN workflow_versions live
                    ON live.project_id = w.project_id AND live.workflow_id = w.id AND live.version = w.live_version
                 WHERE live.created_at < now() - interval '1 hour'
                   AND EXISTS (SELECT FROM workflow_triggers t
                                WHERE t.project_id = w.project_id AND t.workflow_id = w.id AND t.kind = 'WAIT'
                                  AND NOT %1$s)
                   FOR NO KEY UPDATE OF w SKIP LOCKED)
            DELETE FROM workflow_triggers t USING settled s
             WHERE t.project_id = s.project_id AND t.workflow_id = s.id AND t.kind = 'WAIT'
               AND NOT EXISTS (SELECT FROM workflow_versions live
                                WHERE live.project_id = s.project_id AND live.workflow_id = s.id
                                  AND live.version = s.live_version AND %1$s)
               AND NOT EXISTS (SELECT FROM executions e
                                WHERE e.project_id = s.project_id AND e.workflow_id = s.id
                                  AND e.status IN ('RUNNING', 'WAITING')
                                  AND e.version IN (SELECT live.version FROM workflow_versions live
                                                     WHERE live.project_id = s.project_id AND live.workflow_id = s.id
                                                       AND %1$s))
            """.formatted("""
                    EXISTS (SELECT FROM json_array_elements(live.graph -> 'steps') AS step
                             WHERE step ->> 'type' = 'WAIT_FOR_EVENT' AND %s = t.event_name)
                    """.strip().formatted(AWAITED));

    /** Completes with the number of deleted versions. */
    public Future<Integer> versions(SqlClient db) {
        return db.query(VERSIONS).execute().map(rows -> rows.rowCount());
    }

    /** Completes with the number of deleted events. */
    public Future<Integer> waits(SqlClient db) {
        return db.query(WAITS).execute().map(rows -> rows.rowCount());
    }
}
