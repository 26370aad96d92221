package io.godwit.delivery.simulator;

import io.godwit.core.VerpCodec.VerpTarget;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;

/** Reads the attempts of simulated emails. */
final class SimulatorStore {

    /** Counts the recorded deferrals, which are the same for all nodes and after a restart. */
    private static final String COUNT_DEFERRALS = """
            SELECT count(*)::integer
              FROM projects
              JOIN email_attempts ON email_attempts.project_id = projects.id
             WHERE right(projects.id::text, 6) = $1 AND email_attempts.email_id = $2 AND outcome = 'DEFERRED'
            """;

    Future<Integer> countDeferrals(SqlClient db, VerpTarget email) {
        return db.preparedQuery(COUNT_DEFERRALS)
                .execute(Tuple.of(email.projectTail(), email.email().value()))
                .map(rows -> rows.iterator().next().getInteger(0));
    }
}
