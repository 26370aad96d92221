package io.godwit.billing;

import io.godwit.accounts.PlatformMail;
import io.godwit.bus.Bus;
import io.godwit.core.Loop;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.godwit.projects.Farewell;
import io.godwit.projects.OwnersMail;
import io.godwit.projects.Suspensions;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Billing of one node; without keys of Stripe it refuses what is asked of it and limits nobody. */
public final class Billing implements Farewell {

    private static final Duration POLL = Duration.ofSeconds(2);
    private static final Duration BETWEEN_SWEEPS = Duration.ofHours(1);

    private final Bus bus;
    private final BillingSettings settings;
    private final Optional<Parts> parts;

    /** What there is when there are keys. */
    private record Parts(Stripe stripe, Accounts accounts, Inbox inbox, Errands errands, Notices notices) {}

    public Billing(
            Vertx vertx,
            Database database,
            Bus bus,
            Suspensions suspensions,
            PlatformMail mail,
            BillingSettings settings) {
        this.bus = bus;
        this.settings = settings;
        this.parts = settings.enabled()
                ? Optional.of(parts(vertx, database, bus, suspensions, mail, settings))
                : Optional.empty();
    }

    private static Parts parts(
            Vertx vertx,
            Database database,
            Bus bus,
            Suspensions suspensions,
            PlatformMail mail,
            BillingSettings settings) {
        var stripe = new Stripe(vertx, settings);
        var signature = new Signature(settings.webhookSecret().orElseThrow(), Clock.systemUTC());
        return new Parts(
                stripe,
                new Accounts(database, new Till(stripe, settings), settings),
                new Inbox(database, bus, signature, new Reactions(settings, suspensions), suspensions),
                new Errands(database, bus, stripe, settings.meter()),
                new Notices(database, new OwnersMail(mail)));
    }

    /** What whoever accepts mail has to ask. */
    public Quota quota() {
        return settings.enabled() ? new Limits(settings.free()) : Quota.NONE;
    }

    public Routes routes() {
        return new BillingRoutes(part(Parts::accounts), part(Parts::inbox));
    }

    private <T> Optional<T> part(Function<Parts, T> wanted) {
        return parts.map(wanted);
    }

    /** Begins what a node with the role of jobs does, on the caller's context; stop the loops to end it. */
    public List<Loop> work(Vertx vertx) {
        return parts.map(all -> work(vertx, all)).orElse(List.of());
    }

    private List<Loop> work(Vertx vertx, Parts all) {
        var events = Loop.start(vertx, "stripe events", POLL, all.inbox()::processNext);
        var errands = Loop.start(vertx, "stripe errands", POLL, all.errands()::next);
        bus.listen(BillingMessages.TOLD, told -> events.nudge());
        bus.listen(BillingMessages.OWED, owed -> errands.nudge());
        return List.of(
                events,
                errands,
                Loop.start(vertx, "usage", POLL, all.errands()::fold),
                Loop.start(vertx, "billing letters", POLL, all.notices()::next),
                Loop.start(vertx, "old stripe events", BETWEEN_SWEEPS, all.inbox()::expire),
                Loop.start(vertx, "old errands", BETWEEN_SWEEPS, all.errands()::expire));
    }

    /** Its last mail is paid for, and its subscription ends. */
    @Override
    public Future<Void> leave(SqlClient tx, Tenant tenant) {
        return part(Parts::accounts).map(accounts -> accounts.leave(tx, tenant)).orElseGet(Future::succeededFuture);
    }

    /** Completes when nobody asks Stripe any more. */
    public Future<Void> stop() {
        return parts.map(all -> all.stripe().close()).orElseGet(Future::succeededFuture);
    }
}
