package io.godwit.projects;

import io.godwit.core.Tenant;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.projects.SuspensionService.Suspension;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;

/** The {@code suspensions} table, and {@code projects.disabled}. */
final class SuspensionStore {

    /** Disables a project and records the suspension, unless the project is disabled or being reset already. */
    private static final String BEGIN = """
            WITH closed AS (
                UPDATE projects SET disabled = true, disabled_reason = $3, updated_at = now()
                 WHERE id = $1 AND NOT disabled AND wiping IS NULL
                RETURNING id)
            INSERT INTO suspensions (project_id, id, reason, evidence) SELECT id, $2, $3, $4 FROM closed
            """;

    private static final String END = """
            WITH opened AS (
                UPDATE projects SET disabled = false, disabled_reason = NULL, updated_at = now()
                 WHERE id = $1 AND disabled AND disabled_reason = $2 AND wiping IS NULL
                RETURNING id),
            ended AS (
                UPDATE suspensions SET ended_at = now(), ended_by = $3
                 WHERE project_id = (SELECT id FROM opened) AND ended_at IS NULL)
            SELECT count(*) FROM opened
            """;

    private static final String RECENT = """
            SELECT * FROM suspensions WHERE project_id = $1 ORDER BY began_at DESC, id DESC LIMIT $2
            """;

    private static final String APPEAL = """
            UPDATE suspensions SET appeal = $2, appealed_by = $3, appealed_at = now()
             WHERE project_id = $1 AND ended_at IS NULL
            """;

    private static final String OPEN = """
            SELECT project_id FROM suspensions WHERE ended_at IS NULL AND reason = $1 ORDER BY project_id
            """;

    /** Suspends the project; false when it was disabled already. */
    Future<Boolean> begin(SqlClient tx, Tenant tenant, SuspensionReason reason, String evidence) {
        return tx.preparedQuery(BEGIN)
                .execute(Tuple.of(tenant.project().value(), Ids.next(), reason.name(), evidence))
                .map(rows -> rows.rowCount() == 1);
    }

    /** Tells whether the project is disabled for another reason, or is being reset. */
    Future<Boolean> isDisabledOtherwise(SqlClient db, Tenant tenant, SuspensionReason reason) {
        return db.preparedQuery("""
                        SELECT EXISTS (SELECT FROM projects
                                        WHERE id = $1 AND disabled AND disabled_reason IS DISTINCT FROM $2)
                        """)
                .execute(Tuple.of(tenant.project().value(), reason.name()))
                .map(rows -> rows.iterator().next().getBoolean(0));
    }

    /** Ends the suspension; false when the project was not suspended for this reason. */
    Future<Boolean> end(SqlClient tx, Tenant tenant, SuspensionReason reason, String why) {
        return tx.preparedQuery(END)
                .execute(Tuple.of(tenant.project().value(), reason.name(), why))
                .map(rows -> rows.iterator().next().getLong(0) == 1);
    }

    Future<List<Suspension>> recent(SqlClient db, Tenant tenant, int max) {
        return db.preparedQuery(RECENT)
                .mapping(SuspensionStore::suspension)
                .execute(Tuple.of(tenant.project().value(), max))
                .map(rows -> rows.stream().toList());
    }

    /** Records an appeal; false when there is no suspension. */
    Future<Boolean> appeal(SqlClient tx, Tenant tenant, String text, String by) {
        return tx.preparedQuery(APPEAL)
                .execute(Tuple.of(tenant.project().value(), text, by))
                .map(rows -> rows.rowCount() == 1);
    }

    Future<List<ProjectId>> closed(SqlClient db, SuspensionReason reason) {
        return db.preparedQuery(OPEN)
                .mapping(row -> new ProjectId(row.getUUID(0)))
                .execute(Tuple.of(reason.name()))
                .map(rows -> rows.stream().toList());
    }

    private static Suspension suspension(Row row) {
        return new Suspension(
                row.getUUID("id"),
                row.getString("reason"),
                row.getString("evidence"),
                row.getOffsetDateTime("began_at").toInstant(),
                Optional.ofNullable(row.getOffsetDateTime("ended_at")).map(OffsetDateTime::toInstant),
                Optional.ofNullable(row.getString("ended_by")),
                Optional.ofNullable(row.getOffsetDateTime("appealed_at")).map(OffsetDateTime::toInstant));
    }
}
