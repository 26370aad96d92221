package io.godwit.billing;

import io.godwit.accounts.SystemMailer;
import io.godwit.bus.Bus;
import io.godwit.core.PollLoop;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.godwit.projects.ProjectDeletionListener;
import io.godwit.projects.ProjectMailer;
import io.godwit.projects.SuspensionService;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Billing on one node; without Stripe keys its endpoints answer 404 and no project has a limit. */
public final class BillingService implements ProjectDeletionListener {

    private static final Duration POLL = Duration.ofSeconds(2);
    private static final Duration BETWEEN_SWEEPS = Duration.ofHours(1);

    private final Bus bus;
    private final BillingSettings settings;
    private final Optional<StripeParts> parts;

    /** The parts that exist only with Stripe keys. */
    private record StripeParts(
            StripeGateway stripe,
            BillingAccountService accounts,
            StripeEventProcessor processor,
            StripeTaskWorker tasks,
            LimitNotifier notifier) {}

    public BillingService(
            Vertx vertx,
            Database database,
            Bus bus,
            SuspensionService suspensions,
            SystemMailer mailer,
            BillingSettings settings) {
        this.bus = bus;
        this.settings = settings;
        this.parts = settings.enabled()
                ? Optional.of(parts(vertx, database, bus, suspensions, mailer, settings))
                : Optional.empty();
    }

    private static StripeParts parts(
            Vertx vertx,
            Database database,
            Bus bus,
            SuspensionService suspensions,
            SystemMailer mailer,
            BillingSettings settings) {
        var stripe = new StripeGateway(vertx, settings);
        var signature = new StripeSignature(settings.webhookSecret().orElseThrow(), Clock.systemUTC());
        var projectMailer = new ProjectMailer(mailer);
        return new StripeParts(
                stripe,
                new BillingAccountService(database, new StripeCheckout(stripe, settings), settings),
                new StripeEventProcessor(
                        database,
                        bus,
                        signature,
                        new StripeEventHandler(settings, suspensions, projectMailer),
                        suspensions),
                new StripeTaskWorker(database, bus, stripe, settings.meter()),
                new LimitNotifier(database, projectMailer));
    }

    /** The quota to check before emails are accepted. */
    public Quota quota() {
        return settings.enabled() ? new BillingQuota(settings.free()) : Quota.NONE;
    }

    public Routes routes() {
        return new BillingRoutes(part(StripeParts::accounts), part(StripeParts::processor));
    }

    private <T> Optional<T> part(Function<StripeParts, T> wanted) {
        return parts.map(wanted);
    }

    /** Starts the loops of a node with the role {@code job}, on the caller's context; stop the loops to end them. */
    public List<PollLoop> work(Vertx vertx) {
        return parts.map(all -> work(vertx, all)).orElse(List.of());
    }

    private List<PollLoop> work(Vertx vertx, StripeParts all) {
        var events = PollLoop.start(vertx, "billing-events", POLL, all.processor()::processNext);
        var loop = PollLoop.start(vertx, "billing-tasks", POLL, all.tasks()::next);
        bus.listen(BillingMessages.EVENT_RECEIVED, ignored -> events.wake());
        bus.listen(BillingMessages.OWED, ignored -> loop.wake());
        return List.of(
                events,
                loop,
                PollLoop.start(vertx, "billing-usage", POLL, all.tasks()::foldDeltas),
                PollLoop.start(vertx, "billing-notices", POLL, all.notifier()::next),
                PollLoop.start(vertx, "billing-events-expire", BETWEEN_SWEEPS, all.processor()::expire),
                PollLoop.start(vertx, "billing-expire", BETWEEN_SWEEPS, all.tasks()::expire));
    }

    /** Charges the last usage of a deleted project and cancels its subscription. */
    @Override
    public Future<Void> leave(SqlClient tx, Tenant tenant) {
        return part(StripeParts::accounts)
                .map(accounts -> accounts.leave(tx, tenant))
                .orElseGet(Future::succeededFuture);
    }

    /** Closes the Stripe client; completes when its calls have ended. */
    public Future<Void> stop() {
        return parts.map(all -> all.stripe().close()).orElseGet(Future::succeededFuture);
    }
}
