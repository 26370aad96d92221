package io.godwit.events;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;

/** Appends to the event log. */
public final class Events {

    /** One statement for all of them, in the caller's transaction; an event whose id is there already is left as it is. */
    public Future<Void> append(SqlClient tx, List<NewEvent> events) {
        throw new UnsupportedOperationException();
    }
}
