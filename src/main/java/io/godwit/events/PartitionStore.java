package io.godwit.events;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * The partitions of the {@code events} table. Names and bounds are computed here and never come from a caller, so they may
 * be formatted into the statement.
 */
final class PartitionStore {

    private static final String NOW = "SELECT now()";

    private static final String TABLES = """
            SELECT child.relname
              FROM pg_inherits
              JOIN pg_class AS child ON child.oid = inhrelid
             WHERE inhparent = 'events'::regclass
            """;

    private static final String CLAIM = """
            SELECT pg_try_advisory_xact_lock(hashtextextended('godwit.events.partitions', 0))
            """;

    /**
     * Attaches a partition; that takes a weaker lock on the log than creating a partition in place, so appends go on
     * meanwhile.
     */
    private static final String ATTACH = """
            SET LOCAL lock_timeout = '500ms';
            CREATE TABLE %1$s (LIKE events INCLUDING ALL);
            ALTER TABLE events ATTACH PARTITION %1$s FOR VALUES FROM ('%2$s') TO ('%3$s')
            """;

    private static final String DROP = """
            SET LOCAL lock_timeout = '500ms';
            DROP TABLE %s;
            DELETE FROM event_daily_counts WHERE day < '%s'
            """;

    private static final String SWEEP = """
            DELETE FROM events_default
             WHERE ctid = ANY (ARRAY(SELECT ctid FROM events_default WHERE id < $1 LIMIT $2))
            """;

    Future<Instant> now(SqlClient db) {
        return db.query(NOW)
                .execute()
                .map(rows -> rows.iterator().next().getOffsetDateTime(0).toInstant());
    }

    Future<List<String>> tables(SqlClient db) {
        return db.query(TABLES).mapping(row -> row.getString(0)).execute().map(rows -> rows.stream()
                .toList());
    }

    /** Claims the partitions until the transaction ends; false while another node changes them. */
    Future<Boolean> claim(SqlClient tx) {
        return tx.query(CLAIM).execute().map(rows -> rows.iterator().next().getBoolean(0));
    }

    Future<Void> attach(SqlClient tx, MonthPartition month) {
        return tx.query(ATTACH.formatted(month.table(), month.firstId(), month.endId()))
                .execute()
                .mapEmpty();
    }

    Future<Void> drop(SqlClient tx, MonthPartition month) {
        return tx.query(DROP.formatted(month.table(), month.plus(1).value().atDay(1)))
                .execute()
                .mapEmpty();
    }

    /** Deletes up to {@code limit} rows of the default partition with lower ids; completes with their number. */
    Future<Integer> sweep(SqlClient db, UUID below, int limit) {
        return db.preparedQuery(SWEEP).execute(Tuple.of(below, limit)).map(rows -> rows.rowCount());
    }
}
