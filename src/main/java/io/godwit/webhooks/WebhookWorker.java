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
    private static final int ENDPOINTS_PER_POLL = 2_000;

    /** Expired calls that are ended together. */
    private static final int EXPIRED_BATCH_SIZE = 500;

    private static final Duration MAINTENANCE_INTERVAL = Duration.ofSeconds(15);
    private static final Duration RECORD_RETRY_PAUSE = Duration.ofSeconds(1);

    private final Vertx vertx;
    private final WebhookDependencies dependencies;
    private final WebhookSettings settings;
    private final WebhookMetrics metrics;
    private final WebhookHttpClient client;
    private final CallPolicy policy;
    private final CallExecutor executor;
    private final CallResultWriter writer;
    private final SigningSecretStore secrets;
    private final FailPoints pauses = FailPoints.fromSystem();
    private final CallClaimStore store = new CallClaimStore();
    private final CallMaintenanceStore maintenanceStore = new CallMaintenanceStore();
    private final CircuitStore circuits = new CircuitStore();
    private final CallLimiter limiter;
    private final Set<ClaimedCall> inFlight = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Promise<Void> drained = Promise.promise();
    private Optional<EndpointKey> lastEndpoint = Optional.empty();
    private Optional<PollLoop> claims = Optional.empty();
    private Optional<PollLoop> records = Optional.empty();
    private Optional<PollLoop> maintenance = Optional.empty();
    private boolean stopping;

    WebhookWorker(
            Vertx vertx,
            WebhookDependencies dependencies,
            WebhookSettings settings,
            WebhookMetrics metrics,
            WebhookHttpClient client) {
        this.vertx = vertx;
        this.dependencies = dependencies;
        this.settings = settings;
        this.metrics = metrics;
        this.client = client;
        var backoff = new CallBackoff(settings.pace(), new SplittableRandom());
        this.policy = new CallPolicy(backoff);
        this.secrets = new SigningSecretStore(dependencies.crypto());
        this.limiter = new CallLimiter(settings.maxConcurrent(), settings.perServer(), new Random());
        this.writer = new CallResultWriter(
                dependencies.database(), dependencies.listener(), settings, backoff, metrics, this::done);
        this.executor = new CallExecutor(
                dependencies.crypto(),
                new TargetPolicy(settings.allow(), settings.ownPorts()),
                AddressResolver.by(dependencies.dns()),
                client,
                policy,
                dependencies.tracer());
    }

    void start() {
        claims = Optional.of(PollLoop.start(vertx, "webhooks-claim", settings.poll(), this::claim));
        records = Optional.of(PollLoop.start(vertx, "webhooks-record", RECORD_RETRY_PAUSE, writer::run));
        maintenance = Optional.of(PollLoop.start(
                vertx, "webhooks-maintain", MAINTENANCE_INTERVAL.dividedBy(settings.pace()), this::maintenance));
        dependencies.bus().listen(WebhookMessages.DUE, ignored -> claims.ifPresent(PollLoop::wake));
    }

    private Future<Next> claim() {
        if (stopping || limiter.capacity() <= 0) {
            return Future.succeededFuture(Next.IDLE);
        }
        return store.findDue(dependencies.database().workers(), lastEndpoint, ENDPOINTS_PER_POLL)
                .compose(due -> {
                    lastEndpoint = due.next();
                    return claim(limiter.shares(due.due()))
                            .map(claimed -> (claimed > 0 && limiter.capacity() > 0) || lastEndpoint.isPresent()
                                    ? Next.MORE
                                    : Next.IDLE);
                });
    }

    private Future<Integer> claim(List<Share> shares) {
        if (shares.isEmpty()) {
            return Future.succeededFuture(0);
        }
        var db = dependencies.database().workers();
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
        limiter.begin(call.endpoint());
        executor.make(call, known)
                .compose(outcome -> pauses.at("webhook-after-answer", outcome))
                .onSuccess(this::record)
                .onFailure(impossible -> abandon(call, impossible));
    }

    private void record(CallOutcome outcome) {
        writer.add(outcome);
        records.ifPresent(PollLoop::wake);
    }

    /** Drops a call whose attempt broke off; it is made again when its lease is over. */
    private void abandon(ClaimedCall call, Throwable why) {
        LOG.atError()
                .addKeyValue("project", call.project())
                .addKeyValue("call", call.id())
                .setCause(why)
                .log("An attempt of a webhook call failed unexpectedly");
        done(call);
    }

    private void done(ClaimedCall call) {
        if (inFlight.remove(call)) {
            limiter.end(call.endpoint());
            metrics.inFlight(limiter.inFlight());
            claims.ifPresent(PollLoop::wake);
        }
        if (stopping && inFlight.isEmpty()) {
            drained.tryComplete();
        }
    }

    private Future<Next> maintenance() {
        var db = dependencies.database().workers();
        return expire().compose(more -> maintenanceStore
                .depth(db)
                .onSuccess(metrics::queue)
                .compose(ignored -> circuits.countOpen(db))
                .onSuccess(metrics::circuitsOpen)
                .compose(ignored -> circuits.deleteOld(db))
                .compose(ignored -> maintenanceStore.deleteExpiredGone(db))
                .compose(ignored -> deleteAttempts())
                .map(more ? Next.MORE : Next.IDLE));
    }

    private Future<Boolean> expire() {
        if (stopping || writer.waiting() > EXPIRED_BATCH_SIZE) {
            return Future.succeededFuture(false);
        }
        return maintenanceStore
                .expired(dependencies.database().workers(), EXPIRED_BATCH_SIZE, settings.lease())
                .onSuccess(late -> late.forEach(call -> record(policy.expired(call))))
                .map(late -> late.size() == EXPIRED_BATCH_SIZE);
    }

    private Future<Void> deleteAttempts() {
        return settings.retention().isZero()
                ? Future.succeededFuture()
                : maintenanceStore
                        .deleteAttempts(dependencies.database().workers(), settings.retention())
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
        return Timeouts.within(settings.drainTimeout(), drained.future())
                .recover(ignored -> release())
                .eventually(() -> Future.join(Stream.of(claims, records, maintenance)
                        .flatMap(Optional::stream)
                        .map(PollLoop::stop)
                        .toList()))
                .eventually(client::close);
    }

    private Future<Void> release() {
        var unanswered =
                inFlight.stream().filter(call -> !writer.isPending(call)).toList();
        LOG.atWarn().addKeyValue("calls", unanswered.size()).log("Webhook calls in flight are released");
        return store.release(dependencies.database().workers(), unanswered);
    }
}
