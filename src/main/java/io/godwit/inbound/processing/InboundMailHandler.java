package io.godwit.inbound.processing;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;

/** Files mail that was sent to a domain of ours. */
@FunctionalInterface
public interface InboundMailHandler {

    /**
     * In the transaction that marks the report as done, so it happens once. One whose failure is the mail's own fault must not
     * fail but file what it can: others are in the same transaction. Completes with whether anybody takes mail for its recipients.
     */
    Future<Boolean> file(SqlClient tx, DeliveryReport.Received mail);
}
