package io.godwit.uploads;

import io.godwit.core.Tenant;
import io.godwit.core.id.ProjectId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The {@code image_deletions} table: deleted projects whose images are to be removed. */
final class ImageDeletionStore {

    private static final String INSERT = """
            INSERT INTO image_deletions (deleted_project) VALUES ($1) ON CONFLICT DO NOTHING
            """;

    private static final String DELETED = """
            SELECT deleted_project FROM image_deletions WHERE deleted_project = ANY ($1::uuid[])
            """;

    /** Claims a project for half an hour, after which another node tries. */
    private static final String CLAIM = """
            UPDATE image_deletions
               SET bucket_due_at = now() + interval '30 minutes'
             WHERE deleted_project = (SELECT deleted_project
                                        FROM image_deletions
                                       WHERE bucket_due_at <= now()
                                       ORDER BY bucket_due_at
                                       LIMIT 1
                                         FOR UPDATE SKIP LOCKED)
            RETURNING deleted_project
            """;

    /** Ends the search an hour after the deletion, when no upload that began before it can still be stored. */
    private static final String FINISH = """
            UPDATE image_deletions
               SET bucket_due_at = CASE WHEN deleted_at > now() - interval '1 hour' THEN now() + interval '1 hour' END
             WHERE deleted_project = $1
            """;

    Future<Void> add(SqlClient tx, Tenant tenant) {
        return tx.preparedQuery(INSERT)
                .execute(Tuple.of(tenant.project().value()))
                .mapEmpty();
    }

    /** Returns those of the projects that were deleted. */
    Future<List<ProjectId>> deleted(SqlClient db, Collection<ProjectId> projects) {
        return db.preparedQuery(DELETED)
                .mapping(row -> new ProjectId(row.getUUID(0)))
                .execute(Tuple.tuple()
                        .addArrayOfUUID(projects.stream().map(ProjectId::value).toArray(UUID[]::new)))
                .map(rows -> rows.stream().toList());
    }

    /** Claims the project whose images have been due longest for removal from the bucket. */
    Future<Optional<ProjectId>> claim(SqlClient db) {
        return db.preparedQuery(CLAIM)
                .mapping(row -> new ProjectId(row.getUUID(0)))
                .execute()
                .map(rows -> rows.stream().findFirst());
    }

    /** Notes that the bucket has no more images of a claimed project. */
    Future<Void> finish(SqlClient db, ProjectId project) {
        return db.preparedQuery(FINISH).execute(Tuple.of(project.value())).mapEmpty();
    }
}
