package io.godwit.projects;

import io.godwit.core.Tenant;
import io.godwit.core.id.ProjectId;
import io.godwit.projects.Project.Tracking;
import io.godwit.projects.VersionedCache.Found;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.HashMap;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** The {@code projects} table. */
final class ProjectStore {

    /** Finds projects; has at least one row, for the version, which is of the same snapshot. */
    private static final String FIND = """
            SELECT installation.keys_version AS version, projects.*
              FROM installation LEFT JOIN projects ON projects.id = ANY ($1)
            """;

    private ProjectStore() {}

    /** The project in the answer to a rotation. */
    record Rotated(ProjectId id, String name, boolean disabled, Instant createdAt, Instant updatedAt) {}

    static Future<Found<ProjectId, Project>> find(SqlClient db, Set<ProjectId> projects) {
        var ids = projects.stream().map(ProjectId::value).toArray(UUID[]::new);
        return db.preparedQuery(FIND).execute(Tuple.tuple().addArrayOfUUID(ids)).map(ProjectStore::found);
    }

    static Future<Void> insert(SqlClient tx, ProjectId project, String name) {
        return tx.preparedQuery("INSERT INTO projects (id, name) VALUES ($1, $2)")
                .execute(Tuple.of(project.value(), name))
                .mapEmpty();
    }

    /**
     * Raises the project's version, which voids grants of the present keys. Empty when the caller's own key was replaced
     * already: of two rotations with one key the second finds nothing, because it waits here for the first.
     */
    static Future<Optional<Rotated>> raiseKeysVersion(SqlClient tx, Tenant tenant) {
        return tx.preparedQuery("""
                        UPDATE projects SET keys_version = keys_version + 1, updated_at = now()
                         WHERE id = $1 AND ($2 < 0 OR keys_version = $2)
                        RETURNING id, name, disabled, created_at, updated_at
                        """)
                .mapping(ProjectStore::rotated)
                .execute(Tuple.of(tenant.project().value(), tenant.keysVersion()))
                .map(rows -> rows.stream().findFirst());
    }

    static Future<String> name(SqlClient db, Tenant tenant) {
        return db.preparedQuery("SELECT name FROM projects WHERE id = $1")
                .execute(Tuple.of(tenant.project().value()))
                .map(rows -> rows.iterator().next().getString(0));
    }

    /** Locks the project's row, so that one change of its members and keys runs at a time. */
    static Future<Void> lock(SqlClient tx, Tenant tenant) {
        return tx.preparedQuery("SELECT FROM projects WHERE id = $1 FOR NO KEY UPDATE")
                .execute(Tuple.of(tenant.project().value()))
                .mapEmpty();
    }

    static Future<Void> disable(SqlClient tx, Tenant tenant, SuspensionReason reason) {
        return tx.preparedQuery("""
                        UPDATE projects SET disabled = true, disabled_reason = $2, updated_at = now() WHERE id = $1
                        """)
                .execute(Tuple.of(tenant.project().value(), reason.name()))
                .mapEmpty();
    }

    private static Found<ProjectId, Project> found(RowSet<Row> rows) {
        var idToProject = new HashMap<ProjectId, Project>();
        for (var row : rows) {
            if (row.getUUID("id") != null) {
                var project = project(row);
                idToProject.put(project.id(), project);
            }
        }
        return new Found<>(InstallationStore.version(rows), idToProject);
    }

    private static Rotated rotated(Row row) {
        return new Rotated(
                new ProjectId(row.getUUID("id")),
                row.getString("name"),
                row.getBoolean("disabled"),
                row.getOffsetDateTime("created_at").toInstant(),
                row.getOffsetDateTime("updated_at").toInstant());
    }

    private static Project project(Row row) {
        return new Project(
                new ProjectId(row.getUUID("id")),
                row.getString("name"),
                Tracking.valueOf(row.getString("tracking")),
                row.getString("language"),
                row.getBoolean("disabled"),
                Optional.ofNullable(row.getInteger("emails_per_second")),
                row.getLong("keys_version"));
    }
}
