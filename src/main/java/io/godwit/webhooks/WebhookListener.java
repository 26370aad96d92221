package io.godwit.webhooks;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;

/** Receives calls that have ended. */
@FunctionalInterface
public interface WebhookListener {

    /**
     * Runs in the transaction that records the results, once for each call. A failure rolls it back; the calls of the batch
     * are then passed one by one, and one that fails alone is made again when its lease is over.
     */
    Future<Void> ended(SqlClient tx, List<EndedCall> calls);
}
