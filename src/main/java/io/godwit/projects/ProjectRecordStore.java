package io.godwit.projects;

import io.godwit.core.MemberRole;
import io.godwit.core.Tenant;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.UserId;
import io.godwit.projects.Project.Tracking;
import io.godwit.projects.ProjectRecord.Bill;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;

/** Reads projects with their first pair of keys and the role of the principal. */
final class ProjectRecordStore {

    private static final String COLUMNS = """
            SELECT projects.*, bill.customer, bill.subscription, bill.cap_workflows, bill.cap_campaigns, bill.cap_transactional,
                   bill.cap_inbound,
                   (SELECT encrypted FROM api_keys
                     WHERE project_id = projects.id AND kind = 'PUBLIC' AND label IS NULL) AS public,
                   (SELECT encrypted FROM api_keys
                     WHERE project_id = projects.id AND kind = 'SECRET' AND label IS NULL) AS secret
            """;

    private static final String OF_USER = COLUMNS + """
                   , role
              FROM memberships JOIN projects ON projects.id = memberships.project_id
              LEFT JOIN billing_accounts bill ON bill.project_id = projects.id
             WHERE user_id = $1
             ORDER BY projects.id
            """;

    private static final String FIND = """
              FROM projects LEFT JOIN billing_accounts bill ON bill.project_id = projects.id
             WHERE projects.id = $1
            """;

    private final ApiKeyStore keys;

    ProjectRecordStore(ApiKeyStore keys) {
        this.keys = keys;
    }

    /** Lists the projects of a user, oldest first. */
    Future<List<ProjectRecord>> ofUser(SqlClient db, UserId user) {
        return db.preparedQuery(OF_USER)
                .mapping(row -> record(row, MemberRole.valueOf(row.getString("role"))))
                .execute(Tuple.of(user.value()))
                .map(rows -> rows.stream().toList());
    }

    /** Finds a project; empty when it was deleted. */
    Future<Optional<ProjectRecord>> find(SqlClient db, Tenant tenant, MemberRole role) {
        return db.preparedQuery(COLUMNS + FIND)
                .mapping(row -> record(row, role))
                .execute(Tuple.of(tenant.project().value()))
                .map(rows -> rows.stream().findFirst());
    }

    /** Updates the given values; absent ones stay as they are. */
    Future<Void> update(SqlClient tx, Tenant tenant, ProjectRequest wanted) {
        return tx.preparedQuery("""
                        UPDATE projects
                           SET name = coalesce($2, name), tracking = coalesce($3, tracking),
                               language = coalesce($4, language), relays = coalesce($5, relays), updated_at = now()
                         WHERE id = $1
                        """)
                .execute(Tuple.of(
                        tenant.project().value(),
                        wanted.name().orElse(null),
                        wanted.tracking().map(Tracking::name).orElse(null),
                        wanted.language().orElse(null),
                        wanted.relays()
                                .map(names -> names.toArray(String[]::new))
                                .orElse(null)))
                .mapEmpty();
    }

    private ProjectRecord record(Row row, MemberRole role) {
        var project = new ProjectId(row.getUUID("id"));
        return new ProjectRecord(
                project,
                row.getString("name"),
                pair(project, row),
                row.getBoolean("disabled"),
                Optional.ofNullable(row.getString("disabled_reason")),
                Tracking.valueOf(row.getString("tracking")),
                row.getString("language"),
                List.of(row.getArrayOfStrings("relays")),
                new Bill(
                        row.getString("customer"),
                        row.getString("subscription"),
                        row.getLong("cap_workflows"),
                        row.getLong("cap_campaigns"),
                        row.getLong("cap_transactional"),
                        row.getLong("cap_inbound")),
                row.getOffsetDateTime("created_at").toInstant(),
                row.getOffsetDateTime("updated_at").toInstant(),
                role);
    }

    private Optional<ApiKeyPair> pair(ProjectId project, Row row) {
        var publicKey = Optional.<Buffer>ofNullable(row.getBuffer("public"));
        var secretKey = Optional.<Buffer>ofNullable(row.getBuffer("secret"));
        return publicKey.flatMap(
                open -> secretKey.map(secret -> new ApiKeyPair(keys.open(project, open), keys.open(project, secret))));
    }
}
