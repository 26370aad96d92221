package io.godwit.webhooks;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;

/** Is told of calls that have ended, by whoever wants to go on then. */
@FunctionalInterface
public interface WebhookListener {

    /**
     * In the transaction that records the ends, each call once. A failure undoes the record; the calls of the batch are then
     * told one by one, and one that fails alone is made again when its lease is over.
     */
    Future<Void> ended(SqlClient tx, List<EndedCall> calls);
}
