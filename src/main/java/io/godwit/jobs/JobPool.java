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
 * The jobs this node has under way, so many at once and no more: claims them, renews their leases, and gives them back when
 * the node stops.
 *
 * <p>All its state belongs to the context it is used on.
 */
final class JobPool {

    /** A job that holds one of the places so long makes room when somebody waits. */
    private static final Duration TURN = Duration.ofSeconds(2);

    /** A stopping node waits so long for the chunks under way. */
    private static final Duration DRAIN = Duration.ofSeconds(10);

    /**
     * For each second of work half a second of rest. Beside an import that never rests and writes 500 rows at once, tracks wait
     * 123 ms at the 99th percentile instead of 38; beside one that rests and writes 200, 51 (two cores, measured 2026-11-21).
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

    /** Calls the listener when a place has become free. */
    void onCapacity(Runnable listener) {
        hungry = listener;
    }

    /** One turn of the loop: takes one job, if there is a place for it. */
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

    /** A suspect waits until the others have made room: only what dies with it alone is its fault. */
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

    /** What the errands ask between two chunks. */
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

        /** The more jobs, the longer each rests, so that together they take no more than one. */
        @Override
        public Duration restAfter(Duration chunk) {
            return Duration.ofNanos((long) (chunk.toNanos() * REST * errands.size()));
        }
    }

    /** One round of renewals: everything held. */
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

    /** Deletes work that was given up long ago; nobody can try it again then. */
    Future<Next> expireDeadLetters() {
        return settings.deadLettersKept().isZero()
                ? Future.succeededFuture(Next.REST)
                : new DeadLetterStore()
                        .expire(database.workers(), settings.deadLettersKept(), EXPIRED_AT_ONCE)
                        .map(count -> count == EXPIRED_AT_ONCE ? Next.AGAIN : Next.REST);
    }

    /** Begins no chunk more and gives every job back; what has not ended in time is left to its lease. */
    Future<Void> stop() {
        stopping = true;
        return errands.isEmpty()
                ? Future.succeededFuture()
                : Timeouts.within(DRAIN, idle.future()).otherwiseEmpty();
    }
}
