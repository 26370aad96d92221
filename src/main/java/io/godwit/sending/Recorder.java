package io.godwit.sending;

import io.godwit.bounces.Refusal;
import io.godwit.core.MessageIds;
import io.godwit.db.Database;
import io.godwit.events.Events;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes results into the tables, in groups, and again and again until PostgreSQL has taken them. A group that PostgreSQL
 * refuses for what is in it is halved, so that one bad row keeps no other from being recorded.
 *
 * <p>All its state belongs to the context it is used on.
 */
final class Recorder {

    private static final Logger LOG = LoggerFactory.getLogger(Recorder.class);

    /** A result waits so long for company; nothing waits for it. */
    private static final Duration LINGER = Duration.ofMillis(20);

    private static final int MOST_AT_ONCE = 100;

    private static final Duration PAUSE = Duration.ofMillis(250);

    private final Vertx vertx;
    private final Database database;
    private final Events events;
    private final SoftBounceLimit softBounces;
    private final Leases leases;
    private final SendMetrics metrics;
    private final MessageIds ids;
    private final ResultStore store = new ResultStore();
    private final SoftBounceStore softBounceStore = new SoftBounceStore();
    private final Batches<Result, Optional<Recorded>> results;
    private int unrecorded;

    Recorder(Vertx vertx, SendPorts ports, SoftBounceLimit softBounces, Leases leases, SendMetrics metrics) {
        this.vertx = vertx;
        this.database = ports.database();
        this.events = ports.events();
        this.softBounces = softBounces;
        this.leases = leases;
        this.metrics = metrics;
        this.ids = ports.ids();
        this.results = new Batches<>(vertx, LINGER, MOST_AT_ONCE, this::write);
    }

    /** Completes when the tables know, however long PostgreSQL is away. Fails only for what PostgreSQL will never take. */
    Future<Void> record(Result result) {
        unrecorded++;
        return results.add(result)
                .onComplete(ended -> forget(result))
                .map(written -> check(result, written))
                .mapEmpty();
    }

    /**
     * The same for what an earlier process had accepted. Most of it is recorded already: only an email that waits still, in the
     * hands of somebody else, was claimed again in between.
     */
    Future<Void> replay(List<Result> found) {
        var replayed = found.stream().map(this::replay).toList();
        return Future.join(replayed).otherwiseEmpty().compose(ended -> {
            var unknown = replayed.stream()
                    .filter(one -> one.succeeded() && !one.result().ours())
                    .map(one -> one.result().result())
                    .toList();
            return unknown.isEmpty() ? Future.succeededFuture() : reportFenced(unknown);
        });
    }

    private Future<Recorded> replay(Result result) {
        unrecorded++;
        return results.add(result).onComplete(ended -> forget(result)).map(Recorder::required);
    }

    private Future<Void> reportFenced(List<Result> unknown) {
        return Deadline.on(new ClaimStore()
                        .queued(
                                database.workers(),
                                unknown.stream().map(Result::ticket).toList()))
                .onSuccess(queued -> unknown.stream()
                        .filter(result -> queued.contains(result.ticket()))
                        .forEach(this::fenced))
                .mapEmpty();
    }

    /** How many results the tables do not know yet. */
    int unrecorded() {
        return unrecorded;
    }

    private void forget(Result result) {
        unrecorded--;
        leases.drop(result.ticket());
    }

    private Recorded check(Result result, Optional<Recorded> written) {
        var recorded = required(written);
        if (!recorded.ours()) {
            fenced(result);
        }
        return recorded;
    }

    private static Recorded required(Optional<Recorded> written) {
        return written.orElseThrow(() -> new IllegalStateException("PostgreSQL refuses a result"));
    }

    private void fenced(Result result) {
        metrics.fenced();
        log(result, "A result came after the row had been claimed again, and was not recorded");
    }

    private Future<List<Optional<Recorded>>> write(List<Result> batch) {
        var started = System.nanoTime();
        return Deadline.on(database.workerTransaction(tx -> tell(tx, batch)))
                .map(recorded -> recorded.stream().map(Optional::of).toList())
                .onSuccess(recorded -> metrics.records().record(Duration.ofNanos(System.nanoTime() - started)))
                .recover(error -> again(batch, error));
    }

    private Future<List<Recorded>> tell(SqlClient tx, List<Result> batch) {
        return store.record(tx, batch).compose(recorded -> softBounceStore
                .suppressFailing(tx, softBounces(recorded), softBounces)
                .compose(done -> events.append(tx, SendEvents.of(recorded, ids)))
                .map(recorded));
    }

    private static List<SoftBounce> softBounces(List<Recorded> recorded) {
        return recorded.stream()
                .filter(one -> one.ours() && one.result().verdict().isSoftBounce())
                .map(Recorded::result)
                .map(result -> new SoftBounce(
                        result.ticket().project(),
                        result.ticket().email(),
                        result.verdict().refusal().map(Refusal::line).orElse("")))
                .toList();
    }

    private Future<List<Optional<Recorded>>> again(List<Result> batch, Throwable error) {
        if (isAboutContent(error)) {
            return batch.size() > 1 ? halves(batch) : abandon(batch.get(0), error);
        }
        LOG.atWarn()
                .addKeyValue("results", batch.size())
                .addKeyValue("cause", error.getMessage())
                .log("Results cannot be recorded yet");
        return vertx.timer(PAUSE.toMillis(), java.util.concurrent.TimeUnit.MILLISECONDS)
                .compose(passed -> write(batch));
    }

    private Future<List<Optional<Recorded>>> halves(List<Result> batch) {
        var middle = batch.size() / 2;
        return write(batch.subList(0, middle)).compose(first -> write(batch.subList(middle, batch.size()))
                .map(second -> Stream.concat(first.stream(), second.stream()).toList()));
    }

    /** Its lease ends, and the rescue decides. */
    private static Future<List<Optional<Recorded>>> abandon(Result result, Throwable error) {
        LOG.atError()
                .addKeyValue("project", result.ticket().project())
                .addKeyValue("email", result.ticket().email())
                .setCause(error)
                .log("A result is refused by PostgreSQL");
        return Future.succeededFuture(List.of(Optional.empty()));
    }

    /** Classes 22 and 23 of PostgreSQL's error codes: a value or a constraint. */
    private static boolean isAboutContent(Throwable error) {
        return error instanceof PgException refusal
                && refusal.getSqlState() != null
                && (refusal.getSqlState().startsWith("22")
                        || refusal.getSqlState().startsWith("23"));
    }

    private static void log(Result result, String sentence) {
        LOG.atWarn()
                .addKeyValue("project", result.ticket().project())
                .addKeyValue("email", result.ticket().email())
                .log(sentence);
    }
}
