package io.godwit.events;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;

/**
 * What reacts to events in the very transaction that appends them: the workflow engine starts executions and resumes waits
 * here, so that no accepted event can miss its workflows. Owned here, wired by the server.
 */
public interface Enrolments {

    /** Nobody reacts. */
    Enrolments NONE = (tx, events) -> Future.succeededFuture();

    /**
     * Issues all its statements before it returns, because COMMIT may follow at once on the same connection; a failure of
     * one of them undoes the transaction. {@code events} is not empty.
     */
    Future<Void> enrol(SqlClient tx, List<NewEvent> events);
}
