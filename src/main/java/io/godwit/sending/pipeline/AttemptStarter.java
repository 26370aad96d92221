package io.godwit.sending.pipeline;

import io.godwit.core.FailPoints;
import io.godwit.core.LeaseLostException;
import io.godwit.core.PollLoop.Next;
import io.godwit.db.Database;
import io.godwit.sending.ClaimedEmail;
import io.godwit.sending.EmailAttempt;
import io.godwit.sending.queue.AttemptStore;
import io.godwit.sending.queue.DeadEmailStore;
import io.godwit.sending.queue.MicroBatcher;
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

/** Begins attempts, in groups, and gives rows back whose work could not begin. */
final class AttemptStarter {

    private static final Logger LOG = LoggerFactory.getLogger(AttemptStarter.class);

    /** Long enough for slots that became free together to share a statement. */
    private static final Duration LINGER = Duration.ofMillis(5);

    private static final int MOST_AT_ONCE = 200;

    /** An email whose domain or project stands still waits so long for another look. */
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

    /** Marks, counts and dates the attempt. Fails with {@link LeaseLostException} when somebody else holds the row. */
    Future<EmailAttempt> begin(ClaimedEmail ticket) {
        return pauses.at("after-claim", ticket)
                .compose(begins::add)
                .map(begun -> begun.orElseThrow(LeaseLostException::new))
                .compose(email -> pauses.at("after-sending-mark", email));
    }

    /** Whether the row is still ours, as far as we know. */
    boolean holds(ClaimedEmail ticket) {
        return leases.holds(ticket);
    }

    /** The row is no longer ours. */
    void dropLease(ClaimedEmail ticket) {
        leases.drop(ticket);
    }

    /** Leaves the row to whoever lets its campaign go on; at once, or when PostgreSQL is back. */
    Future<Void> pause(ClaimedEmail ticket) {
        leases.drop(ticket);
        return heldBack.release(List.of(ticket));
    }

    /** Makes the rows due at once, for whoever comes first; when PostgreSQL is away, as soon as it is back. */
    Future<Void> release(List<ClaimedEmail> tickets) {
        tickets.forEach(leases::drop);
        return tickets.isEmpty() ? Future.succeededFuture() : givenBack.release(tickets);
    }

    /** The same for later. */
    Future<Void> postpone(List<ClaimedEmail> tickets) {
        tickets.forEach(leases::drop);
        return tickets.isEmpty() ? Future.succeededFuture() : postponed.release(tickets);
    }

    /** A suspect goes to its rest; a try that came to nothing leaves it to its lease. */
    Future<Void> coolDown(ClaimedEmail suspect) {
        leases.drop(suspect);
        return PipelineTimeout.on(claims.release(database.workers(), List.of(suspect), suspect.coolDown()))
                .otherwiseEmpty();
    }

    /** A suspect is given up; a try that came to nothing leaves it to its lease. */
    Future<Void> markDead(ClaimedEmail suspect) {
        leases.drop(suspect);
        LOG.atError()
                .addKeyValue("project", suspect.project())
                .addKeyValue("email", suspect.email())
                .log("An email is given up: its node died each time it was composed");
        return PipelineTimeout.on(dead.markDead(database.workers(), suspect, suspect.reason()))
                .otherwiseEmpty();
    }

    /** A suspect was composed while it was alone, so it is none. */
    Future<Void> acquit(ClaimedEmail suspect) {
        return PipelineTimeout.on(claims.acquit(database.workers(), suspect));
    }

    /** What PostgreSQL has not taken back yet. */
    Future<Next> retryReleases() {
        return givenBack
                .retryReleases()
                .compose(done -> postponed.retryReleases())
                .compose(done -> heldBack.retryReleases());
    }
}
