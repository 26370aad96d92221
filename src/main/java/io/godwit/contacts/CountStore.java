package io.godwit.contacts;

import io.godwit.core.Ids;
import io.godwit.core.Json;
import io.godwit.core.ProjectId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Map;
import java.util.UUID;

/** The {@code contact_counts} table and the {@code contact_deltas} not folded into it yet. */
final class CountStore {

    private static final String ADD = """
            INSERT INTO contact_deltas (project_id, id, deltas)
            SELECT project_id, id, deltas::jsonb
              FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS added (project_id, id, deltas)
            """;

    /** One row a project. */
    Future<Void> add(SqlClient tx, Map<ProjectId, Map<String, Long>> projectToDeltas) {
        var projects = projectToDeltas.keySet().stream().map(ProjectId::value).toArray(UUID[]::new);
        var ids = projectToDeltas.keySet().stream().map(project -> Ids.next()).toArray(UUID[]::new);
        var deltas = projectToDeltas.values().stream().map(Json::write).toArray(String[]::new);
        return tx.preparedQuery(ADD).execute(Tuple.of(projects, ids, deltas)).mapEmpty();
    }
}
