package io.godwit.ingest;

import io.godwit.ingest.BatchWrites.CommitProof;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;

/** Looks up a row of a transaction when the answer to its COMMIT was lost. */
final class CommitCheckStore {

    private static final String FOUND = """
            SELECT EXISTS (SELECT FROM events WHERE project_id = $1 AND id = $2)
                OR EXISTS (SELECT FROM emails WHERE project_id = $1 AND id = $2)
            """;

    Future<Boolean> found(SqlClient db, CommitProof proof) {
        return db.preparedQuery(FOUND)
                .execute(Tuple.of(proof.project().value(), proof.id()))
                .map(rows -> rows.iterator().next().getBoolean(0));
    }
}
