package io.godwit.webhooks;

import io.godwit.core.FailPoints;
import io.godwit.core.PollLoop;
import io.godwit.core.PollLoop.Next;
import io.godwit.core.Timeouts;
import io.godwit.core.id.ProjectId;
import io.godwit.webhooks.CallClaimStore.Share;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the calls of one node: finds endpoints with due calls, claims as many as its capacity allows, starts every call at
 * once and passes the results to the writer.
 *
 * <p>All state belongs to the context the worker was started on.
 */
final class WebhookWorker {

    private static final Logger LOG = LoggerFactory.getLogger(WebhookWorker.class);

    /** Endpoints examined by one search; the next search starts behind them. */
    private static final int LANES_PER_POLL = 2_000;

    /** Expired calls that are ended together. */
    private static final int EXPIRED_BATCH_SIZE = 500;

    private static final Duration HOUSE = Duration.ofSeconds(15);
    private static final Duration RECORD_RETRY_PAUSE = Duration.ofSeconds(1);

    private final Vertx vertx;
    private final WebhookDependencies ports;
    private final WebhookSettings settings;
    private final WebhookMetrics metrics;
    private final WebhookHttpClient caller;
    private final CallPolicy outcomes;
    private final CallExecutor attempting;
    private final CallResultWriter recorder;
    private final SigningSecretStore secrets;
    private final FailPoints pauses = FailPoints.fromSystem();
    private final CallClaimStore store = new CallClaimStore();
    private final CallMaintenanceStore house = new CallMaintenanceStore();
    private final CircuitStore lanes = new CircuitStore();
    private final CallLimiter limiter;
    private final Set<ClaimedCall> inFlight = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Promise<Void> drained = Promise.promise();
    private Optional<EndpointKey> lastLane = Optional.empty();
    private Optional<PollLoop> claims = Optional.empty();
    private Optional<PollLoop> records = Optional.empty();
    private Optional<PollLoop> chores = Optional.empty();
    private boolean stopping;

    WebhookWorker(
            Vertx vertx,
            WebhookDependencies ports,
            WebhookSettings settings,
            WebhookMetrics metrics,
            WebhookHttpClient caller) {
        this.vertx = vertx;
        this.ports = ports;
        this.settings = settings;
        this.metrics = metrics;
        this.caller = caller;
        var backoff = new CallBackoff(settings.pace(), new SplittableRandom());
        this.outcomes = new CallPolicy(backoff);
        this.secrets = new SigningSecretStore(ports.crypto());
        this.limiter = new CallLimiter(settings.atOnce(), settings.perServer(), new Random());
        this.recorder = new CallResultWriter(ports.database(), ports.ends(), settings, backoff, metrics, this::done);
        this.attempting = new CallExecutor(
                ports.crypto(),
                new TargetPolicy(settings.allow(), settings.ownPorts()),
                AddressResolver.by(ports.dns()),
                caller,
                outcomes);
    }

    void start() {
        claims = Optional.of(PollLoop.start(vertx, "webhooks-claim", settings.poll(), this::claim));
        records = Optional.of(PollLoop.start(vertx, "webhooks-record", RECORD_RETRY_PAUSE, recorder::run));
        chores =
                Optional.of(PollLoop.start(vertx, "webhooks-maintain", HOUSE.dividedBy(settings.pace()), this::chores));
        ports.bus().listen(WebhookMessages.DUE, ignored -> claims.ifPresent(PollLoop::wake));
    }

    private Future<Next> claim() {
        if (stopping || limiter.capacity() <= 0) {
            return Future.succeededFuture(Next.REST);
        }
        return store.findDue(ports.database().workers(), lastLane, LANES_PER_POLL)
                .compose(look -> {
                    lastLane = look.next();
                    return claim(limiter.shares(look.due()))
                            .map(claimed -> (claimed > 0 && limiter.capacity() > 0) || lastLane.isPresent()
                                    ? Next.AGAIN
                                    : Next.REST);
                });
    }

    private Future<Integer> claim(List<Share> shares) {
        if (shares.isEmpty()) {
            return Future.succeededFuture(0);
        }
        var db = ports.database().workers();
        return store.claim(db, shares, settings.lease())
                .compose(calls -> secrets.findOrCreate(db, enabled(calls)).map(known -> begin(calls, known)));
    }

    private static Set<ProjectId> enabled(List<ClaimedCall> calls) {
        return calls.stream()
                .filter(ClaimedCall::enabled)
                .map(ClaimedCall::project)
                .collect(Collectors.toSet());
    }

    private int begin(List<ClaimedCall> calls, Map<ProjectId, SigningSecrets> known) {
        calls.forEach(call -> begin(call, Optional.ofNullable(known.get(call.project()))));
        metrics.inFlight(limiter.inFlight());
        return calls.size();
    }

    private void begin(ClaimedCall call, Optional<SigningSecrets> known) {
        inFlight.add(call);
        limiter.begin(call.lane());
        attempting
                .make(call, known)
                .compose(result -> pauses.at("webhook-after-answer", result))
                .onSuccess(this::record)
                .onFailure(impossible -> abandon(call, impossible));
    }

    private void record(CallOutcome result) {
        recorder.add(result);
        records.ifPresent(PollLoop::wake);
    }

    /** Drops a call whose attempt broke off; it is made again when its lease is over. */
    private void abandon(ClaimedCall call, Throwable why) {
        LOG.atError()
                .addKeyValue("project", call.project())
                .addKeyValue("call", call.id())
                .setCause(why)
                .log("An attempt of a webhook call broke off");
        done(call);
    }

    private void done(ClaimedCall call) {
        if (inFlight.remove(call)) {
            limiter.end(call.lane());
            metrics.inFlight(limiter.inFlight());
            claims.ifPresent(PollLoop::wake);
        }
        if (stopping && inFlight.isEmpty()) {
            drained.tryComplete();
        }
    }

    private Future<Next> chores() {
        var db = ports.database().workers();
        return expire().compose(more -> house.depth(db)
                .onSuccess(metrics::queue)
                .compose(ignored -> lanes.closed(db))
                .onSuccess(metrics::lanesClosed)
                .compose(ignored -> lanes.deleteOld(db))
                .compose(ignored -> house.deleteExpiredGone(db))
                .compose(ignored -> forgetAttempts())
                .map(more ? Next.AGAIN : Next.REST));
    }

    private Future<Boolean> expire() {
        if (stopping || recorder.waiting() > EXPIRED_BATCH_SIZE) {
            return Future.succeededFuture(false);
        }
        return house.expired(ports.database().workers(), EXPIRED_BATCH_SIZE, settings.lease())
                .onSuccess(late -> late.forEach(call -> record(outcomes.expired(call))))
                .map(late -> late.size() == EXPIRED_BATCH_SIZE);
    }

    private Future<Void> forgetAttempts() {
        return settings.kept().isZero()
                ? Future.succeededFuture()
                : house.forgetAttempts(ports.database().workers(), settings.kept())
                        .mapEmpty();
    }

    /**
     * Claims nothing more; completes when the result of every call in progress is written, or after the drain time. Calls
     * without an answer by then are released at once, and may be made once more.
     */
    Future<Void> stop() {
        stopping = true;
        if (inFlight.isEmpty()) {
            drained.tryComplete();
        }
        return Timeouts.within(settings.drain(), drained.future())
                .recover(ignored -> release())
                .eventually(() -> Future.join(Stream.of(claims, records, chores)
                        .flatMap(Optional::stream)
                        .map(PollLoop::stop)
                        .toList()))
                .eventually(caller::close);
    }

    private Future<Void> release() {
        var unanswered = inFlight.stream().filter(call -> !recorder.holds(call)).toList();
        LOG.atWarn().addKeyValue("calls", unanswered.size()).log("Webhook calls under way are given back");
        return store.release(ports.database().workers(), unanswered);
    }
}
