package io.godwit.events;

import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.db.Changes;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;

/** Appends to the event log. Safe to share between threads. */
public final class EventAppender {

    private final EventHook hook;
    private final EventChanges changes;
    private final AppendStore appends;
    private final EventDeletionStore store = new EventDeletionStore();
    private final EventCountStore counts = new EventCountStore();

    /** Creates an appender without a hook, whose events nobody follows. */
    public EventAppender() {
        this(EventHook.NONE, new Changes());
    }

    /** @param changes told about the contacts, emails and campaigns of the events */
    public EventAppender(EventHook hook, Changes changes) {
        this.hook = hook;
        this.changes = new EventChanges(changes);
        this.appends = new AppendStore(hook.expressions());
    }

    /**
     * Appends events by one statement, together with the reactions of the hook, in the caller's transaction; the statement
     * is issued before this method returns. Fails when an id exists already. All events get the transaction's time.
     */
    public Future<Void> append(SqlClient tx, List<NewEvent> events) {
        return events.isEmpty()
                ? Future.succeededFuture()
                : appends.append(tx, events)
                        .onSuccess(reactions -> appended(tx, events, reactions))
                        .mapEmpty();
    }

    private void appended(SqlClient tx, List<NewEvent> events, long reactions) {
        changes.add(tx, events);
        if (reactions > 0) {
            changes.addReactions(tx, events);
            hook.onReactions(events);
        }
    }

    /** Deletes all events of contacts that are being deleted, in the caller's transaction. */
    public Future<Void> delete(SqlClient tx, Tenant tenant, List<ContactId> contacts) {
        return counts.lock(tx, List.of(tenant.project())).compose(ignored -> store.deleteOf(tx, tenant, contacts));
    }
}
