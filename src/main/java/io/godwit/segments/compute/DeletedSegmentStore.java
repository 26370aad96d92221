package io.godwit.segments.compute;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;

/**
 * Deletes the rows that deleted segments leave behind. Each statement deletes a bounded number of rows; the segments may be of
 * any project.
 */
final class DeletedSegmentStore {

    private static final int BATCH_SIZE = 10_000;

    private static final String CLAIM = """
            SELECT project_id, segment_id FROM segment_deletions LIMIT 1 FOR UPDATE SKIP LOCKED
            """;

    private static final String SWEEP = """
            DELETE FROM segment_members
             WHERE ctid = ANY (ARRAY(SELECT ctid FROM segment_members WHERE project_id = $1 AND segment_id = $2 LIMIT $3))
            """;

    private static final String SWEEP_REMAINING = """
            WITH changes AS (DELETE FROM segment_changes WHERE project_id = $1 AND segment_id = $2),
            pages AS (DELETE FROM segment_pages WHERE project_id = $1 AND segment_id = $2),
            sizes AS (DELETE FROM segment_sizes WHERE project_id = $1 AND segment_id = $2)
            DELETE FROM segment_deletions WHERE project_id = $1 AND segment_id = $2
            """;

    /** True when there may be more. */
    Future<Boolean> sweep(SqlClient tx) {
        return tx.query(CLAIM)
                .execute()
                .compose(rows -> rows.size() == 0
                        ? Future.succeededFuture(false)
                        : sweep(tx, rows.iterator().next()));
    }

    private static Future<Boolean> sweep(SqlClient tx, Row row) {
        var project = row.getUUID(0);
        var segment = row.getUUID(1);
        return tx.preparedQuery(SWEEP)
                .execute(Tuple.of(project, segment, BATCH_SIZE))
                .compose(swept -> swept.rowCount() == BATCH_SIZE
                        ? Future.succeededFuture()
                        : tx.preparedQuery(SWEEP_REMAINING).execute(Tuple.of(project, segment)))
                .map(true);
    }
}
