package io.godwit.events;

import io.godwit.core.EventId;
import io.godwit.core.ProjectId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;

/** Appends to the event log. Safe to share between threads. */
public final class Events {

    private final EventStore store = new EventStore();

    /**
     * One statement for all of them, in the caller's transaction; an event whose id is there already is left as it is. All
     * get the transaction's time.
     */
    public Future<Void> append(SqlClient tx, List<NewEvent> events) {
        return events.isEmpty() ? Future.succeededFuture() : store.append(tx, events);
    }

    /** Whether an event was written; asked when the answer to a commit was lost. */
    public Future<Boolean> exists(SqlClient db, ProjectId project, EventId id) {
        return store.exists(db, project.value(), id.value());
    }
}
