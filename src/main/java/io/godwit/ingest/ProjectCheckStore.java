package io.godwit.ingest;

import io.godwit.core.id.ProjectId;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** Reads the projects of a batch again, inside its transaction: a key that was rotated a moment ago writes nothing. */
final class ProjectCheckStore {

    /**
     * The projects as the transaction sees them.
     *
     * @param at the transaction's time, in whole milliseconds as the API shows it
     */
    record ProjectChecks(Map<ProjectId, CheckedProject> idToProject, Instant at) {}

    record CheckedProject(long keysVersion, boolean disabled) {}

    private static final String CHECK = """
            SELECT id, keys_version, disabled, now()
              FROM projects
             WHERE id = ANY ($1::uuid[])
            """;

    Future<ProjectChecks> projectChecks(SqlClient tx, UUID[] projects) {
        return tx.preparedQuery(CHECK).execute(Tuple.of((Object) projects)).map(ProjectCheckStore::projectChecks);
    }

    private static ProjectChecks projectChecks(RowSet<Row> rows) {
        var idToProject = new HashMap<ProjectId, CheckedProject>();
        var at = Instant.EPOCH;
        for (var row : rows) {
            idToProject.put(new ProjectId(row.getUUID(0)), new CheckedProject(row.getLong(1), row.getBoolean(2)));
            at = row.getOffsetDateTime(3).toInstant().truncatedTo(ChronoUnit.MILLIS);
        }
        return new ProjectChecks(idToProject, at);
    }
}
