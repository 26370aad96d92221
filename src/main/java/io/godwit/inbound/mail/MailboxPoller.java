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
 *
 * <p>Messages that stay in the mailbox, because the minute of their project is used up, they are too large or the mail server does
 * not give them, do not keep those behind them waiting: each visit begins behind the ones that earlier visits left, up to the end of
 * the mailbox, and after a pause the next begins at the front again.
 */
final class MailboxPoller {

    private final InboundMailSettings.Mailbox settings;
    private final InboundMailAcceptor acceptor;
    private final MailboxLease lease;
    private final InboundRateLimiter limiter;
    private final WorkerExecutor worker;
    private volatile boolean stopping;

    /** The messages at the front of the mailbox that the visits since the last pause have left there. */
    private int left;

    MailboxPoller(
            Vertx vertx,
            InboundMailSettings.Mailbox settings,
            InboundMailAcceptor acceptor,
            MailboxLease lease,
            InboundRateLimiter limiter) {
        this.settings = settings;
        this.acceptor = acceptor;
        this.lease = lease;
        this.limiter = limiter;
        this.worker = vertx.createSharedWorkerExecutor("inbound-mailbox", 1);
    }

    /** Polls once, if this node holds the lease. */
    Future<Next> run() {
        return lease.acquire().compose(acquired -> acquired ? poll() : Future.succeededFuture(Next.IDLE));
    }

    /** Reads the mailbox; releases the lease when the mailbox cannot be reached, because other nodes may reach it. */
    private Future<Next> poll() {
        var looked = visit();
        return looked.eventually(() -> looked.succeeded() ? lease.extendFor(settings.every()) : lease.leave());
    }

    private Future<Next> visit() {
        var skipped = left;
        left = 0;
        return worker.executeBlocking(() -> MailboxConnection.open(settings, skipped), false)
                .compose(connection -> storeAll(connection, connection.numbers(), 0, skipped)
                        .eventually(() -> worker.executeBlocking(() -> connection.leave(), false))
                        .map(stay -> next(connection, stay)));
    }

    private Next next(MailboxConnection connection, int stay) {
        if (!connection.hasMore()) {
            return Next.IDLE;
        }
        left = stay;
        return Next.MORE;
    }

    /**
     * Stores the messages one after the other; the first that cannot be stored ends the poll and stays in the mailbox.
     * Completes with the number of messages that stay at the front of the mailbox.
     *
     * @param stay the number of those before the message at {@code at}
     */
    private Future<Integer> storeAll(MailboxConnection connection, List<Integer> numbers, int at, int stay) {
        if (at == numbers.size() || stopping) {
            return Future.succeededFuture(stay);
        }
        return lease.acquire()
                .compose(acquired -> acquired
                        ? store(connection, numbers.get(at))
                                .compose(gone -> storeAll(connection, numbers, at + 1, gone ? stay : stay + 1))
                        : Future.succeededFuture(stay));
    }

    /** Completes with whether the message is gone from those that are read. */
    private Future<Boolean> store(MailboxConnection connection, int position) {
        return worker.executeBlocking(() -> connection.read(position), false)
                .compose(message -> message.map(this::store).orElseGet(() -> Future.succeededFuture(true)))
                .compose(stored -> stored
                        ? worker.executeBlocking(() -> connection.done(position), false)
                        : Future.succeededFuture(false))
                .recover(failure -> failure instanceof UnreadableMessageException
                        ? Future.succeededFuture(false)
                        : Future.failedFuture(failure));
    }

    /**
     * Stores a message; one without an address of ours may still be a bounce of a sent email, so it is stored as well. One to a
     * return path that got more than it may have is dropped, because a flood of them would stay for days. Completes with false
     * when the minute of a project it is for is used up.
     */
    private Future<Boolean> store(MailboxConnection.FetchedMessage message) {
        var origin = new SmtpOrigin(Optional.empty(), "", message.from());
        return receiving(message.recipients(), 0, new LinkedHashMap<>()).compose(recipientToProjects -> {
            var projects = recipientToProjects.values().stream()
                    .flatMap(List::stream)
                    .distinct()
                    .toList();
            return limiter.admitProjects(projects)
                    ? acceptor.accept(
                                    InboundMailVerticle.MAILBOX,
                                    origin,
                                    List.copyOf(recipientToProjects.keySet()),
                                    message.message())
                            .map(true)
                    : Future.succeededFuture(false);
        });
    }

    /**
     * Completes with those of the addresses that are ours, with the projects they belong to; a return path has none yet.
     */
    private Future<Map<String, List<ProjectId>>> receiving(
            List<String> addresses, int at, Map<String, List<ProjectId>> recipientToProjects) {
        if (at == addresses.size()) {
            return Future.succeededFuture(recipientToProjects);
        }
        var address = addresses.get(at);
        if (acceptor.returnPath(address).isPresent()) {
            recipientToProjects.put(address, List.of());
            return receiving(addresses, at + 1, recipientToProjects);
        }
        return acceptor.projects(address).compose(projects -> {
            if (!projects.isEmpty()) {
                recipientToProjects.put(address, projects);
            }
            return receiving(addresses, at + 1, recipientToProjects);
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
