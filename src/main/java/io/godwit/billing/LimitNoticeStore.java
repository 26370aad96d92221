package io.godwit.billing;

import io.godwit.core.id.ProjectId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;

/** The {@code billing_notices} table: emails about limits that are to be written. */
final class LimitNoticeStore {

    private static final String CLAIM = """
            UPDATE billing_notices SET written_at = now()
             WHERE ctid = (SELECT ctid FROM billing_notices WHERE written_at IS NULL
                            ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED)
            RETURNING project_id, category, level, used, cap
            """;

    /** A limit that is nearly or fully used. */
    record NearLimit(ProjectId project, String category, boolean reached, long used, long cap) {}

    /** Claims one row, which counts as written when the transaction is committed. */
    Future<Optional<NearLimit>> claim(SqlClient tx) {
        return tx.preparedQuery(CLAIM)
                .mapping(row -> new NearLimit(
                        new ProjectId(row.getUUID("project_id")),
                        row.getString("category"),
                        row.getInteger("level") >= 100,
                        row.getLong("used"),
                        row.getLong("cap")))
                .execute(Tuple.tuple())
                .map(rows -> rows.stream().findFirst());
    }
}
