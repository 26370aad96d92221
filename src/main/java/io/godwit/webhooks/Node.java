package io.godwit.webhooks;

import io.godwit.core.Loop;
import io.godwit.core.Loop.Next;
import io.godwit.core.Patience;
import io.godwit.core.PausePoints;
import io.godwit.core.ProjectId;
import io.godwit.webhooks.ClaimStore.Share;
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
 * Makes the calls of one node: looks for lanes with due calls, claims from them as much as there is room for, begins every call
 * at once and has the results written down.
 *
 * <p>All its state belongs to the context it was started on.
 */
final class Node {

    private static final Logger LOG = LoggerFactory.getLogger(Node.class);

    /** Lanes one look goes through; the next look goes on behind them. */
    private static final int LANES_A_LOOK = 2_000;

    /** Calls that nobody could try in time, ended together. */
    private static final int EXPIRED_AT_ONCE = 500;

    private static final Duration HOUSE = Duration.ofSeconds(15);
    private static final Duration RECORD_AGAIN = Duration.ofSeconds(1);

    private final Vertx vertx;
    private final WebhookPorts ports;
    private final WebhookSettings settings;
    private final WebhookMetrics metrics;
    private final Caller caller;
    private final Outcomes outcomes;
    private final Attempting attempting;
    private final Recorder recorder;
    private final SecretStore secrets;
    private final PausePoints pauses = PausePoints.fromSystem();
    private final ClaimStore store = new ClaimStore();
    private final HouseStore house = new HouseStore();
    private final LaneStore lanes = new LaneStore();
    private final Rota rota;
    private final Set<Claimed> underWay = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Promise<Void> drained = Promise.promise();
    private Optional<Lane> lastLane = Optional.empty();
    private Optional<Loop> claims = Optional.empty();
    private Optional<Loop> records = Optional.empty();
    private Optional<Loop> chores = Optional.empty();
    private boolean stopping;

    Node(Vertx vertx, WebhookPorts ports, WebhookSettings settings, WebhookMetrics metrics, Caller caller) {
        this.vertx = vertx;
        this.ports = ports;
        this.settings = settings;
        this.metrics = metrics;
        this.caller = caller;
        var ladder = new Ladder(settings.pace(), new SplittableRandom());
        this.outcomes = new Outcomes(ladder);
        this.secrets = new SecretStore(ports.vault());
        this.rota = new Rota(settings.atOnce(), settings.perServer(), new Random());
        this.recorder = new Recorder(ports.database(), ports.ends(), settings, ladder, metrics, this::done);
        this.attempting = new Attempting(
                ports.vault(),
                new Targets(settings.allow(), settings.ownPorts()),
                Resolver.by(ports.dns()),
                caller,
                outcomes);
    }

    void start() {
        claims = Optional.of(Loop.start(vertx, "webhooks", settings.poll(), this::claim));
        records = Optional.of(Loop.start(vertx, "webhook records", RECORD_AGAIN, recorder::run));
        chores = Optional.of(Loop.start(vertx, "webhook chores", HOUSE.dividedBy(settings.pace()), this::chores));
        ports.bus().listen(WebhooksMessages.DUE, due -> claims.ifPresent(Loop::nudge));
    }

    private Future<Next> claim() {
        if (stopping || rota.room() <= 0) {
            return Future.succeededFuture(Next.REST);
        }
        return store.look(ports.database().workers(), lastLane, LANES_A_LOOK).compose(look -> {
            lastLane = look.next();
            return claim(rota.shares(look.due()))
                    .map(claimed -> (claimed > 0 && rota.room() > 0) || lastLane.isPresent() ? Next.AGAIN : Next.REST);
        });
    }

    private Future<Integer> claim(List<Share> shares) {
        if (shares.isEmpty()) {
            return Future.succeededFuture(0);
        }
        var db = ports.database().workers();
        return store.claim(db, shares, settings.lease())
                .compose(calls -> secrets.of(db, enabled(calls)).map(known -> begin(calls, known)));
    }

    private static Set<ProjectId> enabled(List<Claimed> calls) {
        return calls.stream().filter(Claimed::enabled).map(Claimed::project).collect(Collectors.toSet());
    }

    private int begin(List<Claimed> calls, Map<ProjectId, Secrets> known) {
        calls.forEach(call -> begin(call, Optional.ofNullable(known.get(call.project()))));
        metrics.underWay(rota.underWay());
        return calls.size();
    }

    private void begin(Claimed call, Optional<Secrets> known) {
        underWay.add(call);
        rota.begin(call.lane());
        attempting
                .make(call, known)
                .compose(result -> pauses.at("webhook-after-answer", result))
                .onSuccess(this::record)
                .onFailure(impossible -> abandon(call, impossible));
    }

    private void record(Result result) {
        recorder.add(result);
        records.ifPresent(Loop::nudge);
    }

    /** Its lease ends some time, and it is made again. */
    private void abandon(Claimed call, Throwable why) {
        LOG.atError()
                .addKeyValue("project", call.project())
                .addKeyValue("call", call.id())
                .setCause(why)
                .log("An attempt of a webhook call broke off");
        done(call);
    }

    private void done(Claimed call) {
        if (underWay.remove(call)) {
            rota.end(call.lane());
            metrics.underWay(rota.underWay());
            claims.ifPresent(Loop::nudge);
        }
        if (stopping && underWay.isEmpty()) {
            drained.tryComplete();
        }
    }

    private Future<Next> chores() {
        var db = ports.database().workers();
        return expire().compose(more -> house.depth(db)
                .onSuccess(metrics::queue)
                .compose(depth -> lanes.closed(db))
                .onSuccess(metrics::lanesClosed)
                .compose(closed -> lanes.forget(db))
                .compose(forgotten -> house.forgetGone(db))
                .compose(forgotten -> forgetAttempts())
                .map(more ? Next.AGAIN : Next.REST));
    }

    private Future<Boolean> expire() {
        if (stopping || recorder.waiting() > EXPIRED_AT_ONCE) {
            return Future.succeededFuture(false);
        }
        return house.expired(ports.database().workers(), EXPIRED_AT_ONCE, settings.lease())
                .onSuccess(late -> late.forEach(call -> record(outcomes.expired(call))))
                .map(late -> late.size() == EXPIRED_AT_ONCE);
    }

    private Future<Void> forgetAttempts() {
        return settings.kept().isZero()
                ? Future.succeededFuture()
                : house.forgetAttempts(ports.database().workers(), settings.kept())
                        .mapEmpty();
    }

    /**
     * Claims nothing more; completes when every call under way is written down, or after the drain limit. What has no answer then
     * is given back at once, and may be made once more.
     */
    Future<Void> stop() {
        stopping = true;
        if (underWay.isEmpty()) {
            drained.tryComplete();
        }
        return Patience.within(settings.drain(), drained.future())
                .recover(late -> giveBack())
                .eventually(() -> Future.join(Stream.of(claims, records, chores)
                        .flatMap(Optional::stream)
                        .map(Loop::stop)
                        .toList()))
                .eventually(caller::close);
    }

    private Future<Void> giveBack() {
        var unanswered = underWay.stream().filter(call -> !recorder.holds(call)).toList();
        LOG.atWarn().addKeyValue("calls", unanswered.size()).log("Webhook calls under way are given back");
        return store.release(ports.database().workers(), unanswered);
    }
}
