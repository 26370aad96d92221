package io.godwit.sending;

import io.godwit.core.Loop.Next;
import io.godwit.db.Database;
import io.godwit.sending.ClaimStore.EndedLeases;
import io.godwit.sending.ClaimStore.Share;
import io.godwit.sending.DotMarks.DotMark;
import io.godwit.sending.SendingMessages.Lane;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the sender supplied: finds lanes with due mail, by notices and by a poll, and claims from them in turn.
 *
 * <p>All its state belongs to the context it is used on.
 */
final class Claims {

    private static final Logger LOG = LoggerFactory.getLogger(Claims.class);

    /** Lanes beyond these are found by a later poll. */
    private static final int MOST_LANES_A_POLL = 5_000;

    private final Database database;
    private final ClaimStore store = new ClaimStore();
    private final Leases leases;
    private final Sender sender;
    private final SendSettings settings;
    private final SendMetrics metrics;
    private final RefusalBreaker breaker;
    private final UUID holder;
    private final Lanes lanes = new Lanes();
    private final Throttle throttle;
    private long nextPoll = System.nanoTime();

    Claims(
            Database database,
            Leases leases,
            Sender sender,
            SendSettings settings,
            SendMetrics metrics,
            RefusalBreaker breaker,
            UUID holder) {
        this.holder = holder;
        this.breaker = breaker;
        this.database = database;
        this.leases = leases;
        this.sender = sender;
        this.settings = settings;
        this.metrics = metrics;
        this.throttle = new Throttle(database, settings.perSecond());
    }

    /** News of mail that was committed. */
    void heard(Collection<Lane> queued) {
        lanes.add(queued);
    }

    /**
     * What an earlier process of this node had claimed is due at once: nobody else knows that it has died.
     *
     * @param offered the attempts that may have come to their final dot; empty: any may
     */
    Future<Void> endLeases(Optional<List<DotMark>> offered) {
        return store.endLeases(database.workers(), holder, offered)
                .onSuccess(this::report)
                .mapEmpty();
    }

    private void report(EndedLeases ended) {
        metrics.inDoubt(ended.inDoubt());
        LOG.atInfo()
                .addKeyValue("emails", ended.emails())
                .addKeyValue("inDoubt", ended.inDoubt())
                .log("Leases of the last run were ended");
    }

    /** One turn of the loop. */
    Future<Next> run() {
        sender.pump();
        return sender.room() == 0 ? Future.succeededFuture(Next.REST) : poll().compose(polled -> claim());
    }

    private Future<Void> poll() {
        if (System.nanoTime() - nextPoll < 0) {
            return Future.succeededFuture();
        }
        nextPoll = System.nanoTime() + jittered(settings.poll());
        return Deadline.on(store.dueLanes(database.workers(), MOST_LANES_A_POLL))
                .onSuccess(lanes::add)
                .mapEmpty();
    }

    private Future<Next> claim() {
        var shares = breaker.cut(lanes.turn(sender.room(), lane -> throttle.mayGo(lane) && breaker.mayGo(lane)));
        return shares.isEmpty()
                ? Future.succeededFuture(Next.REST)
                : Deadline.on(throttle.grant(shares)).compose(this::claim);
    }

    private Future<Next> claim(List<Share> granted) {
        if (granted.isEmpty()) {
            return Future.succeededFuture(Next.REST);
        }
        var started = System.nanoTime();
        return Deadline.on(store.claim(database.workers(), granted, settings.lease(), holder))
                .onSuccess(tickets -> metrics.claims().record(Duration.ofNanos(System.nanoTime() - started)))
                .map(tickets -> take(granted, tickets))
                .compose(tickets -> throttle.settle(granted, tickets))
                .map(settled -> sender.room() > 0 ? Next.AGAIN : Next.REST);
    }

    private List<Ticket> take(List<Share> granted, List<Ticket> tickets) {
        leases.take(tickets);
        breaker.claimed(tickets);
        tickets.stream().filter(Ticket::inDoubt).forEach(metrics::inDoubt);
        sender.offer(lanes.taken(granted, tickets));
        return tickets;
    }

    /** Up to a quarter earlier, so that the nodes do not all look at once. */
    private static long jittered(Duration pause) {
        return (long) (pause.toNanos() * (0.75 + ThreadLocalRandom.current().nextDouble(0.25)));
    }
}
