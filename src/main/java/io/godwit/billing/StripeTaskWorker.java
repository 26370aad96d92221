package io.godwit.billing;

import com.stripe.exception.StripeException;
import com.stripe.param.ChargeRetrieveParams;
import com.stripe.param.CustomerBalanceTransactionCreateParams;
import com.stripe.param.CustomerUpdateParams;
import com.stripe.param.InvoicePaymentListParams;
import com.stripe.param.RefundCreateParams;
import com.stripe.param.SubscriptionCancelParams;
import com.stripe.param.billing.MeterEventCreateParams;
import com.stripe.param.radar.ValueListItemCreateParams;
import com.stripe.param.radar.ValueListListParams;
import com.stripe.service.V1Services;
import io.godwit.billing.StripeGateway.Request;
import io.godwit.bus.Bus;
import io.godwit.core.FailPoints;
import io.godwit.core.PollLoop.Next;
import io.godwit.core.id.ProjectId;
import io.godwit.db.Database;
import io.godwit.db.SqlErrorKind;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out Stripe tasks, with retries until Stripe has accepted them or refuses them for good. Any number of nodes share the work.
 */
final class StripeTaskWorker {

    private static final Logger LOG = LoggerFactory.getLogger(StripeTaskWorker.class);

    private static final int BATCH_SIZE = 4;

    /** The lease of a task, longer than Stripe's library tries. */
    private static final Duration LEASE = Duration.ofSeconds(60);

    /** Max deltas of usage that are folded by one run, and by one transaction. */
    private static final int FOLDED = 10_000;

    /** Status codes that may pass: a key that was replaced, a conflict with another request of ours, too many requests. */
    private static final Set<Integer> PASSING = Set.of(401, 403, 409, 429);

    /** The status code of a subscription that does not exist any more, so that there is nothing to cancel. */
    private static final int MISSING = 404;

    private final Database database;
    private final Bus bus;
    private final StripeGateway stripe;
    private final String meter;
    private final StripeTaskStore store = new StripeTaskStore();
    private final FailPoints pauses = FailPoints.fromSystem();

    StripeTaskWorker(Database database, Bus bus, StripeGateway stripe, String meter) {
        this.database = database;
        this.bus = bus;
        this.stripe = stripe;
        this.meter = meter;
    }

    /** Folds the usage of projects and adds the tasks that report it. */
    Future<Next> foldDeltas() {
        return store.foldable(database.workers(), FOLDED).compose(projects -> {
            var folded = Future.succeededFuture(0L);
            for (var project : projects) {
                folded = folded.compose(sum -> foldDeltas(project).map(more -> sum + more));
            }
            return folded.map(sum -> {
                if (sum > 0) {
                    bus.publish(BillingMessages.OWED, new BillingMessages.TaskQueued(StripeTask.Kind.METER.name()));
                }
                return sum >= FOLDED ? Next.MORE : Next.IDLE;
            });
        });
    }

    /** Folds the usage of one project; a failure of its rows is logged, and holds up no other project. */
    private Future<Long> foldDeltas(ProjectId project) {
        return database.workerTransaction(tx -> store.foldDeltas(tx, project.value(), FOLDED))
                .recover(cause -> {
                    if (SqlErrorKind.of(cause) == SqlErrorKind.OUTAGE) {
                        return Future.failedFuture(cause);
                    }
                    LOG.atWarn()
                            .addKeyValue("project", project)
                            .setCause(cause)
                            .log("The usage of a project could not be folded; it is tried again");
                    return Future.succeededFuture(0L);
                });
    }

    /** Carries out some tasks that are due. */
    Future<Next> next() {
        return store.claim(database.workers(), BATCH_SIZE, LEASE)
                .compose(claimed -> pauses.at("stripe-after-claim", claimed))
                .compose(claimed -> claimed.isEmpty()
                        ? Future.succeededFuture(Next.IDLE)
                        : Future.join(claimed.stream().map(this::carryOut).toList())
                                .map(Next.MORE));
    }

    /** Marks meter events as dead that are too old for Stripe. */
    Future<Next> expire() {
        return store.expire(database.workers()).map(dead -> {
            if (dead > 0) {
                LOG.error("{} meter events were not accepted by Stripe and are too old now", dead);
            }
            return Next.IDLE;
        });
    }

    private Future<Void> carryOut(StripeTask task) {
        return request(task)
                .compose(stripe::call)
                .compose(ignored -> pauses.at("stripe-before-done", task))
                .compose(ignored -> store.done(database.workers(), task))
                .recover(cause -> retryOrEnd(task, cause));
    }

    private Future<Void> retryOrEnd(StripeTask task, Throwable cause) {
        var refusal = cause instanceof StripeException stripeFailure
                ? Optional.of(stripeFailure)
                : Optional.<StripeException>empty();
        var status = refusal.map(StripeException::getStatusCode).orElse(0);
        if (task.kind() == StripeTask.Kind.CANCEL && status == MISSING) {
            return store.done(database.workers(), task);
        }
        var never = status >= 400 && status < 500 && !PASSING.contains(status);
        LOG.atWarn()
                .addKeyValue("stripeTask", task.id())
                .addKeyValue("kind", task.kind())
                .addKeyValue("status", status)
                .log(never ? "Stripe refuses a request permanently" : "Stripe was not reached; it is tried again");
        var why = refusal.map(failure -> status + " " + failure.getCode())
                .orElse(cause.getClass().getSimpleName());
        return store.retryAfter(database.workers(), task, why, never);
    }

    private Future<Request<?>> request(StripeTask task) {
        return switch (task.kind()) {
            case METER ->
                Future.succeededFuture(
                        api -> api.billing().meterEvents().create(usage(task), StripeGateway.as(task.key())));
            case CANCEL ->
                Future.succeededFuture(api -> api.subscriptions()
                        .cancel(task.text("subscription"), ended(task), StripeGateway.as(task.key())));
            case CREDIT ->
                Future.succeededFuture(api -> api.customers()
                        .balanceTransactions()
                        .create(task.text("customer"), credit(task), StripeGateway.as(task.key())));
            case REFUND ->
                Future.succeededFuture(
                        api -> task.details().containsKey("invoice") ? refundInvoice(api, task) : refund(api, task));
            case BLOCK -> Future.succeededFuture(api -> block(api, task));
            case RENAME ->
                task.project()
                        .map(project -> store.projectName(database.workers(), project))
                        .orElseGet(() -> Future.succeededFuture(Optional.empty()))
                        .map(name -> api -> api.customers().update(task.text("customer"), named(task, name)));
        };
    }

    /** The meter event of a usage. Its identifier makes Stripe count it once, however often it is sent within a day. */
    private MeterEventCreateParams usage(StripeTask task) {
        return MeterEventCreateParams.builder()
                .setEventName(meter)
                .setIdentifier(task.key())
                .setTimestamp(Long.parseLong(task.text("at")))
                .putPayload("stripe_customer_id", task.text("customer"))
                .putPayload("value", task.text("value"))
                .build();
    }

    /** Stripe makes an invoice of the usage since the last one only when asked to. */
    private static SubscriptionCancelParams ended(StripeTask task) {
        return SubscriptionCancelParams.builder()
                .setInvoiceNow(!"false".equals(task.text("invoice")))
                .build();
    }

    private static CustomerBalanceTransactionCreateParams credit(StripeTask task) {
        return CustomerBalanceTransactionCreateParams.builder()
                .setAmount(Long.parseLong(task.text("amount")))
                .setCurrency(task.text("currency"))
                .setDescription("Welcome")
                .build();
    }

    private static Boolean refund(V1Services api, StripeTask task) throws StripeException {
        var charged =
                RefundCreateParams.builder().setCharge(task.text("charge")).build();
        api.refunds().create(charged, StripeGateway.as(task.key()));
        return true;
    }

    /** Refunds all payments of an invoice, each under a key of its own; none of one that was not paid. */
    private static Boolean refundInvoice(V1Services api, StripeTask task) throws StripeException {
        var payments = api.invoicePayments()
                .list(InvoicePaymentListParams.builder()
                        .setInvoice(task.text("invoice"))
                        .setStatus(InvoicePaymentListParams.Status.PAID)
                        .build());
        for (var payment : List.copyOf(payments.getData())) {
            var paid = payment.getPayment();
            var wanted = RefundCreateParams.builder();
            if (paid.getPaymentIntent() != null) {
                wanted.setPaymentIntent(paid.getPaymentIntent());
            } else if (paid.getCharge() != null) {
                wanted.setCharge(paid.getCharge());
            } else {
                continue;
            }
            api.refunds().create(wanted.build(), StripeGateway.as(task.key() + "-" + payment.getId()));
        }
        return true;
    }

    private static CustomerUpdateParams named(StripeTask task, Optional<String> name) {
        var wanted = CustomerUpdateParams.builder();
        name.ifPresent(wanted::setName);
        task.project().ifPresent(project -> wanted.putMetadata("project", project.toString()));
        return wanted.build();
    }

    /** Adds the card and the address to Stripe's block lists, as far as the account has such lists. */
    private static Boolean block(V1Services api, StripeTask task) throws StripeException {
        var charge = api.charges()
                .retrieve(task.text("charge"), ChargeRetrieveParams.builder().build());
        var details = charge.getPaymentMethodDetails();
        var card = details == null || details.getCard() == null
                ? null
                : details.getCard().getFingerprint();
        var address = charge.getBillingDetails() == null
                ? null
                : charge.getBillingDetails().getEmail();
        block(api, task, "card_fingerprint_blocklist", card);
        block(api, task, "email_blocklist", address);
        return true;
    }

    private static void block(V1Services api, StripeTask task, String alias, @Nullable String value)
            throws StripeException {
        if (value == null) {
            return;
        }
        var lists = api.radar()
                .valueLists()
                .list(ValueListListParams.builder().setAlias(alias).build());
        for (var list : List.copyOf(lists.getData())) {
            api.radar()
                    .valueListItems()
                    .create(
                            ValueListItemCreateParams.builder()
                                    .setValueList(list.getId())
                                    .setValue(value)
                                    .build(),
                            StripeGateway.as(task.key() + "-" + alias));
        }
    }
}
