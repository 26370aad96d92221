package io.godwit.sending;

import io.godwit.core.Loop.Next;
import io.godwit.db.Database;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rows this node holds. They are renewed together, one statement a round, until they are recorded or given back; a row
 * that turns out to be somebody else's is let go.
 *
 * <p>All its state belongs to the context it is used on.
 */
final class Leases {

    private static final Logger LOG = LoggerFactory.getLogger(Leases.class);

    private final Database database;
    private final ClaimStore store = new ClaimStore();
    private final SendSettings settings;
    private final SendMetrics metrics;
    private final Map<Ticket, Long> heldSince = new HashMap<>();

    Leases(Database database, SendSettings settings, SendMetrics metrics) {
        this.database = database;
        this.settings = settings;
        this.metrics = metrics;
    }

    void take(List<Ticket> tickets) {
        tickets.forEach(ticket -> heldSince.put(ticket, System.nanoTime()));
    }

    /** Recorded, given back or lost. */
    void drop(Ticket ticket) {
        heldSince.remove(ticket);
    }

    boolean holds(Ticket ticket) {
        return heldSince.containsKey(ticket);
    }

    int size() {
        return heldSince.size();
    }

    /** One round: everything held for longer than half a round. */
    Future<Next> renew() {
        var due = due();
        if (due.isEmpty()) {
            return Future.succeededFuture(Next.REST);
        }
        return Deadline.on(store.renew(database.workers(), due, settings.lease(), settings.rescue()))
                .onSuccess(lost -> due.stream()
                        .filter(ticket -> lost.contains(ticket.email()) && holds(ticket))
                        .forEach(this::lose))
                .map(Next.REST);
    }

    private List<Ticket> due() {
        var since = System.nanoTime() - settings.renewEvery().toNanos() / 2;
        var due = new ArrayList<Ticket>();
        heldSince.forEach((ticket, taken) -> {
            if (taken - since <= 0) {
                due.add(ticket);
            }
        });
        due.sort(Comparator.comparing(ticket -> ticket.email().value()));
        return due;
    }

    private void lose(Ticket ticket) {
        drop(ticket);
        metrics.leaseLost();
        LOG.atWarn()
                .addKeyValue("project", ticket.project())
                .addKeyValue("email", ticket.email())
                .log("The lease of an email was lost; whoever holds it now goes on");
    }
}
