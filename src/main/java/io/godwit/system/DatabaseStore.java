package io.godwit.system;

import io.godwit.system.SystemResponse.DatabaseResponse;
import io.godwit.system.SystemResponse.MigrationResponse;
import io.godwit.system.SystemResponse.TableResponse;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.ZoneOffset;
import java.util.List;

/** Reads what PostgreSQL says of itself: its version, the size of the database and its tables, and the migrations. */
final class DatabaseStore {

    /** A partitioned table is shown as one. The number of rows is the planner's estimate. */
    private static final String TABLES = """
            SELECT coalesce(parent.relname, part.relname)::text AS name,
                   sum(pg_total_relation_size(part.oid))::bigint AS bytes,
                   sum(pg_indexes_size(part.oid))::bigint AS index_bytes,
                   sum(greatest(part.reltuples, 0))::bigint AS rows
              FROM pg_class AS part
              LEFT JOIN pg_inherits ON inhrelid = part.oid
              LEFT JOIN pg_class AS parent ON parent.oid = inhparent
             WHERE part.relkind = 'r' AND part.relnamespace = current_schema()::regnamespace
             GROUP BY 1
             ORDER BY 2 DESC, 1
            """;

    private static final String WHOLE = """
            SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS bytes,
                   (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()) AS connections,
                   current_setting('max_connections')::integer AS max_connections
            """;

    /** The times are of the database's clock, without a zone. */
    private static final String MIGRATIONS = """
            SELECT version, description, installed_on AT TIME ZONE current_setting('TimeZone') AS installed_at, execution_time, success
              FROM flyway_schema_history
             WHERE version IS NOT NULL
             ORDER BY installed_rank DESC
            """;

    Future<DatabaseResponse> database(SqlClient db) {
        return tables(db).compose(tables -> db.preparedQuery(WHOLE)
                .mapping(row -> new DatabaseResponse(
                        row.getString("version"),
                        row.getLong("bytes"),
                        row.getLong("connections"),
                        row.getInteger("max_connections"),
                        tables))
                .execute()
                .map(rows -> rows.iterator().next()));
    }

    private static Future<List<TableResponse>> tables(SqlClient db) {
        return db.preparedQuery(TABLES)
                .mapping(row -> new TableResponse(
                        row.getString("name"), row.getLong("rows"), row.getLong("bytes"), row.getLong("index_bytes")))
                .execute()
                .map(rows -> rows.stream().toList());
    }

    /** The newest first. */
    Future<List<MigrationResponse>> migrations(SqlClient db) {
        return db.preparedQuery(MIGRATIONS)
                .mapping(row -> new MigrationResponse(
                        row.getString("version"),
                        row.getString("description"),
                        row.getOffsetDateTime("installed_at")
                                .withOffsetSameInstant(ZoneOffset.UTC)
                                .toInstant(),
                        row.getInteger("execution_time"),
                        row.getBoolean("success")))
                .execute()
                .map(rows -> rows.stream().toList());
    }
}
