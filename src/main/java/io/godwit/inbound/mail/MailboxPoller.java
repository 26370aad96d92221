package io.godwit.inbound.mail;

import io.godwit.core.PollLoop.Next;
import io.godwit.core.id.ProjectId;
import io.godwit.inbound.settings.InboundMailSettings;
import io.godwit.mailauth.MailAuthenticator.SmtpOrigin;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Polls the mailbox: reads some messages at a time, and stores each here before it is deleted there. After a crash in between
 * the message is read again, and the second copy is recognised.
 */
final class MailboxPoller {

    private final InboundMailSettings.Mailbox settings;
    private final InboundMailAcceptor desk;
    private final MailboxLease lease;
    private final InboundRateLimiter limits;
    private final WorkerExecutor worker;
    private volatile boolean stopping;

    MailboxPoller(
            Vertx vertx,
            InboundMailSettings.Mailbox settings,
            InboundMailAcceptor desk,
            MailboxLease lease,
            InboundRateLimiter limits) {
        this.settings = settings;
        this.desk = desk;
        this.lease = lease;
        this.limits = limits;
        this.worker = vertx.createSharedWorkerExecutor("inbound-mailbox", 1);
    }

    /** Polls once, if this node holds the lease. */
    Future<Next> run() {
        return lease.acquire().compose(mine -> mine ? poll() : Future.succeededFuture(Next.REST));
    }

    /** Reads the mailbox; releases the lease when the mailbox cannot be reached, because other nodes may reach it. */
    private Future<Next> poll() {
        var looked = visit();
        return looked.eventually(() -> looked.succeeded() ? lease.extendFor(settings.every()) : lease.leave());
    }

    private Future<Next> visit() {
        return worker.executeBlocking(() -> MailboxConnection.open(settings), false)
                .compose(visit -> keepAll(visit, visit.places(), 0, true)
                        .eventually(() -> worker.executeBlocking(() -> visit.leave(), false))
                        .map(all -> all && visit.hasMore() ? Next.AGAIN : Next.REST));
    }

    /**
     * Stores the messages one after the other; the first that cannot be stored ends the poll and stays in the mailbox.
     * Completes with whether all were taken: a message for a project whose minute is used up stays for the next poll.
     */
    private Future<Boolean> keepAll(MailboxConnection visit, List<Integer> places, int at, boolean all) {
        if (at == places.size() || stopping) {
            return Future.succeededFuture(all);
        }
        return lease.acquire()
                .compose(mine -> mine
                        ? store(visit, places.get(at)).compose(kept -> keepAll(visit, places, at + 1, all && kept))
                        : Future.succeededFuture(all));
    }

    private Future<Boolean> store(MailboxConnection visit, int place) {
        return worker.executeBlocking(() -> visit.read(place), false)
                .compose(mail -> mail.map(this::store).orElseGet(() -> Future.succeededFuture(true)))
                .compose(kept -> kept
                        ? worker.executeBlocking(() -> visit.done(place), false).map(true)
                        : Future.succeededFuture(false));
    }

    /**
     * Stores a message; one without an address of ours may still be a bounce of a sent email, so it is stored as well.
     * Completes with false when the minute of a project it is for is used up.
     */
    private Future<Boolean> store(MailboxConnection.FetchedMessage mail) {
        var road = new SmtpOrigin(Optional.empty(), "", mail.from());
        return receiving(mail.recipients(), 0, new LinkedHashMap<>()).compose(ours -> {
            var projects =
                    ours.values().stream().flatMap(List::stream).distinct().toList();
            return limits.admitProjects(projects)
                    ? desk.accept(InboundMailVerticle.MAILBOX, road, List.copyOf(ours.keySet()), mail.message())
                            .map(true)
                    : Future.succeededFuture(false);
        });
    }

    /**
     * Completes with those of the addresses that are ours, with the projects they belong to; a return path has none yet.
     */
    private Future<Map<String, List<ProjectId>>> receiving(
            List<String> addresses, int at, Map<String, List<ProjectId>> ours) {
        if (at == addresses.size()) {
            return Future.succeededFuture(ours);
        }
        var address = addresses.get(at);
        if (desk.isReturnPath(address)) {
            ours.put(address, List.of());
            return receiving(addresses, at + 1, ours);
        }
        return desk.projects(address).compose(projects -> {
            if (!projects.isEmpty()) {
                ours.put(address, projects);
            }
            return receiving(addresses, at + 1, ours);
        });
    }

    /** Stops reading further messages. */
    void end() {
        stopping = true;
    }

    /** Releases the lease; call it when no poll is running. */
    Future<Void> close() {
        return lease.leave().eventually(worker::close);
    }
}
