package io.godwit.jobs;

import io.godwit.core.Backoff;
import io.godwit.core.ChangeTopic;
import io.godwit.core.FailPoints;
import io.godwit.core.Failure;
import io.godwit.core.LeaseLostException;
import io.godwit.db.Database;
import io.godwit.jobs.JobHandler.ChunkResult;
import io.godwit.jobs.JobHandler.Run;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out one claimed job, chunk after chunk, until it has ended, failed, been released or lost its lease.
 *
 * <p>All its state belongs to the context it is used on.
 */
final class JobRunner {

    private static final Logger LOG = LoggerFactory.getLogger(JobRunner.class);

    /** Failures in a row, without a chunk between them, after which a job is dead. */
    private static final int MAX_ATTEMPTS = 5;

    /** The pause before the end of a run is written again. */
    private static final Duration BETWEEN_WRITES = Duration.ofSeconds(1);

    /** The dependencies of a runner. */
    record RunnerDependencies(
            Vertx vertx, Database database, JobSettings settings, FailPoints pauses, FairShare fairShare) {}

    /** Decides between two chunks whether a job goes on. */
    interface FairShare {

        /** Completes with true when the job has to be released. */
        Future<Boolean> isOver(JobRunner runner);

        /** Called when a chunk of the job is committed: the earlier crashes were not this job's fault. */
        void committed(JobRunner runner);

        /** The pause that leaves the machine to others after a chunk that took so long. */
        Duration pauseAfter(Duration chunk);
    }

    private final RunnerDependencies dependencies;
    private final JobQueueStore queue = new JobQueueStore();
    private final JobProgressStore progress = new JobProgressStore();
    private final Job job;
    private final JobHandler handler;
    private final Promise<Void> ended = Promise.promise();
    private int attempts;
    private boolean lost;
    private long startedNanos;

    JobRunner(RunnerDependencies dependencies, Job job, JobHandler handler) {
        this.dependencies = dependencies;
        this.job = job;
        this.handler = handler;
        this.attempts = job.attempts();
    }

    Job job() {
        return job;
    }

    /** Stops the job at its next chunk, because its lease is lost. */
    void lose() {
        lost = true;
    }

    /**
     * Carries the job out; completes when it has ended, failed, been released or lost its lease. Never fails: every result is written
     * to the table or left to the next claim.
     */
    Future<Void> carryOut() {
        if (job.crashes().isDead()) {
            LOG.atError()
                    .addKeyValue("project", job.project())
                    .addKeyValue("job", job.id())
                    .log("A job is dead: its node died each time it worked on it alone");
            write(() -> progress.markDead(dependencies.database().workers(), job, reason()));
        } else if (!job.crashes().pause().isZero()) {
            write(() -> queue.pause(
                    dependencies.database().workers(), job, job.crashes().pause()));
        } else {
            marked().compose(ignored -> attempt(() -> handler.begin(job)))
                    .onSuccess(this::next)
                    .onFailure(this::failed);
        }
        return ended.future();
    }

    private String reason() {
        return "The server stopped " + job.crashes().alone() + " times while it worked on this and no other job";
    }

    private Future<Void> marked() {
        return job.runsAlone() ? queue.markAlone(dependencies.database().workers(), job) : Future.succeededFuture();
    }

    private void next(Run run) {
        if (lost) {
            failed(new LeaseLostException());
            return;
        }
        dependencies
                .fairShare()
                .isOver(this)
                .onSuccess(over -> {
                    if (over) {
                        write(() -> queue.release(dependencies.database().workers(), job));
                    } else {
                        work(run);
                    }
                })
                .onFailure(this::failed);
    }

    private void work(Run run) {
        startedNanos = System.nanoTime();
        attempt(run::prepare)
                .compose(ignored -> dependencies.database().workerTransactionOnce(tx -> chunk(tx, run)))
                .compose(chunk -> dependencies.pauses().at("job-after-chunk", chunk))
                .onSuccess(chunk -> committed(run, chunk))
                .onFailure(this::failed);
    }

    private Future<ChunkResult> chunk(SqlClient tx, Run run) {
        return progress.bound(tx)
                .compose(ignored -> run.step(tx))
                .compose(chunk -> dependencies.pauses().at("job-within-chunk", chunk))
                .compose(chunk -> record(tx, chunk).map(chunk))
                .onSuccess(ignored -> changed(tx));
    }

    private void changed(SqlClient tx) {
        dependencies
                .database()
                .changes()
                .add(tx, job.project(), ChangeTopic.JOB, job.id().value());
    }

    private Future<Void> record(SqlClient tx, ChunkResult chunk) {
        return chunk.done()
                ? progress.complete(tx, job, chunk)
                : progress.advance(tx, job, chunk, dependencies.settings().lease());
    }

    private void committed(Run run, ChunkResult chunk) {
        attempts = 0;
        run.committed();
        dependencies.fairShare().committed(this);
        if (chunk.done()) {
            ended.complete();
        } else {
            pauseThenContinue(run);
        }
    }

    private void pauseThenContinue(Run run) {
        var idlePause = dependencies.fairShare().pauseAfter(Duration.ofNanos(System.nanoTime() - startedNanos));
        dependencies
                .vertx()
                .timer(Math.max(1, idlePause.toMillis()), TimeUnit.MILLISECONDS)
                .onSuccess(ignored -> next(run))
                .onFailure(this::failed);
    }

    private void failed(Throwable cause) {
        if (cause instanceof LeaseLostException) {
            log("The lease of a job was lost; whoever has it now goes on");
            ended.complete();
        } else if (cause instanceof Failure failure && failure.kind() != Failure.Kind.SERVICE_UNAVAILABLE) {
            fail(failure.sentence());
        } else if (attempts + 1 >= MAX_ATTEMPTS) {
            LOG.atError()
                    .addKeyValue("project", job.project())
                    .addKeyValue("job", job.id())
                    .setCause(cause)
                    .log("A job is dead");
            fail(sentence(cause) + ", " + MAX_ATTEMPTS + " times in a row");
        } else {
            LOG.atWarn()
                    .addKeyValue("project", job.project())
                    .addKeyValue("job", job.id())
                    .setCause(cause)
                    .log("A job failed; it is tried again");
            var pause = pause(attempts + 1);
            write(() -> queue.retryAfter(dependencies.database().workers(), job, attempts + 1, pause, sentence(cause)));
        }
    }

    private static String sentence(Throwable cause) {
        return cause instanceof Failure failure ? failure.sentence() : "Something went wrong on our side";
    }

    /** The pause after a failure; doubles with each. */
    private Duration pause(int failures) {
        var first = dependencies.settings().retry();
        return Backoff.doubling(first, first.multipliedBy(1L << MAX_ATTEMPTS))
                .spread(failures, ThreadLocalRandom.current());
    }

    private void fail(String reason) {
        write(() -> progress.fail(dependencies.database().workers(), job, reason)
                .onSuccess(ignored -> changed(dependencies.database().workers())));
    }

    /** Repeats until the end is written or the lease is lost: while the database is away there is nothing else to do. */
    private void write(Supplier<Future<Void>> end) {
        attempt(end).onComplete(written -> {
            if (written.succeeded() || written.cause() instanceof LeaseLostException || lost) {
                ended.tryComplete();
            } else {
                retryEnd(end, written);
            }
        });
    }

    private void retryEnd(Supplier<Future<Void>> end, AsyncResult<Void> failed) {
        log("The end of a job's run was not written: " + failed.cause());
        dependencies
                .vertx()
                .timer(BETWEEN_WRITES.toMillis(), TimeUnit.MILLISECONDS)
                .onSuccess(ignored -> write(end));
    }

    private void log(String sentence) {
        LOG.atWarn()
                .addKeyValue("project", job.project())
                .addKeyValue("job", job.id())
                .log(sentence);
    }

    private static <T> Future<T> attempt(Supplier<Future<T>> work) {
        try {
            return work.get();
        } catch (RuntimeException thrown) {
            return Future.failedFuture(thrown);
        }
    }
}
