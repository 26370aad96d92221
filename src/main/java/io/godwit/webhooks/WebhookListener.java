package io.godwit.webhooks;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;

/** Receives calls that have ended. */
@FunctionalInterface
public interface WebhookListener {

    /**
     * Runs in the transaction that records the results, once for each call. A failure rolls it back; the calls of the batch
     * are then passed in halves. One that fails alone is passed without its answer, as a call that has failed; when that fails, too,
     * it is repeated until the lease of the call is over, and the call is made again.
     */
    Future<Void> ended(SqlClient tx, List<EndedCall> calls);
}
