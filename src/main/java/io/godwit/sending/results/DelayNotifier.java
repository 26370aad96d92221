package io.godwit.sending.results;

import io.godwit.core.MessageIdCodec;
import io.godwit.core.PollLoop.Next;
import io.godwit.db.Database;
import io.godwit.delivery.SuspendedSite;
import io.godwit.events.EventAppender;
import io.godwit.events.NewEvent;
import io.godwit.sending.queue.PipelineTimeout;
import io.godwit.sending.queue.RetryAfterStore.RetryAfter;
import io.godwit.sending.results.DelayedEmailStore.DelayedEmail;
import io.godwit.sending.results.DelayedEmailStore.WaitingEmail;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends {@code email.delayed} for emails that wait for an unreachable or suspended site without an attempt, once for each email.
 * An email that is deferred by a reply gets its event with the result of the attempt.
 */
public final class DelayNotifier {

    private static final Logger LOG = LoggerFactory.getLogger(DelayNotifier.class);

    private static final int MAX_BATCH_SIZE = 500;

    private final Database database;
    private final EventAppender events;
    private final MessageIdCodec ids;
    private final Duration after;
    private final DelayedEmailStore store = new DelayedEmailStore();

    /** @param after the age at which an email is late */
    public DelayNotifier(ResultDependencies dependencies, Duration after) {
        this.database = dependencies.database();
        this.events = dependencies.events();
        this.ids = dependencies.ids();
        this.after = after;
    }

    /** Appends the events of a batch of late emails to suspended sites, which are not claimed while those are suspended. */
    public Future<Next> run(List<SuspendedSite> suspended) {
        return suspended.isEmpty()
                ? Future.succeededFuture(Next.IDLE)
                : PipelineTimeout.on(store.find(database.workers(), suspended, after, MAX_BATCH_SIZE))
                        .compose(waiting ->
                                publish(waiting).map(waiting.size() == MAX_BATCH_SIZE ? Next.MORE : Next.IDLE));
    }

    /** Appends the events of those emails that will be late before they are tried; never fails. */
    public Future<Void> waiting(List<RetryAfter> retries) {
        var late = retries.stream()
                .filter(one -> one.lasting()
                        && one.claimed().facts().age().plus(one.pause()).compareTo(after) >= 0)
                .map(one -> new WaitingEmail(
                        one.claimed().project(),
                        one.claimed().email(),
                        one.reason(),
                        Instant.now().plus(one.pause())))
                .toList();
        return publish(late).recover(error -> {
            LOG.warn("The events of delayed emails could not be appended", error);
            return Future.succeededFuture();
        });
    }

    private Future<Void> publish(List<WaitingEmail> waiting) {
        return waiting.isEmpty()
                ? Future.succeededFuture()
                : PipelineTimeout.on(database.workerTransaction(tx -> append(tx, waiting)));
    }

    private Future<Void> append(SqlClient tx, List<WaitingEmail> waiting) {
        return store.markDelayed(tx, waiting)
                .compose(delayed ->
                        events.append(tx, delayed.stream().map(this::event).toList()));
    }

    private NewEvent event(DelayedEmail delayed) {
        return SendEventFactory.delayed(delayed, ids);
    }
}
