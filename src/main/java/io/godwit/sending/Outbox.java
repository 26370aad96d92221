package io.godwit.sending;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;

/** The one queue of outgoing mail: API, workflows and campaigns all end here. */
public final class Outbox {

    /**
     * Writes contents, attachments, emails and outbox rows in the caller's transaction, one statement a table, pipelined.
     * After the commit the caller publishes {@link SendingMessages#QUEUED}.
     */
    public Future<Void> enqueue(SqlClient tx, List<Content> contents, List<NewEmail> emails) {
        throw new UnsupportedOperationException();
    }
}
