package io.godwit.sending.pipeline;

import io.godwit.core.FailPoints;
import io.godwit.core.LeaseLostException;
import io.godwit.core.MicroBatcher;
import io.godwit.core.PollLoop.Next;
import io.godwit.db.Database;
import io.godwit.sending.ClaimedEmail;
import io.godwit.sending.EmailAttempt;
import io.godwit.sending.queue.AttemptStore;
import io.godwit.sending.queue.DeadEmailStore;
import io.godwit.sending.queue.OutboxClaimStore;
import io.godwit.sending.queue.OutboxLeases;
import io.godwit.sending.queue.PipelineTimeout;
import io.godwit.sending.queue.ReleaseQueue;
import io.godwit.sending.queue.SendSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts attempts, in groups, and releases rows whose attempt could not start. */
final class AttemptStarter {

    private static final Logger LOG = LoggerFactory.getLogger(AttemptStarter.class);

    /** The time in which freed slots are collected for one statement. */
    private static final Duration LINGER = Duration.ofMillis(5);

    private static final int MOST_AT_ONCE = 200;

    /** The pause before an email of a stalled domain or project is claimed again. */
    private static final Duration POSTPONED = Duration.ofSeconds(5);

    private final OutboxLeases leases;
    private final ReleaseQueue givenBack;
    private final ReleaseQueue postponed;
    private final ReleaseQueue heldBack;
    private final Database database;
    private final OutboxClaimStore claims = new OutboxClaimStore();
    private final DeadEmailStore dead = new DeadEmailStore();
    private final FailPoints pauses;
    private final MicroBatcher<ClaimedEmail, Optional<EmailAttempt>> begins;

    AttemptStarter(Vertx vertx, Database database, OutboxLeases leases, SendSettings settings, FailPoints pauses) {
        this.leases = leases;
        this.database = database;
        this.givenBack = new ReleaseQueue(tickets -> claims.release(database.workers(), tickets, Duration.ZERO));
        this.postponed = new ReleaseQueue(tickets -> claims.release(database.workers(), tickets, POSTPONED));
        this.heldBack = new ReleaseQueue(tickets -> claims.pause(database.workers(), tickets));
        this.pauses = pauses;
        var store = new AttemptStore();
        this.begins = new MicroBatcher<>(
                vertx,
                LINGER,
                MOST_AT_ONCE,
                tickets -> PipelineTimeout.on(store.begin(database.workers(), tickets, settings.rescue())));
    }

    /** Marks, counts and dates the attempt. Fails with {@link LeaseLostException} when a newer claim holds the row. */
    Future<EmailAttempt> begin(ClaimedEmail ticket) {
        return pauses.at("after-claim", ticket)
                .compose(begins::add)
                .map(begun -> begun.orElseThrow(LeaseLostException::new))
                .compose(email -> pauses.at("after-sending-mark", email));
    }

    /** Returns whether this node still holds the row, as far as it knows. */
    boolean holds(ClaimedEmail ticket) {
        return leases.holds(ticket);
    }

    /** Stops renewing the lease of a row that another claim holds. */
    void dropLease(ClaimedEmail ticket) {
        leases.drop(ticket);
    }

    /** Releases the row until its campaign is resumed; at once, or when PostgreSQL is available again. */
    Future<Void> pause(ClaimedEmail ticket) {
        leases.drop(ticket);
        return heldBack.release(List.of(ticket));
    }

    /** Releases the rows, due at once for any node; when PostgreSQL is not available, as soon as it is again. */
    Future<Void> release(List<ClaimedEmail> tickets) {
        tickets.forEach(leases::drop);
        return tickets.isEmpty() ? Future.succeededFuture() : givenBack.release(tickets);
    }

    /** Releases the rows, due after a pause of {@link #POSTPONED}. */
    Future<Void> postpone(List<ClaimedEmail> tickets) {
        tickets.forEach(leases::drop);
        return tickets.isEmpty() ? Future.succeededFuture() : postponed.release(tickets);
    }

    /** Releases an email that is composed alone, due after its pause; when the statement fails, its lease has to expire. */
    Future<Void> coolDown(ClaimedEmail suspect) {
        leases.drop(suspect);
        return PipelineTimeout.on(claims.release(database.workers(), List.of(suspect), suspect.coolDown()))
                .otherwiseEmpty();
    }

    /** Marks an email that is composed alone as dead; when the statement fails, its lease has to expire. */
    Future<Void> markDead(ClaimedEmail suspect) {
        leases.drop(suspect);
        LOG.atError()
                .addKeyValue("project", suspect.project())
                .addKeyValue("email", suspect.email())
                .log("An email is given up: its node died each time it was composed");
        return PipelineTimeout.on(dead.markDead(database.workers(), suspect, suspect.reason()))
                .otherwiseEmpty();
    }

    /** Clears the crashes of an email that was composed alone without a crash. */
    Future<Void> acquit(ClaimedEmail suspect) {
        return PipelineTimeout.on(claims.acquit(database.workers(), suspect));
    }

    /** Repeats the releases that PostgreSQL has not executed yet. */
    Future<Next> retryReleases() {
        return givenBack
                .retryReleases()
                .compose(done -> postponed.retryReleases())
                .compose(done -> heldBack.retryReleases());
    }
}
