package io.godwit.events;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;

/** Appends to the event log. Safe to share between threads. */
public final class Events {

    private final EventStore store = new EventStore();

    /**
     * One statement for all of them, in the caller's transaction; fails when an id is there already. All get the
     * transaction's time.
     */
    public Future<Void> append(SqlClient tx, List<NewEvent> events) {
        return events.isEmpty() ? Future.succeededFuture() : store.append(tx, events);
    }
}
