package io.godwit.workflows.editor;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.id.WorkflowId;
import io.godwit.db.SqlErrorKind;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;

/**
 * Updates {@code executions.bars_reentry} when a workflow's re-entry rule changes: past executions keep their contact out, or no
 * longer do.
 */
final class ReentryStore {

    private static final String ALLOW = """
            UPDATE executions
               SET bars_reentry = false
             WHERE project_id = $1 AND workflow_id = $2 AND bars_reentry
               AND status IN ('COMPLETED', 'EXITED', 'FAILED', 'CANCELLED')
            """;

    /** From then on the last execution of each contact without one that does already keeps it out. */
    private static final String FORBID = """
            UPDATE executions
               SET bars_reentry = true
              FROM (SELECT DISTINCT ON (e.contact_id) e.id
                      FROM executions e
                     WHERE e.project_id = $1 AND e.workflow_id = $2 AND NOT e.bars_reentry
                       AND NOT EXISTS (SELECT FROM executions b
                                        WHERE b.project_id = $1 AND b.workflow_id = $2 AND b.contact_id = e.contact_id
                                          AND b.bars_reentry)
                     ORDER BY e.contact_id, e.id DESC) AS last
             WHERE executions.project_id = $1 AND executions.id = last.id
            """;

    /** The strongest lock waits for the ends in flight, which lock the key of the row; it is released with the statement. */
    private static final String AWAIT_ENDS = "SELECT FROM workflows WHERE project_id = $1 AND id = $2 FOR UPDATE";

    private static final String LOCK_RULE = """
            SELECT allow_reentry FROM workflows WHERE project_id = $1 AND id = $2 FOR NO KEY UPDATE
            """;

    /** Completes when every execution that was ending by the workflow's rule of the moment before has ended; not in a transaction. */
    Future<Void> awaitEnds(SqlClient db, Tenant tenant, WorkflowId id) {
        return db.preparedQuery(AWAIT_ENDS)
                .execute(Tuple.of(tenant.project().value(), id.value()))
                .mapEmpty();
    }

    /** Reads the rule, and locks it until the transaction ends; empty for a deleted workflow. */
    Future<Optional<Boolean>> lockRule(SqlClient tx, Tenant tenant, WorkflowId id) {
        return tx.preparedQuery(LOCK_RULE)
                .mapping(row -> row.getBoolean(0))
                .execute(Tuple.of(tenant.project().value(), id.value()))
                .map(rows -> rows.stream().findFirst());
    }

    /** Changes the rule; fails with {@code CONFLICT} when a contact entered the workflow at the same moment. */
    Future<Void> change(SqlClient tx, Tenant tenant, WorkflowId id, boolean allowed) {
        return tx.preparedQuery(allowed ? ALLOW : FORBID)
                .execute(Tuple.of(tenant.project().value(), id.value()))
                .recover(failed -> Future.failedFuture(meanwhile(failed)))
                .mapEmpty();
    }

    private static Throwable meanwhile(Throwable failed) {
        return SqlErrorKind.isUniqueViolation(failed)
                ? Failure.of(Kind.CONFLICT, "A contact came into the workflow at this moment; try again")
                : failed;
    }
}
