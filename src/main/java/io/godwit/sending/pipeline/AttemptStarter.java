package io.godwit.sending.pipeline;

import io.godwit.core.FailPoints;
import io.godwit.core.LeaseLostException;
import io.godwit.core.MicroBatcher;
import io.godwit.core.PollLoop.Next;
import io.godwit.db.Database;
import io.godwit.sending.attempt.ClaimedEmail;
import io.godwit.sending.attempt.EmailAttempt;
import io.godwit.sending.queue.AttemptStore;
import io.godwit.sending.queue.DeadEmailStore;
import io.godwit.sending.queue.OutboxLeaseStore;
import io.godwit.sending.queue.OutboxLeases;
import io.godwit.sending.queue.PipelineTimeout;
import io.godwit.sending.queue.ReleaseQueue;
import io.godwit.sending.queue.RetryAfterStore;
import io.godwit.sending.queue.RetryAfterStore.RetryAfter;
import io.godwit.sending.queue.SendSettings;
import io.godwit.sending.results.DelayNotifier;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts attempts, in groups; releases rows whose attempt could not start, and marks those of dead emails. */
final class AttemptStarter {

    private static final Logger LOG = LoggerFactory.getLogger(AttemptStarter.class);

    /** The time in which freed slots are collected for one statement. */
    private static final Duration MAX_WAIT = Duration.ofMillis(5);

    private static final int MAX_BATCH_SIZE = 200;

    /** The pause before an email of a stalled domain or project is claimed again. */
    private static final Duration RETRY_DELAY = Duration.ofSeconds(5);

    private final OutboxLeases leases;
    private final ReleaseQueue releases;
    private final ReleaseQueue delayedReleases;
    private final ReleaseQueue pausedReleases;
    private final Database database;
    private final OutboxLeaseStore leaseStore = new OutboxLeaseStore();
    private final DeadEmailStore dead = new DeadEmailStore();
    private final RetryAfterStore retryAfterStore = new RetryAfterStore();
    private final FailPoints pauses;
    private final DelayNotifier delays;
    private final MicroBatcher<ClaimedEmail, Optional<EmailAttempt>> begins;
    private final MicroBatcher<RetryAfter, Boolean> retryBatches;

    AttemptStarter(
            Vertx vertx,
            Database database,
            OutboxLeases leases,
            SendSettings settings,
            FailPoints pauses,
            DelayNotifier delays) {
        this.leases = leases;
        this.delays = delays;
        this.database = database;
        this.releases = new ReleaseQueue(claimed -> leaseStore.release(database.workers(), claimed, Duration.ZERO));
        this.delayedReleases =
                new ReleaseQueue(claimed -> leaseStore.release(database.workers(), claimed, RETRY_DELAY));
        this.pausedReleases = new ReleaseQueue(claimed -> leaseStore.pause(database.workers(), claimed));
        this.pauses = pauses;
        this.retryBatches = new MicroBatcher<>(vertx, MAX_WAIT, MAX_BATCH_SIZE, this::retryAllAfter);
        var store = new AttemptStore();
        this.begins = new MicroBatcher<>(
                vertx,
                MAX_WAIT,
                MAX_BATCH_SIZE,
                claimed -> PipelineTimeout.on(store.begin(database.sending(), claimed, settings.recoveryDelay())));
    }

    /** Marks, counts and dates the attempt. Fails with {@link LeaseLostException} when a newer claim holds the row. */
    Future<EmailAttempt> begin(ClaimedEmail claimed) {
        return pauses.at("after-claim", claimed)
                .compose(begins::add)
                .map(begun -> begun.orElseThrow(LeaseLostException::new))
                .compose(email -> pauses.at("after-sending-mark", email));
    }

    /** Returns whether this node still holds the row, as far as it knows. */
    boolean isLeased(ClaimedEmail claimed) {
        return leases.isLeased(claimed);
    }

    /** Stops renewing the lease of a row that another claim holds. */
    void dropLease(ClaimedEmail claimed) {
        leases.remove(claimed);
    }

    /** Releases the row until its campaign is resumed; at once, or when PostgreSQL is available again. */
    Future<Void> pause(ClaimedEmail claimed) {
        leases.remove(claimed);
        return pausedReleases.release(List.of(claimed));
    }

    /** Releases the rows, due at once for any node; when PostgreSQL is not available, as soon as it is again. */
    Future<Void> release(List<ClaimedEmail> claimed) {
        claimed.forEach(leases::remove);
        return claimed.isEmpty() ? Future.succeededFuture() : releases.release(claimed);
    }

    /** Releases the rows, due after a pause of {@link #RETRY_DELAY}. */
    Future<Void> retryAfter(List<ClaimedEmail> claimed) {
        claimed.forEach(leases::remove);
        return claimed.isEmpty() ? Future.succeededFuture() : delayedReleases.release(claimed);
    }

    /** Releases an email that has to wait, due when its pause is over; when the statement fails, its lease has to expire. */
    Future<Void> retryAfter(RetryAfter retry) {
        leases.remove(retry.claimed());
        return retryBatches.add(retry).otherwiseEmpty().mapEmpty();
    }

    private Future<List<Boolean>> retryAllAfter(List<RetryAfter> retries) {
        return PipelineTimeout.on(retryAfterStore.retryAfter(database.workers(), retries))
                .compose(ignored -> delays.waiting(retries))
                .map(Collections.nCopies(retries.size(), true));
    }

    /** Releases an email that is composed alone, due after its pause; when the statement fails, its lease has to expire. */
    Future<Void> coolDown(ClaimedEmail claimed) {
        return retryAfter(claimed, claimed.coolDown());
    }

    /** Releases an email whose refusal waits on, due after {@code pause}; when the statement fails, its lease has to expire. */
    Future<Void> retryAfter(ClaimedEmail claimed, Duration pause) {
        leases.remove(claimed);
        return PipelineTimeout.on(leaseStore.release(database.workers(), List.of(claimed), pause))
                .otherwiseEmpty();
    }

    /** Marks an email that is composed alone as dead; when the statement fails, its lease has to expire. */
    Future<Void> markDead(ClaimedEmail claimed) {
        leases.remove(claimed);
        LOG.atError()
                .addKeyValue("project", claimed.project())
                .addKeyValue("email", claimed.email())
                .log("An email is dead: its node died each time it was composed");
        return PipelineTimeout.on(dead.markDead(database.workers(), claimed, claimed.reason()))
                .otherwiseEmpty();
    }

    /** Clears the crashes of an email that was composed alone without a crash. */
    Future<Void> clearCrashes(ClaimedEmail claimed) {
        return PipelineTimeout.on(leaseStore.clearCrashes(database.workers(), claimed));
    }

    /** Repeats the releases that PostgreSQL has not executed yet. */
    Future<Next> retryReleases() {
        return releases.retryReleases()
                .compose(ignored -> delayedReleases.retryReleases())
                .compose(ignored -> pausedReleases.retryReleases());
    }
}
