package io.godwit.events;

import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.db.ChangeCollector;
import io.godwit.events.ReactionCheck.EventName;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.Collection;
import java.util.List;

/** Appends to the event log. Safe to share between threads. */
public final class EventAppender {

    private final EventHook hook;
    private final EventChanges changes;
    private final AppendStore appends;
    private final ReactionCheckStore reactions;
    private final EventDeletionStore store = new EventDeletionStore();
    private final EventCountStore counts = new EventCountStore();

    /** Creates an appender without a hook, whose events nobody follows. */
    public EventAppender() {
        this(EventHook.NONE, new ChangeCollector());
    }

    /** @param changes told about the contacts, emails and campaigns of the events */
    public EventAppender(EventHook hook, ChangeCollector changes) {
        this.hook = hook;
        this.changes = new EventChanges(changes);
        this.appends = new AppendStore(hook);
        this.reactions = new ReactionCheckStore(hook.condition());
    }

    /**
     * Appends events by one statement, together with the reactions of the hook, in the caller's transaction; the statement
     * is issued before this method returns. Fails when an id exists already. All events get the transaction's time.
     */
    public Future<Void> append(SqlClient tx, List<NewEvent> events) {
        return append(tx, events, ReactionCheck.NONE);
    }

    /**
     * Finds those of the names to which nothing reacts, for {@link #append(SqlClient, List, ReactionCheck)} in the same
     * transaction; the statement is issued before this method returns.
     */
    public Future<ReactionCheck> checkReactions(SqlClient tx, Collection<EventName> names) {
        return names.isEmpty()
                ? Future.succeededFuture(ReactionCheck.NONE)
                : reactions.withoutReaction(tx, List.copyOf(names)).map(ReactionCheck::new);
    }

    /**
     * Appends events as {@link #append(SqlClient, List)} does; those to which nothing reacts by a plain insert, which costs about
     * half. Fails with a {@code CONFLICT} when something has begun to react to them since the check: the transaction is to be
     * repeated, with its check.
     */
    public Future<Void> append(SqlClient tx, List<NewEvent> events, ReactionCheck check) {
        var mayReact = events.stream().filter(check::mayReact).toList();
        var others = mayReact.isEmpty()
                ? events
                : events.stream().filter(event -> !check.mayReact(event)).toList();
        var plain = others.isEmpty()
                ? Future.<Void>succeededFuture()
                : appends.appendWithoutReaction(tx, others).onSuccess(ignored -> changes.add(tx, others));
        var reacted = mayReact.isEmpty()
                ? Future.<Long>succeededFuture()
                : appends.append(tx, mayReact).onSuccess(count -> appended(tx, mayReact, count));
        return plain.compose(ignored -> reacted).mapEmpty();
    }

    private void appended(SqlClient tx, List<NewEvent> events, long count) {
        changes.add(tx, events);
        if (count > 0) {
            changes.addReactions(tx, events);
            hook.onReactions(events);
        }
    }

    /** Deletes all events of contacts that are being deleted, in the caller's transaction. */
    public Future<Void> delete(SqlClient tx, Tenant tenant, List<ContactId> contacts) {
        return counts.lock(tx, List.of(tenant.project())).compose(ignored -> store.deleteOf(tx, tenant, contacts));
    }
}
