package io.godwit.sending;

import io.godwit.bounces.Refusal;
import io.godwit.core.Bisect;
import io.godwit.core.MessageIds;
import io.godwit.db.Database;
import io.godwit.db.SqlErrorKind;
import io.godwit.events.Events;
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
    private final DeadEmailStore dead = new DeadEmailStore();
    private final Bisect<Result, List<Optional<Recorded>>> batches =
            new Bisect<>(this::write, Recorder::isPermanent, this::bury, Recorder::concat);
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
        this.results = new Batches<>(vertx, LINGER, MOST_AT_ONCE, batches::apply);
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

    /** Completes when PostgreSQL has taken the batch, or refuses it for what is in it or for a mistake of ours. */
    private Future<List<Optional<Recorded>>> again(List<Result> batch, Throwable error) {
        if (isPermanent(error)) {
            return Future.failedFuture(error);
        }
        logDelay(batch.size(), error);
        return pause().compose(passed -> write(batch));
    }

    private Future<Void> pause() {
        return vertx.timer(PAUSE.toMillis(), TimeUnit.MILLISECONDS).mapEmpty();
    }

    private static boolean isPermanent(Throwable error) {
        return !SqlErrorKind.of(error).isTransient();
    }

    private static <T> List<T> concat(List<T> first, List<T> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    /** The email ends as a dead letter, with the status its attempt earned it; only if even that is refused does its lease decide. */
    private Future<List<Optional<Recorded>>> bury(Result result, Throwable error) {
        var ticket = result.ticket();
        LOG.atError()
                .addKeyValue("project", ticket.project())
                .addKeyValue("email", ticket.email())
                .setCause(error)
                .log("A result is refused by PostgreSQL; the email is a dead letter");
        return Deadline.on(dead.buryUnrecorded(
                        database.workers(), ticket, result.verdict().end()))
                .onSuccess(buried -> metrics.unrecordable())
                .map(buried -> List.of(Optional.<Recorded>empty()))
                .recover(refused -> buryAgain(result, refused));
    }

    private Future<List<Optional<Recorded>>> buryAgain(Result result, Throwable error) {
        if (isPermanent(error)) {
            return Future.failedFuture(error);
        }
        logDelay(1, error);
        return pause().compose(passed -> bury(result, error));
    }

    private static void logDelay(int results, Throwable error) {
        LOG.atWarn()
                .addKeyValue("results", results)
                .addKeyValue("cause", error.getMessage())
                .log("Results cannot be recorded yet");
    }

    private static void log(Result result, String sentence) {
        LOG.atWarn()
                .addKeyValue("project", result.ticket().project())
                .addKeyValue("email", result.ticket().email())
                .log(sentence);
    }
}
