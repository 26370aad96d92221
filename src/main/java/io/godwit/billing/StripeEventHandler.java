package io.godwit.billing;

import io.godwit.billing.StripeTask.Kind;
import io.godwit.core.Failure;
import io.godwit.core.Tenant;
import io.godwit.core.Tenant.Caller;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.projects.ProjectMailer;
import io.godwit.projects.SuspensionReason;
import io.godwit.projects.SuspensionService;
import io.godwit.projects.SuspensionService.StatusChange;
import io.godwit.projects.audit.Actor;
import io.godwit.projects.audit.AuditLog;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Applies the effects of Stripe's events, in the transaction that marks them as processed. */
final class StripeEventHandler {

    private static final Logger LOG = LoggerFactory.getLogger(StripeEventHandler.class);

    private static final Actor STRIPE = new Actor(Optional.empty(), Caller.SYSTEM);

    /** The promotion code of customers who switch from another platform; they get {@link #SWITCH_CREDIT} in addition. */
    private static final String SWITCH = "SWITCH";

    /** In the smallest unit of the currency, such as cents. */
    private static final long SWITCH_CREDIT = 200;

    private static final String SECOND = """
            <p>Hello,</p>
            <p>a second subscription was paid for in the checkout of your project {{project}}, which has one already. The second one
            was ended at once, so that no email is charged twice. {{money}}</p>
            """;

    private static final String PAID_BACK = "What was paid for it is paid back the way it came.";
    private static final String NOT_PAID_BACK = "If something was paid for it, ask for that money back.";

    private final BillingSettings settings;
    private final SuspensionService suspensions;
    private final ProjectMailer mailer;
    private final BillingAccountStore accounts = new BillingAccountStore();
    private final StripeEventStore events = new StripeEventStore();
    private final StripeTaskStore tasks = new StripeTaskStore();
    private final AuditLog audit = new AuditLog();

    StripeEventHandler(BillingSettings settings, SuspensionService suspensions, ProjectMailer mailer) {
        this.settings = settings;
        this.suspensions = suspensions;
        this.mailer = mailer;
    }

    /**
     * Applies the effects of one event, with what it depends on in the caller's transaction. Completes with what was done, for the log
     * of events.
     *
     * @param id identifies the event, so that its tasks are added once
     */
    Future<StripeEventResult> apply(SqlClient tx, String id, StripeEvent event) {
        return switch (event.type()) {
            case "checkout.session.completed" -> subscribed(tx, id, event);
            case "customer.subscription.deleted" -> unsubscribed(tx, event);
            case "customer.subscription.updated" ->
                Future.succeededFuture(handled("A subscription was changed", event.text("id")));
            case "invoice.paid" -> paid(tx, event);
            case "invoice.payment_failed" -> notPaid(tx, event);
            case "radar.early_fraud_warning.created" -> warned(tx, id, event);
            default -> Future.succeededFuture(StripeEventResult.of("ignored: not a kind we act on"));
        };
    }

    /** Wakes the sending loops for a notice that an event's transaction may have written. */
    void wakeSenders() {
        mailer.wakeSenders();
    }

    private static StripeEventResult handled(String what, Optional<String> subject) {
        LOG.atInfo().addKeyValue("stripe", subject.orElse("")).log(what);
        return StripeEventResult.of("noted");
    }

    /**
     * Handles a first payment: sets customer and subscription of the project named by the session, and adds the welcome
     * credit.
     */
    private Future<StripeEventResult> subscribed(SqlClient tx, String id, StripeEvent event) {
        var project = event.text("client_reference_id").flatMap(Ids::parse).map(ProjectId::new);
        var customer = event.reference("customer");
        var subscription = event.reference("subscription");
        if (project.isEmpty() || customer.isEmpty() || subscription.isEmpty()) {
            return Future.succeededFuture(
                    StripeEventResult.of("ignored: no project, customer or subscription of ours"));
        }
        var tenant = Tenant.system(project.get());
        return events.hasEnded(tx, subscription.get())
                .compose(over -> over
                        ? Future.succeededFuture(StripeEventResult.of("ignored: the subscription has ended already"))
                        : accounts.lockUsage(tx, tenant)
                                .compose(ignored -> accounts.find(tx, tenant))
                                .compose(before -> accounts.subscribe(
                                                tx, tenant, customer.get(), subscription.get(), event.text("currency"))
                                        .compose(subscribed -> subscribed
                                                ? activateSubscription(tx, id, tenant, customer.get(), event, before)
                                                : refuse(tx, tenant, customer.get(), subscription.get(), event))));
    }

    /**
     * Ends a subscription beside the one of its project, as of two that paid in two windows, and one of a project that is
     * being deleted: Stripe would charge each email twice, or a project that is gone. One of an unknown project is left
     * alone, because it may be another installation's.
     */
    private Future<StripeEventResult> refuse(
            SqlClient tx, Tenant tenant, String customer, String subscription, StripeEvent event) {
        return accounts.hasAnother(tx, tenant, subscription)
                .compose(superfluous -> superfluous
                        ? endSecond(tx, tenant, subscription, event)
                        : Future.succeededFuture(handled(
                                "A checkout is for no project of ours, or was handled before", Optional.of(customer))));
    }

    private Future<StripeEventResult> endSecond(SqlClient tx, Tenant tenant, String subscription, StripeEvent event) {
        var invoice = event.isPositive("amount_total")
                ? event.reference("invoice").filter(ignored -> event.text("payment_status")
                        .filter("paid"::equals)
                        .isPresent())
                : Optional.<String>empty();
        var money = Map.of("money", invoice.isPresent() ? PAID_BACK : NOT_PAID_BACK);
        LOG.atWarn()
                .addKeyValue("project", tenant.project())
                .addKeyValue("stripe", subscription)
                .log(
                        "A project got a second subscription, or was deleted before its first; that subscription is ended");
        return tasks.add(tx, StripeTask.cancel(tenant, subscription, false))
                .compose(ignored -> invoice.map(paid -> tasks.add(
                                tx, StripeTask.after(subscription, Kind.REFUND, tenant, Map.of("invoice", paid))))
                        .orElseGet(Future::succeededFuture))
                .compose(ignored -> audit.record(
                        tx, tenant, STRIPE, "billing.subscription_refused", Map.of("subscription", subscription)))
                .compose(ignored -> mailer.write(tx, tenant, "Your second subscription was ended", SECOND, money))
                .map(StripeEventResult.of("the subscription is ended: the project has one, or is being deleted"));
    }

    /** Adds the credit for a project's first subscription alone: it would grow with every end and return. */
    private Future<StripeEventResult> activateSubscription(
            SqlClient tx, String id, Tenant tenant, String customer, StripeEvent event, BillingAccount before) {
        var credit = before.customer().isPresent() ? 0 : credit(event);
        var currency = event.text("currency").orElse("usd");
        var renamed = tasks.add(tx, StripeTask.after(id, Kind.RENAME, tenant, Map.of("customer", customer)));
        return renamed.compose(ignored -> credit == 0
                        ? Future.succeededFuture()
                        : tasks.add(
                                tx,
                                StripeTask.after(
                                        id,
                                        Kind.CREDIT,
                                        tenant,
                                        Map.of(
                                                "customer",
                                                customer,
                                                "amount",
                                                String.valueOf(-credit),
                                                "currency",
                                                currency))))
                .compose(
                        ignored -> audit.record(tx, tenant, STRIPE, "billing.subscribed", Map.of("customer", customer)))
                .map(ignored -> StripeEventResult.of("the project has a subscription"));
    }

    private long credit(StripeEvent event) {
        var switches =
                event.customField("promo_code").filter(SWITCH::equalsIgnoreCase).isPresent();
        return settings.credit() + (switches ? SWITCH_CREDIT : 0);
    }

    private Future<StripeEventResult> unsubscribed(SqlClient tx, StripeEvent event) {
        var subscription = event.text("id").orElse("");
        return ofCustomer(tx, event, tenant -> accounts.lockUsage(tx, tenant)
                .compose(ignored -> accounts.unsubscribe(tx, tenant, subscription))
                .compose(ended -> ended
                        ? audit.record(tx, tenant, STRIPE, "billing.unsubscribed", Map.of())
                                .map(StripeEventResult.of("the subscription has ended"))
                        : Future.succeededFuture(StripeEventResult.of("ignored: not the project's subscription"))));
    }

    private Future<StripeEventResult> paid(SqlClient tx, StripeEvent event) {
        return ofCustomer(tx, event, tenant -> accounts.payment(tx, tenant, event.madeAt())
                .compose(newest -> newest
                        ? suspensions.end(tx, tenant, SuspensionReason.PAYMENT_FAILED, "the invoice was paid")
                        : Future.succeededFuture(Optional.<StatusChange>empty()))
                .map(moved -> new StripeEventResult(moved.isPresent() ? "the project is open again" : "noted", moved)));
    }

    /** Handles a failed payment by suspending the project; a first payment that fails has no customer here yet. */
    private Future<StripeEventResult> notPaid(SqlClient tx, StripeEvent event) {
        if (event.text("billing_reason").filter("subscription_create"::equals).isPresent()) {
            return Future.succeededFuture(StripeEventResult.of("ignored: the first invoice of a subscription"));
        }
        return ofCustomer(tx, event, tenant -> accounts.payment(tx, tenant, event.madeAt())
                .compose(
                        newest -> newest ? suspend(tx, tenant) : Future.succeededFuture(Optional.<StatusChange>empty()))
                .map(moved -> new StripeEventResult(moved.isPresent() ? "the project is suspended" : "noted", moved)));
    }

    /** Fails for a project that is disabled for something else, so that the event is tried again: it would open unpaid. */
    private Future<Optional<StatusChange>> suspend(SqlClient tx, Tenant tenant) {
        return suspensions
                .begin(tx, tenant, SuspensionReason.PAYMENT_FAILED, "an invoice could not be paid")
                .compose(moved -> moved.isPresent()
                        ? Future.succeededFuture(moved)
                        : suspensions
                                .isDisabledOtherwise(tx, tenant, SuspensionReason.PAYMENT_FAILED)
                                .compose(otherwise -> otherwise
                                        ? Future.failedFuture(Failure.of(
                                                Failure.Kind.CONFLICT, "The project is disabled for another reason"))
                                        : Future.succeededFuture(moved)));
    }

    private Future<StripeEventResult> ofCustomer(
            SqlClient tx, StripeEvent event, Function<Tenant, Future<StripeEventResult>> act) {
        return event.reference("customer")
                .map(customer -> accounts.ofCustomer(tx, customer).compose(project -> project.map(Tenant::system)
                        .map(act)
                        .orElseGet(() -> Future.succeededFuture(StripeEventResult.of("ignored: no customer of ours")))))
                .orElseGet(() -> Future.succeededFuture(StripeEventResult.of("ignored: it names no customer")));
    }

    /** Handles a fraud warning: refunds the charge and blocks its card and address. */
    private Future<StripeEventResult> warned(SqlClient tx, String id, StripeEvent event) {
        return event.reference("charge")
                .map(charge -> tasks.add(tx, StripeTask.after(id, Kind.REFUND, Map.of("charge", charge)))
                        .compose(ignored -> tasks.add(tx, StripeTask.after(id, Kind.BLOCK, Map.of("charge", charge))))
                        .map(ignored ->
                                handled("A payment is said to be a fraud; it is refunded", Optional.of(charge))))
                .orElseGet(() -> Future.succeededFuture(StripeEventResult.of("ignored: it names no charge")));
    }
}
