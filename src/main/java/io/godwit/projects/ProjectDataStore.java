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
 * Deletes the rows of a project from every table with a {@code project_id}, or with the {@code scope_id} of stored answers.
 * The tables are read from the catalogue, so a new table is included without a change here.
 *
 * <p>The column {@code projects.wiping} is older than the word of the API: it has RESET or DELETE while the project is being reset.
 */
final class ProjectDataStore {

    /** The tables a reset keeps: the project's own settings, which are no content. */
    static final Set<String> RETAINED_BY_RESET = Set.of(
            "api_keys",
            "key_uses",
            "memberships",
            "invitations",
            "domains",
            "domain_ed25519_keys",
            "delivery_choices",
            "audit",
            "billing_accounts",
            "billing_usage",
            "billing_deltas",
            "billing_notices",
            "suspensions",
            "webhook_secrets",
            "opt_outs");

    /** The tables of projects, each before those its foreign keys refer to. */
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
     * Deletes rows by {@code ctid}, at a cost that depends on the rows deleted and not on the project's size. In a
     * partitioned table one {@code ctid} may name rows of several partitions; all of them belong to the project, so all may
     * be deleted.
     */
    private static final String DELETE = """
            DELETE FROM %1$s
             WHERE %2$s = $1 AND ctid = ANY (ARRAY(SELECT ctid FROM %1$s WHERE %2$s = $1 LIMIT $2))
            """;

    /**
     * Claims any project that is being reset or deleted and skips those another node has locked. A large project, or one whose rows
     * cannot be deleted, holds up no other. {@code NO KEY} leaves rows that refer to the project free.
     */
    private static final String CLAIM = """
            SELECT id, wiping FROM projects WHERE wiping IS NOT NULL
             ORDER BY random() LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
            """;

    /** A table and the statement that deletes some of a project's rows in it. */
    record Table(String name, String deletion) {}

    /**
     * A project claimed to be reset.
     *
     * @param deletion whether the project itself goes with its rows
     */
    record ClaimedReset(ProjectId project, boolean deletion) {}

    Future<List<Table>> tables(SqlClient db) {
        return db.preparedQuery(TABLES).execute().map(rows -> StreamSupport.stream(rows.spliterator(), false)
                .map(row -> new Table(
                        row.getString("name"), DELETE.formatted(row.getString("quoted"), row.getString("owner"))))
                .toList());
    }

    Future<Optional<ClaimedReset>> claim(SqlClient tx) {
        return tx.preparedQuery(CLAIM)
                .mapping(ProjectDataStore::claimed)
                .execute()
                .map(rows -> rows.stream().findFirst());
    }

    /** Deletes up to {@code max} rows of a table; completes with their number. */
    Future<Integer> delete(SqlClient tx, Table table, ProjectId project, int max) {
        return tx.preparedQuery(table.deletion())
                .execute(Tuple.of(project.value(), (long) max))
                .map(rows -> rows.rowCount());
    }

    /** Marks a project as being reset or deleted and disables it; false when it is so marked, or is disabled, already. */
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

    Future<Boolean> isResetting(SqlClient db, ProjectId project) {
        return db.preparedQuery("SELECT EXISTS (SELECT FROM projects WHERE id = $1 AND wiping IS NOT NULL)")
                .execute(Tuple.of(project.value()))
                .map(rows -> rows.iterator().next().getBoolean(0));
    }

    private static ClaimedReset claimed(Row row) {
        return new ClaimedReset(
                new ProjectId(row.getUUID("id")), row.getString("wiping").equals("DELETE"));
    }
}
