package io.godwit.inbound;

import io.godwit.authenticity.Authenticity.Road;
import io.godwit.core.Loop.Next;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a mailbox: some messages at a time, each kept here before it is taken away there. A crash in between costs a second look,
 * and the second copy is recognised.
 */
final class MailboxReading {

    private final ArrivalSettings.Mailbox settings;
    private final Desk desk;
    private final MailboxLease lease;
    private final WorkerExecutor worker;
    private volatile boolean stopping;

    MailboxReading(Vertx vertx, ArrivalSettings.Mailbox settings, Desk desk, MailboxLease lease) {
        this.settings = settings;
        this.desk = desk;
        this.lease = lease;
        this.worker = vertx.createSharedWorkerExecutor("mailbox-reading", 1);
    }

    /** One look, if this node's turn it is. */
    Future<Next> run() {
        return lease.take().compose(mine -> mine ? look() : Future.succeededFuture(Next.REST));
    }

    /** Who cannot reach the mailbox leaves it to others, who may. */
    private Future<Next> look() {
        var looked = visit();
        return looked.eventually(() -> looked.succeeded() ? lease.rest(settings.every()) : lease.leave());
    }

    private Future<Next> visit() {
        return worker.executeBlocking(() -> MailboxVisit.open(settings), false)
                .compose(visit -> keepAll(visit, visit.places(), 0)
                        .eventually(() -> worker.executeBlocking(() -> visit.leave(), false))
                        .map(kept -> visit.hasMore() ? Next.AGAIN : Next.REST));
    }

    /** One after the other; the first that cannot be kept ends the visit, and it stays where it is. */
    private Future<Void> keepAll(MailboxVisit visit, List<Integer> places, int at) {
        if (at == places.size() || stopping) {
            return Future.succeededFuture();
        }
        return lease.take()
                .compose(mine -> mine
                        ? keep(visit, places.get(at)).compose(kept -> keepAll(visit, places, at + 1))
                        : Future.succeededFuture());
    }

    private Future<Void> keep(MailboxVisit visit, int place) {
        return worker.executeBlocking(() -> visit.read(place), false)
                .compose(mail -> mail.map(this::keep).orElseGet(() -> Future.succeededFuture()))
                .compose(kept -> worker.executeBlocking(() -> visit.done(place), false));
    }

    /** One that names no address of ours may still be a bounce of a mail of ours, so it is kept as well. */
    private Future<Void> keep(MailboxVisit.Found mail) {
        var road = new Road(Optional.empty(), "", mail.from());
        return ours(mail.recipients(), 0, new ArrayList<>())
                .compose(ours -> desk.take(Arrivals.MAILBOX, road, ours, mail.message()));
    }

    private Future<List<String>> ours(List<String> addresses, int at, List<String> ours) {
        if (at == addresses.size()) {
            return Future.succeededFuture(ours);
        }
        var address = addresses.get(at);
        return desk.isOurs(address).compose(is -> {
            if (is) {
                ours.add(address);
            }
            return ours(addresses, at + 1, ours);
        });
    }

    /** No more letters are begun. */
    void end() {
        stopping = true;
    }

    /** Leaves the mailbox to others; when no look is under way. */
    Future<Void> close() {
        return lease.leave().eventually(worker::close);
    }
}
