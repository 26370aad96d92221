package io.godwit.sending.results;

import io.godwit.bounces.ClassifiedRefusal;
import io.godwit.core.Bisect;
import io.godwit.core.ChangeTopic;
import io.godwit.core.FailureSeries;
import io.godwit.core.MessageIdCodec;
import io.godwit.core.MicroBatcher;
import io.godwit.core.Retry;
import io.godwit.db.Database;
import io.godwit.db.SqlErrorKind;
import io.godwit.delivery.simulator.SimulatorDomain;
import io.godwit.events.EventAppender;
import io.godwit.events.ReactionCheck;
import io.godwit.sending.queue.DeadEmailStore;
import io.godwit.sending.queue.OutboxLeaseStore;
import io.godwit.sending.queue.OutboxLeases;
import io.godwit.sending.queue.PipelineTimeout;
import io.godwit.sending.queue.SendMetrics;
import io.godwit.sending.results.RecordedResult.Ended;
import io.godwit.sending.suppression.SoftBounce;
import io.godwit.sending.suppression.SoftBounceLimit;
import io.godwit.sending.suppression.SoftBounceStore;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes results into the tables, in groups, and repeats until PostgreSQL has stored them. A group that PostgreSQL refuses
 * because of its data is halved, so that one bad row keeps no other from being recorded.
 *
 * <p>All its state belongs to the context it is used on.
 */
public final class ResultWriter {

    private static final Logger LOG = LoggerFactory.getLogger(ResultWriter.class);

    /**
     * The time in which results are collected into a group; no caller waits for them. A group costs PostgreSQL as much as a dozen of
     * its results.
     */
    private static final Duration MAX_WAIT = Duration.ofMillis(100);

    private static final int MAX_BATCH_SIZE = 200;

    /** The pause before results are tried again while PostgreSQL is away. */
    private static final Duration PAUSE = Duration.ofMillis(250);

    private final Vertx vertx;
    private final Database database;
    private final EventAppender events;
    private final SoftBounceLimit softBounces;
    private final OutboxLeases leases;
    private final SendMetrics metrics;
    private final MessageIdCodec ids;
    private final SimulatorDomain simulator;
    private final AttemptRecorder recorder;
    private final DeadEmailStore dead = new DeadEmailStore();
    private final Bisect<AttemptResult, List<Optional<RecordedResult>>> batches =
            new Bisect<>(this::write, ResultWriter::isPermanent, this::markDead, ResultWriter::concat);
    private final SoftBounceStore softBounceStore = new SoftBounceStore();
    private final MicroBatcher<AttemptResult, Optional<RecordedResult>> results;
    private final FailureSeries delays = new FailureSeries(
            LOG,
            "results",
            "Results cannot be recorded yet",
            "Results are recorded again; so many attempts to do so had failed");
    private int unrecorded;

    public ResultWriter(
            Vertx vertx,
            ResultDependencies dependencies,
            SoftBounceLimit softBounces,
            OutboxLeases leases,
            SendMetrics metrics) {
        this.vertx = vertx;
        this.database = dependencies.database();
        this.events = dependencies.events();
        this.softBounces = softBounces;
        this.leases = leases;
        this.metrics = metrics;
        this.ids = dependencies.ids();
        this.simulator = dependencies.simulator();
        this.recorder = new AttemptRecorder(simulator);
        this.results = new MicroBatcher<>(vertx, MAX_WAIT, MAX_BATCH_SIZE, batches::apply);
    }

    /**
     * Completes when the result is stored, however long PostgreSQL is unavailable. Fails only for a result that PostgreSQL refuses for
     * its data or for an error of our own: its email is a dead letter then.
     */
    Future<Void> record(AttemptResult result) {
        unrecorded++;
        leases.recording(result.claimed());
        return results.add(result)
                .onComplete(ignored -> evict(result))
                .map(written -> check(result, written))
                .mapEmpty();
    }

    /**
     * Records the acceptances of an earlier process. Most of them are recorded already: only an email that is still queued,
     * under another claim, was claimed again in between.
     */
    Future<Void> replay(List<AttemptResult> found) {
        var replayed = found.stream().map(this::replay).toList();
        return Future.join(replayed).otherwiseEmpty().compose(ignored -> {
            var unknown = replayed.stream()
                    .filter(one -> one.succeeded() && !one.result().leased())
                    .map(one -> one.result().result())
                    .toList();
            return unknown.isEmpty() ? Future.succeededFuture() : reportFenced(unknown);
        });
    }

    private Future<RecordedResult> replay(AttemptResult result) {
        unrecorded++;
        return results.add(result).onComplete(ignored -> evict(result)).map(ResultWriter::required);
    }

    private Future<Void> reportFenced(List<AttemptResult> unknown) {
        return PipelineTimeout.on(new OutboxLeaseStore()
                        .queued(
                                database.workers(),
                                unknown.stream().map(AttemptResult::claimed).toList()))
                .onSuccess(queued -> unknown.stream()
                        .filter(result -> queued.contains(result.claimed()))
                        .forEach(this::fenced))
                .mapEmpty();
    }

    /** Returns the number of results that are not stored yet. */
    int unrecorded() {
        return unrecorded;
    }

    private void evict(AttemptResult result) {
        unrecorded--;
        leases.remove(result.claimed());
    }

    private RecordedResult check(AttemptResult result, Optional<RecordedResult> written) {
        var recorded = required(written);
        if (!recorded.leased()) {
            fenced(result);
        } else if (!recorded.simulated()) {
            result.outcome().end().ifPresent(metrics::ended);
        }
        return recorded;
    }

    private static RecordedResult required(Optional<RecordedResult> written) {
        return written.orElseThrow(() -> new IllegalStateException("PostgreSQL refuses a result"));
    }

    private void fenced(AttemptResult result) {
        metrics.fenced();
        log(result, "A result was not recorded: its email was claimed again, or is no longer in the outbox");
    }

    /** Completes when PostgreSQL has stored the batch, however long it is away; fails when it refuses the batch for good. */
    private Future<List<Optional<RecordedResult>>> write(List<AttemptResult> batch) {
        return Retry.until(() -> writeOnce(batch), (failures, cause) -> retryAfterPause(batch.size(), cause));
    }

    private Future<List<Optional<RecordedResult>>> writeOnce(List<AttemptResult> batch) {
        var started = System.nanoTime();
        return PipelineTimeout.on(database.sendingTransaction(tx -> recordWithEvents(tx, batch)))
                .map(recorded -> recorded.stream().map(Optional::of).toList())
                .onSuccess(ignored -> {
                    metrics.records().record(Duration.ofNanos(System.nanoTime() - started));
                    delays.succeeded();
                });
    }

    private Future<List<RecordedResult>> recordWithEvents(SqlClient tx, List<AttemptResult> batch) {
        return events.checkReactions(tx, SendEventFactory.names(batch))
                .compose(check -> recorder.record(tx, batch).compose(recorded -> append(tx, recorded, check)));
    }

    private Future<List<RecordedResult>> append(SqlClient tx, List<RecordedResult> recorded, ReactionCheck check) {
        return softBounceStore
                .suppressFull(tx, softBounces(recorded), softBounces)
                .compose(ignored -> events.append(tx, SendEventFactory.events(recorded, ids), check))
                .onSuccess(ignored -> noteChanges(tx, recorded))
                .map(recorded);
    }

    /** Notes also the emails whose result makes no event: failed ones, and those that are tried again. */
    private void noteChanges(SqlClient tx, List<RecordedResult> recorded) {
        for (var one : recorded) {
            var email = one.result().claimed();
            database.changes()
                    .add(tx, email.project(), ChangeTopic.EMAIL, email.email().value());
            one.ended().map(Ended::campaign).ifPresent(campaign -> database.changes()
                    .add(tx, email.project(), ChangeTopic.CAMPAIGN, campaign));
        }
    }

    private List<SoftBounce> softBounces(List<RecordedResult> recorded) {
        return recorded.stream()
                .filter(one -> one.leased() && one.result().outcome().countsAsSoftBounce())
                .map(RecordedResult::result)
                .filter(result -> !simulator.contains(result.claimed().domain()))
                .map(result -> new SoftBounce(
                        result.claimed().project(),
                        result.claimed().email(),
                        result.outcome().refusal().map(ClassifiedRefusal::line).orElse("")))
                .toList();
    }

    /** Completes when the next attempt may follow; fails for a cause that another attempt cannot mend. */
    private Future<Void> retryAfterPause(int results, Throwable cause) {
        if (isPermanent(cause)) {
            return Future.failedFuture(cause);
        }
        delays.failed(results, cause);
        return vertx.timer(PAUSE.toMillis(), TimeUnit.MILLISECONDS).mapEmpty();
    }

    private static boolean isPermanent(Throwable error) {
        return !SqlErrorKind.of(error).isTransient();
    }

    private static <T> List<T> concat(List<T> first, List<T> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    /** Marks the email as dead, with the status of its attempt; if even that is refused, its lease has to expire. */
    private Future<List<Optional<RecordedResult>>> markDead(AttemptResult result, Throwable error) {
        var claimed = result.claimed();
        LOG.atError()
                .addKeyValue("project", claimed.project())
                .addKeyValue("email", claimed.email())
                .setCause(error)
                .log("A result is refused by PostgreSQL; the email is a dead letter");
        return Retry.until(
                        () -> PipelineTimeout.on(dead.markUnrecordedDead(
                                        database.workers(),
                                        claimed,
                                        result.outcome().end()))
                                .map(true),
                        (failures, cause) -> retryAfterPause(1, cause))
                .onSuccess(ignored -> metrics.unrecordable())
                .map(ignored -> List.of(Optional.<RecordedResult>empty()));
    }

    private static void log(AttemptResult result, String sentence) {
        LOG.atWarn()
                .addKeyValue("project", result.claimed().project())
                .addKeyValue("email", result.claimed().email())
                .log(sentence);
    }
}
