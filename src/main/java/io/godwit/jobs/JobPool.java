package io.godwit.jobs;

import io.godwit.core.FailPoints;
import io.godwit.core.PollLoop.Next;
import io.godwit.core.Timeouts;
import io.godwit.core.id.JobId;
import io.godwit.db.Database;
import io.godwit.db.SurvivedClaims;
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
    private static final Duration MAX_SLICE = Duration.ofSeconds(2);

    /** A stopping node waits so long for the chunks under way. */
    private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(10);

    /**
     * For each second of work half a second of pause. Beside an import that never pauses and writes 500 rows at once, tracks
     * wait 123 ms at the 99th percentile instead of 38; beside one that pauses and writes 200, 51 (two cores, measured
     * 2026-11-21).
     */
    private static final double IDLE_SHARE = 0.5;

    private static final int EXPIRED_BATCH_SIZE = 1000;

    private final Database database;
    private final JobSettings settings;
    private final Map<String, JobHandler> nameToKind;
    private final JobQueueStore claims = new JobQueueStore();
    private final JobStore jobs = new JobStore();
    private final JobRunner.RunnerDependencies dependencies;
    private final Map<JobId, JobRunner> jobToRunner = new HashMap<>();
    private final Map<JobId, Long> jobToSliceEnd = new HashMap<>();
    private final SurvivedClaims<Job> survived;
    private Runnable onCapacity = () -> {};
    private @Nullable JobRunner aloneRunner;
    private boolean stopping;
    private final Promise<Void> idle = Promise.promise();

    JobPool(Vertx vertx, Database database, JobSettings settings, List<JobHandler> handlers) {
        this.database = database;
        this.settings = settings;
        this.nameToKind = handlers.stream().collect(Collectors.toUnmodifiableMap(JobHandler::name, handler -> handler));
        this.survived = new SurvivedClaims<>(
                settings.lease().multipliedBy(2).plus(DRAIN_TIMEOUT), survivors -> Future.join(survivors.stream()
                                .map(job -> claims.uncountCrash(database.workers(), job))
                                .toList())
                        .mapEmpty());
        this.dependencies = new JobRunner.RunnerDependencies(
                vertx, database, settings, FailPoints.fromSystem(), new ProjectFairShare());
    }

    /** Calls the listener when capacity for a job has become free. */
    void onCapacity(Runnable listener) {
        onCapacity = listener;
    }

    /** Claims one job, if there is capacity for it. */
    Future<Next> claim() {
        return stopping || isFull() || aloneRunner != null
                ? Future.succeededFuture(Next.IDLE)
                : claims.claim(database.workers(), nameToKind.keySet(), settings.lease())
                        .map(this::start);
    }

    private boolean isFull() {
        return jobToRunner.size() >= settings.maxConcurrent();
    }

    private Next start(Optional<Job> claimed) {
        claimed.ifPresent(job -> {
            var runner = new JobRunner(dependencies, job, Objects.requireNonNull(nameToKind.get(job.kind())));
            jobToRunner.put(job.id(), runner);
            jobToSliceEnd.put(job.id(), System.nanoTime() + MAX_SLICE.toNanos());
            begin(runner);
        });
        return claimed.isPresent() ? Next.MORE : Next.IDLE;
    }

    /**
     * Starts a job. One that crashed its node repeatedly waits until the others have been released: only a crash while it runs
     * alone counts against it.
     */
    private void begin(JobRunner runner) {
        if (runner.job().runsAlone()) {
            aloneRunner = runner;
        }
        if (aloneRunner == null || jobToRunner.size() == 1) {
            runner.carryOut().onComplete(ignored -> end(runner.job()));
        }
    }

    private void end(Job job) {
        jobToRunner.remove(job.id());
        jobToSliceEnd.remove(job.id());
        if (job.crashes().isClaimedAlone()) {
            survived.add(job);
        }
        var waiting = aloneRunner;
        if (waiting != null && waiting.job().id().equals(job.id())) {
            aloneRunner = null;
        } else if (waiting != null && jobToRunner.size() == 1) {
            waiting.carryOut().onComplete(ignored -> end(waiting.job()));
        }
        if (stopping && jobToRunner.isEmpty()) {
            idle.tryComplete();
        } else {
            onCapacity.run();
        }
    }

    private Future<Boolean> isShareUsed(JobRunner runner) {
        var id = runner.job().id();
        if (aloneRunner != null && aloneRunner != runner) {
            return Future.succeededFuture(true);
        }
        if (stopping || !isFull() || System.nanoTime() - jobToSliceEnd.getOrDefault(id, 0L) < 0) {
            return Future.succeededFuture(stopping);
        }
        jobToSliceEnd.put(id, System.nanoTime() + MAX_SLICE.toNanos());
        return claims.isAnyDue(database.workers(), nameToKind.keySet());
    }

    /** Answers, between two chunks, how long a job may go on. */
    private final class ProjectFairShare implements JobRunner.FairShare {

        @Override
        public Future<Boolean> isOver(JobRunner runner) {
            return isShareUsed(runner);
        }

        @Override
        public void committed(JobRunner runner) {
            if (aloneRunner == runner) {
                aloneRunner = null;
                onCapacity.run();
            }
        }

        /** The more jobs, the longer each pauses, so that together they take no more than one. */
        @Override
        public Duration pauseAfter(Duration chunk) {
            return Duration.ofNanos((long) (chunk.toNanos() * IDLE_SHARE * jobToRunner.size()));
        }
    }

    /** Renews the leases of all jobs claimed by this node, and takes back crashes that were none. */
    Future<Next> renew() {
        return renewLeases().compose(next -> survived.uncountCrashes().map(next));
    }

    private Future<Next> renewLeases() {
        var leased = jobToRunner.values().stream().map(JobRunner::job).toList();
        if (leased.isEmpty()) {
            return Future.succeededFuture(Next.IDLE);
        }
        return claims.renew(database.workers(), leased, settings.lease())
                .onSuccess(lost -> lost.forEach(
                        id -> Optional.ofNullable(jobToRunner.get(id)).ifPresent(JobRunner::lose)))
                .map(Next.IDLE);
    }

    /** Deletes jobs that ended long ago. */
    Future<Next> expire() {
        return settings.retention().isZero()
                ? Future.succeededFuture(Next.IDLE)
                : jobs.expire(database.workers(), settings.retention(), EXPIRED_BATCH_SIZE)
                        .map(count -> count == EXPIRED_BATCH_SIZE ? Next.MORE : Next.IDLE);
    }

    /** Deletes dead letters of long ago; they cannot be retried then. */
    Future<Next> expireDeadLetters() {
        return settings.deadLetterRetention().isZero()
                ? Future.succeededFuture(Next.IDLE)
                : new DeadLetterStore()
                        .expire(database.workers(), settings.deadLetterRetention(), EXPIRED_BATCH_SIZE)
                        .map(count -> count == EXPIRED_BATCH_SIZE ? Next.MORE : Next.IDLE);
    }

    /**
     * Begins no further chunk and releases every job; a job that has not ended in time stays leased until its lease expires.
     */
    Future<Void> stop() {
        stopping = true;
        return jobToRunner.isEmpty()
                ? Future.succeededFuture()
                : Timeouts.within(DRAIN_TIMEOUT, idle.future()).otherwiseEmpty();
    }
}
