package io.godwit.billing;

import com.stripe.exception.InvalidRequestException;
import com.stripe.exception.StripeException;
import com.stripe.model.Invoice;
import com.stripe.param.InvoiceCreatePreviewParams;
import com.stripe.param.InvoiceListParams;
import com.stripe.param.checkout.SessionCreateParams;
import com.stripe.param.checkout.SessionCreateParams.LineItem;
import com.stripe.service.V1Services;
import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.vertx.core.Future;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Calls Stripe for the users of the dashboard: checkout, billing portal, invoices and balance. */
final class StripeCheckout {

    private static final int MAX_INVOICES = 100;

    private final StripeGateway stripe;
    private final BillingSettings settings;

    StripeCheckout(StripeGateway stripe, BillingSettings settings) {
        this.stripe = stripe;
        this.settings = settings;
    }

    /** Starts a checkout session and completes with its address. The subscription is renewed on the first of each month. */
    Future<String> checkout(
            Tenant tenant,
            BillingAccount account,
            Optional<EmailAddress> payer,
            Optional<String> currency,
            String key) {
        var wanted = SessionCreateParams.builder()
                .setMode(SessionCreateParams.Mode.SUBSCRIPTION)
                .setClientReferenceId(tenant.project().toString())
                .putMetadata("project", tenant.project().toString())
                .addLineItem(LineItem.builder()
                        .setPrice(settings.price().orElseThrow(StripeCheckout::noPrice))
                        .build())
                .setSubscriptionData(SessionCreateParams.SubscriptionData.builder()
                        .setBillingCycleAnchor(firstOfNextMonth())
                        .putMetadata("project", tenant.project().toString())
                        .build())
                .addCustomField(promotion())
                .setSuccessUrl(settings.returnUrl(tenant.project(), "success=true"))
                .setCancelUrl(settings.returnUrl(tenant.project(), "canceled=true"));
        settings.onboarding()
                .ifPresent(price -> wanted.addLineItem(
                        LineItem.builder().setPrice(price).setQuantity(1L).build()));
        currency.ifPresent(wanted::setCurrency);
        account.customer()
                .ifPresentOrElse(
                        wanted::setCustomer, () -> payer.ifPresent(email -> wanted.setCustomerEmail(email.value())));
        return stripe.answer(api -> api.checkout()
                .sessions()
                .create(wanted.build(), StripeGateway.as(key))
                .getUrl());
    }

    private static Failure noPrice() {
        return Failure.of(Kind.SERVICE_UNAVAILABLE, "The operator has set no price (GODWIT_BILLING_STRIPE_PRICE)");
    }

    private static SessionCreateParams.CustomField promotion() {
        return SessionCreateParams.CustomField.builder()
                .setKey("promo_code")
                .setLabel(SessionCreateParams.CustomField.Label.builder()
                        .setType(SessionCreateParams.CustomField.Label.Type.CUSTOM)
                        .setCustom("Promotion code")
                        .build())
                .setType(SessionCreateParams.CustomField.Type.TEXT)
                .setOptional(true)
                .build();
    }

    private static long firstOfNextMonth() {
        return ZonedDateTime.ofInstant(Instant.now(), ZoneOffset.UTC)
                .toLocalDate()
                .withDayOfMonth(1)
                .plusMonths(1)
                .atStartOfDay(ZoneOffset.UTC)
                .toEpochSecond();
    }

    /** Opens the billing portal and completes with its address. */
    Future<String> portal(Tenant tenant, String customer) {
        var wanted = com.stripe.param.billingportal.SessionCreateParams.builder()
                .setCustomer(customer)
                .setReturnUrl(settings.returnUrl(tenant.project(), ""))
                .build();
        return stripe.answer(
                api -> api.billingPortal().sessions().create(wanted).getUrl());
    }

    /** The invoices of a customer, newest first. */
    Future<List<Invoice>> invoices(String customer) {
        return stripe.answer(api -> invoices(api, customer));
    }

    /** Lists invoices page by page, because a page may be shorter than asked for. */
    private static List<Invoice> invoices(V1Services api, String customer) throws StripeException {
        var found = new ArrayList<Invoice>();
        var page = InvoiceListParams.builder().setCustomer(customer).setLimit((long) MAX_INVOICES);
        while (found.size() < MAX_INVOICES) {
            var some = api.invoices().list(page.build());
            found.addAll(some.getData());
            if (some.getData().isEmpty() || !Boolean.TRUE.equals(some.getHasMore())) {
                break;
            }
            page.setStartingAfter(found.get(found.size() - 1).getId());
        }
        return List.copyOf(found.subList(0, Math.min(MAX_INVOICES, found.size())));
    }

    /** The customer's balance in the currency's smallest unit; below zero is a credit. */
    record Balance(long amount, Optional<String> currency) {}

    Future<Balance> balance(String customer) {
        return stripe.answer(api -> {
            var found = api.customers().retrieve(customer);
            return new Balance(
                    Optional.ofNullable(found.getBalance()).orElse(0L), Optional.ofNullable(found.getCurrency()));
        });
    }

    /** The next invoice of a subscription; empty when nothing is to be paid. */
    Future<Optional<Invoice>> upcoming(String customer, String subscription) {
        var wanted = InvoiceCreatePreviewParams.builder()
                .setCustomer(customer)
                .setSubscription(subscription)
                .build();
        return stripe.answer(api -> {
            try {
                return Optional.of(api.invoices().createPreview(wanted));
            } catch (InvalidRequestException nothing) {
                return Optional.empty();
            }
        });
    }
}
