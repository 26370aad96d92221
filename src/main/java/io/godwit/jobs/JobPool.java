package io.godwit.jobs;

import io.godwit.core.FailPoints;
import io.godwit.core.PollLoop.Next;
import io.godwit.core.Timeouts;
import io.godwit.core.id.JobId;
import io.godwit.db.Database;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs a bounded number of jobs on this node: claims them, renews their leases, and releases them when the node stops.
 *
 * <p>All its state belongs to the context it is used on.
 */
final class JobPool {

    /** A job that has run so long is released when another project's job is waiting. */
    private static final Duration TURN = Duration.ofSeconds(2);

    /** A stopping node waits so long for the chunks under way. */
    private static final Duration DRAIN = Duration.ofSeconds(10);

    /**
     * For each second of work half a second of pause. Beside an import that never pauses and writes 500 rows at once, tracks
     * wait 123 ms at the 99th percentile instead of 38; beside one that pauses and writes 200, 51 (two cores, measured
     * 2026-11-21).
     */
    private static final double REST = 0.5;

    private static final int EXPIRED_AT_ONCE = 1000;

    private final Database database;
    private final JobSettings settings;
    private final Map<String, JobHandler> nameToKind;
    private final JobQueueStore claims = new JobQueueStore();
    private final JobStore jobs = new JobStore();
    private final JobRunner.RunnerDependencies place;
    private final Map<JobId, JobRunner> errands = new HashMap<>();
    private final Map<JobId, Long> turnsUntil = new HashMap<>();
    private Runnable hungry = () -> {};
    private @Nullable JobRunner suspect;
    private boolean stopping;
    private final Promise<Void> idle = Promise.promise();

    JobPool(Vertx vertx, Database database, JobSettings settings, List<JobHandler> kinds) {
        this.database = database;
        this.settings = settings;
        this.nameToKind = kinds.stream().collect(Collectors.toUnmodifiableMap(JobHandler::name, kind -> kind));
        this.place = new JobRunner.RunnerDependencies(
                vertx, database, claims, settings, FailPoints.fromSystem(), new ProjectFairShare());
    }

    /** Calls the listener when capacity for a job has become free. */
    void onCapacity(Runnable listener) {
        hungry = listener;
    }

    /** Claims one job, if there is capacity for it. */
    Future<Next> claim() {
        return stopping || isFull() || suspect != null
                ? Future.succeededFuture(Next.REST)
                : claims.claim(database.workers(), nameToKind.keySet(), settings.lease())
                        .map(this::start);
    }

    private boolean isFull() {
        return errands.size() >= settings.atOnce();
    }

    private Next start(Optional<Job> claimed) {
        claimed.ifPresent(job -> {
            var errand = new JobRunner(place, job, Objects.requireNonNull(nameToKind.get(job.kind())));
            errands.put(job.id(), errand);
            turnsUntil.put(job.id(), System.nanoTime() + TURN.toNanos());
            begin(errand);
        });
        return claimed.isPresent() ? Next.AGAIN : Next.REST;
    }

    /**
     * Starts a job. One that crashed its node repeatedly waits until the others have been released: only a crash while it runs
     * alone counts against it.
     */
    private void begin(JobRunner errand) {
        if (errand.job().isSuspect() && !errand.job().isDead()) {
            suspect = errand;
        }
        if (suspect == null || errands.size() == 1) {
            errand.carryOut().onComplete(ended -> end(errand.job()));
        }
    }

    private void end(Job job) {
        errands.remove(job.id());
        turnsUntil.remove(job.id());
        var waiting = suspect;
        if (waiting != null && waiting.job().id().equals(job.id())) {
            suspect = null;
        } else if (waiting != null && errands.size() == 1) {
            waiting.carryOut().onComplete(ended -> end(waiting.job()));
        }
        if (stopping && errands.isEmpty()) {
            idle.tryComplete();
        } else {
            hungry.run();
        }
    }

    private Future<Boolean> isShareUsed(JobRunner errand) {
        var id = errand.job().id();
        if (suspect != null && suspect != errand) {
            return Future.succeededFuture(true);
        }
        if (stopping || !isFull() || System.nanoTime() - turnsUntil.getOrDefault(id, 0L) < 0) {
            return Future.succeededFuture(stopping);
        }
        turnsUntil.put(id, System.nanoTime() + TURN.toNanos());
        return claims.anybodyWaits(database.workers(), nameToKind.keySet());
    }

    /** Answers, between two chunks, how long a job may go on. */
    private final class ProjectFairShare implements JobRunner.FairShare {

        @Override
        public Future<Boolean> isOver(JobRunner errand) {
            return isShareUsed(errand);
        }

        @Override
        public void committed(JobRunner errand) {
            if (suspect == errand) {
                suspect = null;
                hungry.run();
            }
        }

        /** The more jobs, the longer each pauses, so that together they take no more than one. */
        @Override
        public Duration restAfter(Duration chunk) {
            return Duration.ofNanos((long) (chunk.toNanos() * REST * errands.size()));
        }
    }

    /** Renews the leases of all jobs claimed by this node. */
    Future<Next> renew() {
        var held = errands.values().stream().map(JobRunner::job).toList();
        if (held.isEmpty()) {
            return Future.succeededFuture(Next.REST);
        }
        return claims.renew(database.workers(), held, settings.lease())
                .onSuccess(lost ->
                        lost.forEach(id -> Optional.ofNullable(errands.get(id)).ifPresent(JobRunner::lose)))
                .map(Next.REST);
    }

    /** Deletes jobs that ended long ago. */
    Future<Next> expire() {
        return settings.kept().isZero()
                ? Future.succeededFuture(Next.REST)
                : jobs.expire(database.workers(), settings.kept(), EXPIRED_AT_ONCE)
                        .map(count -> count == EXPIRED_AT_ONCE ? Next.AGAIN : Next.REST);
    }

    /** Deletes dead letters of long ago; they cannot be retried then. */
    Future<Next> expireDeadLetters() {
        return settings.deadLettersKept().isZero()
                ? Future.succeededFuture(Next.REST)
                : new DeadLetterStore()
                        .expire(database.workers(), settings.deadLettersKept(), EXPIRED_AT_ONCE)
                        .map(count -> count == EXPIRED_AT_ONCE ? Next.AGAIN : Next.REST);
    }

    /**
     * Begins no further chunk and releases every job; a job that has not ended in time stays leased until its lease expires.
     */
    Future<Void> stop() {
        stopping = true;
        return errands.isEmpty()
                ? Future.succeededFuture()
                : Timeouts.within(DRAIN, idle.future()).otherwiseEmpty();
    }
}
