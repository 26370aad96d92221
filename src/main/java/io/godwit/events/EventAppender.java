package io.godwit.events;

import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;

/** Appends to the event log. Safe to share between threads. */
public final class EventAppender {

    private final EventHook enrolments;
    private final AppendStore appends;
    private final EventDeletionStore store = new EventDeletionStore();
    private final EventCountStore counts = new EventCountStore();

    /** Creates an appender without a hook. */
    public EventAppender() {
        this(EventHook.NONE);
    }

    public EventAppender(EventHook enrolments) {
        this.enrolments = enrolments;
        this.appends = new AppendStore(enrolments.expressions());
    }

    /**
     * Appends events by one statement, together with the reactions of the hook, in the caller's transaction; the statement
     * is issued before this method returns. Fails when an id exists already. All events get the transaction's time.
     */
    public Future<Void> append(SqlClient tx, List<NewEvent> events) {
        return events.isEmpty()
                ? Future.succeededFuture()
                : appends.append(tx, events)
                        .onSuccess(reactions -> notifyHook(events, reactions))
                        .mapEmpty();
    }

    private void notifyHook(List<NewEvent> events, long reactions) {
        if (reactions > 0) {
            enrolments.onReactions(events);
        }
    }

    /** Deletes all events of contacts that are being deleted, in the caller's transaction. */
    public Future<Void> delete(SqlClient tx, Tenant tenant, List<ContactId> contacts) {
        return counts.lock(tx, List.of(tenant.project())).compose(ignored -> store.deleteOf(tx, tenant, contacts));
    }
}
