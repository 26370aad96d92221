package io.godwit.projects;

import io.godwit.core.id.ProjectId;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;

/**
 * Deletes what belongs to a project, from every table that has a {@code project_id}, or the {@code scope_id} of kept answers: a
 * table that is added is wiped without anybody thinking of it.
 */
final class ProjectDataStore {

    /** What is the project's own and no content: it outlives a reset. */
    static final Set<String> KEPT_BY_RESET = Set.of(
            "api_keys",
            "key_uses",
            "memberships",
            "invitations",
            "domains",
            "audit",
            "billing_accounts",
            "billing_usage",
            "billing_deltas",
            "billing_notices",
            "suspensions",
            "webhook_secrets",
            "opt_outs");

    /** Children before those they refer to. */
    private static final String TABLES = """
            WITH RECURSIVE owned AS (
                SELECT pg_class.oid, relname, attname
                  FROM pg_class
                  JOIN pg_attribute
                    ON attrelid = pg_class.oid AND attname IN ('project_id', 'scope_id') AND NOT attisdropped
                 WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition),
            depths AS (
                SELECT oid, 0 AS depth FROM owned
                UNION
                SELECT conrelid, depth + 1
                  FROM depths JOIN pg_constraint ON confrelid = depths.oid AND contype = 'f' AND conrelid <> confrelid
                 WHERE depth < 20)
            SELECT relname::text AS name, quote_ident(relname) AS quoted, attname::text AS owner
              FROM owned JOIN depths USING (oid)
             GROUP BY relname, attname
             ORDER BY max(depth) DESC, relname
            """;

    /**
     * By place, which costs what is deleted and not what the project has. In a partitioned table a place may name rows of
     * several partitions; all of them are the project's, and so are to go.
     */
    private static final String DELETE = """
            DELETE FROM %1$s
             WHERE %2$s = $1 AND ctid = ANY (ARRAY(SELECT ctid FROM %1$s WHERE %2$s = $1 LIMIT $2))
            """;

    /** Another node's wipes are skipped. The row is not locked against those who refer to it. */
    private static final String CLAIM = """
            SELECT id, wiping FROM projects WHERE wiping IS NOT NULL
             ORDER BY id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
            """;

    /** A table and the statement that deletes some of a project's rows in it. */
    record Table(String name, String deletion) {}

    /** A project whose turn it is. */
    record ClaimedErasure(ProjectId project, boolean deletion) {}

    Future<List<Table>> tables(SqlClient db) {
        return db.preparedQuery(TABLES).execute().map(rows -> StreamSupport.stream(rows.spliterator(), false)
                .map(row -> new Table(
                        row.getString("name"), DELETE.formatted(row.getString("quoted"), row.getString("owner"))))
                .toList());
    }

    Future<Optional<ClaimedErasure>> claim(SqlClient tx) {
        return tx.preparedQuery(CLAIM)
                .mapping(ProjectDataStore::claimed)
                .execute()
                .map(rows -> rows.stream().findFirst());
    }

    /** Answers how many rows it were. */
    Future<Integer> delete(SqlClient tx, Table table, ProjectId project, int most) {
        return tx.preparedQuery(table.deletion())
                .execute(Tuple.of(project.value(), (long) most))
                .map(rows -> rows.rowCount());
    }

    /** False when the project is being wiped, or is disabled, already. */
    Future<Boolean> begin(SqlClient tx, ProjectId project, boolean deletion) {
        return tx.preparedQuery("""
                        UPDATE projects
                           SET wiping = $2, disabled = true, disabled_reason = 'WIPING', keys_version = keys_version + 1,
                               updated_at = now()
                         WHERE id = $1 AND wiping IS NULL AND NOT disabled
                        """)
                .execute(Tuple.of(project.value(), deletion ? "DELETE" : "RESET"))
                .map(rows -> rows.rowCount() == 1);
    }

    Future<Void> reopen(SqlClient tx, ProjectId project) {
        return tx.preparedQuery("""
                        UPDATE projects SET wiping = NULL, disabled = false, disabled_reason = NULL, updated_at = now()
                         WHERE id = $1
                        """).execute(Tuple.of(project.value())).mapEmpty();
    }

    Future<Void> drop(SqlClient tx, ProjectId project) {
        return tx.preparedQuery("DELETE FROM projects WHERE id = $1")
                .execute(Tuple.of(project.value()))
                .mapEmpty();
    }

    Future<Boolean> isWiping(SqlClient db, ProjectId project) {
        return db.preparedQuery("SELECT EXISTS (SELECT FROM projects WHERE id = $1 AND wiping IS NOT NULL)")
                .execute(Tuple.of(project.value()))
                .map(rows -> rows.iterator().next().getBoolean(0));
    }

    private static ClaimedErasure claimed(Row row) {
        return new ClaimedErasure(
                new ProjectId(row.getUUID("id")), row.getString("wiping").equals("DELETE"));
    }
}
