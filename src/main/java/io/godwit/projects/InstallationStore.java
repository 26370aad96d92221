package io.godwit.projects;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;

/** The single row of {@code installation}. */
final class InstallationStore {

    private InstallationStore() {}

    /**
     * Completes with the fingerprint of the keys the data is written with; stores the given one when there was none yet.
     */
    static Future<Buffer> claim(SqlClient db, Buffer fingerprint) {
        return db.preparedQuery("""
                        INSERT INTO installation (key_fingerprint) VALUES ($1)
                        ON CONFLICT (only_row) DO UPDATE SET only_row = true
                        RETURNING key_fingerprint
                        """)
                .execute(Tuple.of(fingerprint))
                .map(rows -> rows.iterator().next().getBuffer(0));
    }

    static Future<Long> keysVersion(SqlClient db) {
        return db.preparedQuery("SELECT keys_version FROM installation")
                .execute()
                .map(rows -> rows.iterator().next().getLong(0));
    }

    /** The {@code version} column of rows that were joined to {@code installation}. */
    static long version(RowSet<Row> rows) {
        if (rows.size() == 0) {
            throw new IllegalStateException("The table installation is empty");
        }
        return rows.iterator().next().getLong("version");
    }

    /**
     * Makes every node drop its cached keys and projects. The last statement of a transaction, because all changes lock
     * this row.
     */
    static Future<Long> raiseKeysVersion(SqlClient tx) {
        return tx.preparedQuery("UPDATE installation SET keys_version = keys_version + 1 RETURNING keys_version")
                .execute()
                .map(rows -> rows.iterator().next().getLong(0));
    }
}
