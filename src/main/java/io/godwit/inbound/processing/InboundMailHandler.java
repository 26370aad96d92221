package io.godwit.inbound.processing;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;

/** Files emails sent to a domain of a project. */
@FunctionalInterface
public interface InboundMailHandler {

    /**
     * Files an email in the transaction that marks the report as processed, so it happens once. A faulty email must not fail
     * but be filed as far as possible: others are in the same transaction. Completes with whether any project receives mail for
     * its recipients.
     */
    Future<Boolean> file(SqlClient tx, DeliveryReport.Received received);
}
