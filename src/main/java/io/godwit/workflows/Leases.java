package io.godwit.workflows;

import io.godwit.core.Loop.Next;
import io.godwit.db.Database;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The executions this node holds. All its state belongs to the context it is used on. */
final class Leases {

    private final Database database;
    private final Duration lease;
    private final TimerStore store = new TimerStore();
    private final Set<Ticket> held = new LinkedHashSet<>();

    Leases(Database database, Duration lease) {
        this.database = database;
        this.lease = lease;
    }

    void hold(Collection<Ticket> tickets) {
        held.addAll(tickets);
    }

    void drop(Collection<Ticket> tickets) {
        held.removeAll(Set.copyOf(tickets));
    }

    /** One statement for all of them. */
    Future<Next> renew() {
        return held.isEmpty()
                ? Future.succeededFuture(Next.REST)
                : store.renew(database.workers(), List.copyOf(held), lease).map(Next.REST);
    }

    /** So that others need not wait for the end of the leases. */
    Future<Void> release() {
        return held.isEmpty()
                ? Future.succeededFuture()
                : store.release(database.workers(), List.copyOf(held), Duration.ZERO);
    }
}
