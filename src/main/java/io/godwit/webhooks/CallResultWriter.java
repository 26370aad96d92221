package io.godwit.webhooks;

import io.godwit.core.Bisect;
import io.godwit.core.FailureSeries;
import io.godwit.core.PollLoop.Next;
import io.godwit.db.Database;
import io.godwit.db.SqlErrorKind;
import io.godwit.webhooks.CallOutcome.Health;
import io.godwit.webhooks.CircuitStore.FailureStreak;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the results of calls, all that have arrived meanwhile in one batch, and calls the listener in the same
 * transaction. The listener runs before the rows of the calls are written, because a cancellation locks executions and calls in that
 * order, too. A failed batch is halved, so that one bad result keeps no other from being recorded. A result that PostgreSQL refuses for its
 * data, or because a statement is wrong, ends its call without an answer; every other result is repeated until its lease is over.
 *
 * <p>All state belongs to the context the writer is used on.
 */
final class CallResultWriter {

    private static final Logger LOG = LoggerFactory.getLogger(CallResultWriter.class);

    /** Max results that are written by one transaction. */
    private static final int BATCH = 200;

    /** The time after which a URL that is gone is called again. */
    private static final Duration GONE_DURATION = Duration.ofHours(1);

    private static final Comparator<CallOutcome> ORDER = Comparator.comparing(
                    (CallOutcome outcome) -> outcome.call().project().value())
            .thenComparing(outcome -> outcome.call().execution().value())
            .thenComparing(outcome -> outcome.call().id().value());

    private final Database database;
    private final WebhookListener listener;
    private final WebhookSettings settings;
    private final CallBackoff backoff;
    private final WebhookMetrics metrics;
    private final Consumer<ClaimedCall> done;
    private final CallResultStore results = new CallResultStore();
    private final CircuitStore circuits = new CircuitStore();
    private final List<CallOutcome> pending = new ArrayList<>();
    private final Bisect<CallOutcome, Boolean> batches =
            new Bisect<>(this::recordOrRetain, ignored -> true, this::refused, Boolean::logicalAnd);
    private final FailureSeries delays = new FailureSeries(
            LOG,
            "results",
            "Results of webhook calls cannot be recorded yet",
            "Results of webhook calls are recorded again; so many attempts to do so had failed");

    /** {@code done} is called for each call whose result is written or given up. */
    CallResultWriter(
            Database database,
            WebhookListener listener,
            WebhookSettings settings,
            CallBackoff backoff,
            WebhookMetrics metrics,
            Consumer<ClaimedCall> done) {
        this.database = database;
        this.listener = listener;
        this.settings = settings;
        this.backoff = backoff;
        this.metrics = metrics;
        this.done = done;
    }

    /** Adds a result, which the next run writes. */
    void add(CallOutcome outcome) {
        pending.add(outcome);
    }

    /** Writes the results that have arrived. */
    Future<Next> run() {
        if (pending.isEmpty()) {
            return Future.succeededFuture(Next.IDLE);
        }
        var batch = List.copyOf(pending.subList(0, Math.min(BATCH, pending.size())));
        pending.subList(0, batch.size()).clear();
        return batches.apply(batch).map(recorded -> recorded && !pending.isEmpty() ? Next.MORE : Next.IDLE);
    }

    private Future<Boolean> recordOrRetain(List<CallOutcome> batch) {
        return record(batch)
                .onSuccess(ignored -> delays.succeeded())
                .recover(failed -> isOutage(failed) ? retainAll(batch, failed) : Future.failedFuture(failed));
    }

    private static boolean isOutage(Throwable failed) {
        return SqlErrorKind.of(failed) == SqlErrorKind.OUTAGE && !SqlErrorKind.isStatementTimeout(failed);
    }

    /** Handles a result that cannot be recorded alone either. */
    private Future<Boolean> refused(CallOutcome outcome, Throwable failed) {
        return SqlErrorKind.of(failed).isTransient() ? retain(outcome, failed) : endWithoutResult(outcome, failed);
    }

    /** Ends a call whose result PostgreSQL will never store; keeps the result as others when that is refused, too. */
    private Future<Boolean> endWithoutResult(CallOutcome outcome, Throwable refusal) {
        return database.workerTransaction(tx -> endWithoutResult(tx, outcome))
                .onSuccess(ended -> {
                    if (ended) {
                        reportDead(outcome, refusal);
                    }
                    done.accept(outcome.call());
                })
                .map(true)
                .recover(failed -> retain(outcome, failed));
    }

    private Future<Boolean> endWithoutResult(SqlClient tx, CallOutcome outcome) {
        return results.findLeased(tx, List.of(outcome.call())).compose(leased -> {
            metrics.fenced(1 - leased.size());
            return leased.isEmpty()
                    ? Future.succeededFuture(false)
                    : listener.ended(tx, List.of(outcome.endedWithoutResult()))
                            .compose(ignored -> all(List.of(outcome), results.end(tx, List.of(outcome))))
                            .map(true);
        });
    }

    private void reportDead(CallOutcome outcome, Throwable refusal) {
        metrics.attempt(outcome);
        metrics.dead();
        LOG.atError()
                .addKeyValue("project", outcome.call().project())
                .addKeyValue("call", outcome.call().id())
                .setCause(refusal)
                .log("A result of a webhook call is refused by PostgreSQL; the call has failed");
    }

    /** Keeps results for the next run while PostgreSQL is away: one by one they would fail alike. */
    private Future<Boolean> retainAll(List<CallOutcome> batch, Throwable outage) {
        delays.failed(batch.size(), outage);
        batch.forEach(this::retain);
        return Future.succeededFuture(false);
    }

    /** Keeps a result for the next run, or gives it up when its lease is over; completes with false. */
    private Future<Boolean> retain(CallOutcome outcome, Throwable failed) {
        LOG.atWarn()
                .addKeyValue("project", outcome.call().project())
                .addKeyValue("call", outcome.call().id())
                .setCause(failed)
                .log("The result of a webhook call could not be recorded");
        retain(outcome);
        return Future.succeededFuture(false);
    }

    private void retain(CallOutcome outcome) {
        if (outcome.call().age().compareTo(settings.lease()) < 0) {
            pending.add(outcome);
        } else {
            metrics.unrecorded();
            done.accept(outcome.call());
        }
    }

    private Future<Boolean> record(List<CallOutcome> batch) {
        var sorted = batch.stream().sorted(ORDER).toList();
        return database.workerTransaction(tx -> write(tx, sorted))
                .onSuccess(opened -> report(sorted, opened))
                .map(true);
    }

    private Future<List<EndpointKey>> write(SqlClient tx, List<CallOutcome> sorted) {
        return results.findLeased(tx, sorted.stream().map(CallOutcome::call).toList())
                .compose(leased -> {
                    var leasedOutcomes = sorted.stream()
                            .filter(outcome -> leased.contains(outcome.call().id()))
                            .toList();
                    metrics.fenced(sorted.size() - leasedOutcomes.size());
                    return written(tx, leasedOutcomes);
                });
    }

    private Future<List<EndpointKey>> written(SqlClient tx, List<CallOutcome> leasedOutcomes) {
        var ended = matching(leasedOutcomes, CallOutcome::hasEnded);
        var retried = matching(leasedOutcomes, outcome -> !outcome.hasEnded());
        return unless(
                        ended,
                        () -> listener.ended(
                                tx, ended.stream().map(CallOutcome::ended).toList()))
                .compose(ignored -> unless(ended, () -> all(ended, results.end(tx, ended))))
                .compose(ignored -> unless(retried, () -> all(retried, results.retryAfter(tx, retried))))
                .compose(ignored -> unless(leasedOutcomes, () -> results.attempts(tx, leasedOutcomes)))
                .compose(ignored -> updateCircuits(tx, leasedOutcomes));
    }

    /** Fails the transaction when another node has claimed one of the calls in the last moment. */
    private static Future<Void> all(List<CallOutcome> outcomes, Future<Integer> written) {
        return written.compose(count -> count == outcomes.size()
                ? Future.succeededFuture()
                : Future.failedFuture(
                        new IllegalStateException("A call was taken by somebody else in the last moment")));
    }

    private Future<List<EndpointKey>> updateCircuits(SqlClient tx, List<CallOutcome> leasedOutcomes) {
        var goneOutcomes = matching(leasedOutcomes, CallOutcome::isGone);
        var healthy = endpointsOf(matching(leasedOutcomes, outcome -> outcome.health() == Health.HEALTHY));
        var unknown = endpointsOf(matching(
                leasedOutcomes,
                outcome -> outcome.health() == Health.UNKNOWN && outcome.call().probe()));
        var failing = streaks(matching(leasedOutcomes, outcome -> outcome.health() == Health.FAILING), healthy);
        return unless(goneOutcomes, () -> results.markGone(tx, goneOutcomes, GONE_DURATION))
                .compose(ignored -> unless(healthy, () -> circuits.markHealthy(tx, healthy)))
                .compose(ignored -> unless(unknown, () -> circuits.unknown(tx, unknown)))
                .compose(ignored -> failing.isEmpty()
                        ? Future.succeededFuture(List.of())
                        : circuits.addFailures(tx, failing, settings.failures(), backoff));
    }

    /** The failures by endpoint, except for endpoints where a call of the same batch was answered. */
    private static List<FailureStreak> streaks(List<CallOutcome> failures, List<EndpointKey> healthy) {
        var endpointToStreak = new LinkedHashMap<EndpointKey, FailureStreak>();
        for (var failure : failures) {
            var endpoint = failure.call().endpoint();
            var one = new FailureStreak(
                    endpoint, 1, failure.retryAfter(), failure.call().probe());
            endpointToStreak.merge(endpoint, one, CallResultWriter::both);
        }
        healthy.forEach(endpointToStreak::remove);
        return List.copyOf(endpointToStreak.values());
    }

    private static FailureStreak both(FailureStreak one, FailureStreak other) {
        var retryAfter = one.retryAfter().compareTo(other.retryAfter()) > 0 ? one.retryAfter() : other.retryAfter();
        return new FailureStreak(
                one.endpoint(), one.failures() + other.failures(), retryAfter, one.probe() || other.probe());
    }

    private static List<EndpointKey> endpointsOf(List<CallOutcome> outcomes) {
        return outcomes.stream()
                .map(outcome -> outcome.call().endpoint())
                .distinct()
                .toList();
    }

    private static List<CallOutcome> matching(List<CallOutcome> outcomes, Predicate<CallOutcome> which) {
        return outcomes.stream().filter(which).toList();
    }

    private static Future<Void> unless(List<?> nothing, Supplier<Future<Void>> work) {
        return nothing.isEmpty() ? Future.succeededFuture() : work.get();
    }

    private void report(List<CallOutcome> recorded, List<EndpointKey> opened) {
        recorded.forEach(outcome -> {
            metrics.attempt(outcome);
            done.accept(outcome.call());
        });
        matching(recorded, CallOutcome::isGone).forEach(this::warnOfGone);
        metrics.circuitsOpened(opened.size());
        opened.forEach(endpoint -> warn(recorded, endpoint));
    }

    private void warnOfGone(CallOutcome outcome) {
        metrics.countGone();
        LOG.atWarn()
                .addKeyValue("project", outcome.call().project())
                .addKeyValue("endpoint", SecretMasker.place(outcome.call().url()))
                .log("A webhook's URL is gone (410); it is not called for an hour");
    }

    private static void warn(List<CallOutcome> recorded, EndpointKey endpoint) {
        recorded.stream()
                .filter(outcome -> outcome.call().endpoint().equals(endpoint))
                .findFirst()
                .ifPresent(outcome -> LOG.atWarn()
                        .addKeyValue("project", endpoint.project())
                        .addKeyValue(
                                "endpoint", SecretMasker.place(outcome.call().url()))
                        .log("Webhook calls fail one after the other; from now on one at a time tries"));
    }

    /** The number of results that wait to be written. */
    int waiting() {
        return pending.size();
    }

    /** Returns whether a result of the call waits to be written. */
    boolean isPending(ClaimedCall call) {
        return pending.stream().anyMatch(outcome -> outcome.call().equals(call));
    }
}
