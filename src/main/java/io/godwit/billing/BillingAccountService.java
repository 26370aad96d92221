package io.godwit.billing;

import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.godwit.projects.audit.Actor;
import io.godwit.projects.audit.AuditLog;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/** Reads and changes the billing accounts of projects: their customer, subscription and caps. */
final class BillingAccountService {

    static final Usage UNUSED = new Usage(Map.of(), 0);

    private final Database database;
    private final StripeCheckout checkout;
    private final BillingSettings settings;
    private final BillingAccountStore store = new BillingAccountStore();
    private final StripeTaskStore tasks = new StripeTaskStore();
    private final AuditLog audit = new AuditLog();

    BillingAccountService(Database database, StripeCheckout checkout, BillingSettings settings) {
        this.database = database;
        this.checkout = checkout;
        this.settings = settings;
    }

    /** The Stripe customer and subscription of a project. */
    record BillingCustomer(String customer, String subscription) {}

    StripeCheckout checkout() {
        return checkout;
    }

    Future<Usage> usage(Tenant tenant) {
        return store.usage(database.requests(), tenant);
    }

    Future<LimitsResponse> limits(Tenant tenant) {
        return limits(database.requests(), tenant);
    }

    private Future<LimitsResponse> limits(SqlClient db, Tenant tenant) {
        return store.find(db, tenant).compose(account -> store.usage(db, tenant)
                .map(usage -> LimitsResponse.of(account, usage, settings.free())));
    }

    /**
     * Sets caps; they apply to every email accepted after this completes. Fails with {@code BAD_REQUEST} without a
     * subscription.
     */
    Future<LimitsResponse> setCaps(Tenant tenant, Actor actor, BillingLimitsRequest wanted) {
        return database.transaction(tx -> store.lockUsage(tx, tenant)
                .compose(ignored -> store.find(tx, tenant))
                .compose(account -> setCaps(tx, tenant, actor, requireSubscription(account), wanted))
                .compose(ignored -> limits(tx, tenant)));
    }

    private Future<Void> setCaps(
            SqlClient tx, Tenant tenant, Actor actor, BillingAccount account, BillingLimitsRequest wanted) {
        var after = wanted.over(account.caps());
        var changed = Arrays.stream(QuotaCategory.values())
                .filter(category -> !Objects.equals(account.caps().get(category), after.get(category)))
                .collect(Collectors.toSet());
        var parameters = changed.stream()
                .collect(Collectors.toMap(
                        BillingLimitsRequest::name, category -> String.valueOf(after.getOrDefault(category, 0L))));
        return changed.isEmpty()
                ? Future.succeededFuture()
                : store.setCaps(tx, tenant, after)
                        .compose(ignored -> store.reenableNotices(tx, tenant, changed, settings.free()))
                        .compose(ignored -> audit.record(tx, tenant, actor, "billing.limits_changed", parameters));
    }

    private static BillingAccount requireSubscription(BillingAccount account) {
        if (account.subscription().isEmpty()) {
            throw Failure.of(Kind.BAD_REQUEST, "The project has no subscription");
        }
        return account;
    }

    /** The customer and subscription of a project; fails with {@code BAD_REQUEST} when it has no subscription. */
    Future<BillingCustomer> subscribed(Tenant tenant) {
        return store.find(database.requests(), tenant)
                .map(BillingAccountService::requireSubscription)
                .map(account -> new BillingCustomer(
                        account.customer().orElseThrow(), account.subscription().orElseThrow()));
    }

    /** The customer of a project; fails with {@code BAD_REQUEST} when the project has never paid. */
    Future<String> customer(Tenant tenant) {
        return store.find(database.requests(), tenant).map(account -> account.customer()
                .orElseThrow(() -> Failure.of(Kind.BAD_REQUEST, "The project has no billing customer")));
    }

    /**
     * Starts a checkout and completes with its address. Fails with {@code BAD_REQUEST} when the project has a subscription.
     */
    Future<String> checkout(
            Tenant tenant, Actor actor, Optional<EmailAddress> payer, Optional<String> currency, String key) {
        return store.find(database.requests(), tenant)
                .compose(account -> account.subscription().isPresent()
                        ? Future.failedFuture(Failure.of(Kind.BAD_REQUEST, "The project has a subscription already"))
                        : checkout.checkout(tenant, account, payer, currency, idempotencyKey(key)))
                .compose(url ->
                        audited(tenant, actor, "billing.checkout_started").map(url));
    }

    /** Shortens a caller's key: Stripe takes 255 characters, and the caller's key may have as many. */
    private static String idempotencyKey(String key) {
        return "godwit-" + UUID.nameUUIDFromBytes(key.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Opens Stripe's billing portal and completes with its address. Fails with {@code BAD_REQUEST} when the project has
     * never paid.
     */
    Future<String> portal(Tenant tenant, Actor actor) {
        return customer(tenant)
                .compose(customer -> checkout.portal(tenant, customer))
                .compose(url -> audited(tenant, actor, "billing.portal_opened").map(url));
    }

    /** Adds the Stripe tasks for a project that is being deleted: folds its last usage and cancels its subscription. */
    Future<Void> leave(SqlClient tx, Tenant tenant) {
        return store.lockUsage(tx, tenant)
                .compose(ignored -> store.find(tx, tenant))
                .compose(account -> account.subscription()
                        .map(subscription -> tasks.add(tx, StripeTask.cancel(tenant, subscription, true)))
                        .orElseGet(Future::succeededFuture));
    }

    private Future<Void> audited(Tenant tenant, Actor actor, String action) {
        return audit.record(database.requests(), tenant, actor, action, Map.of());
    }
}
