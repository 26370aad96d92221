package io.godwit.billing;

import io.godwit.billing.BillingAccountService.BillingCustomer;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.MemberRole;
import io.godwit.projects.audit.Actor;
import io.godwit.web.Access;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.SessionLookup.SignedIn;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The endpoints of billing. In an installation without billing they answer 404, except for the limits, of which there are
 * none.
 */
final class BillingRoutes implements Routes {

    private static final String IDEMPOTENCY_KEY = "Idempotency-Key";
    private static final String SIGNATURE = "Stripe-Signature";
    private static final String PROJECT = "/users/@me/projects/:id";
    private static final Set<String> CURRENCIES = Set.of("usd", "eur", "gbp");

    private final Optional<BillingAccountService> accounts;
    private final Optional<StripeEventProcessor> processor;

    BillingRoutes(Optional<BillingAccountService> accounts, Optional<StripeEventProcessor> processor) {
        this.accounts = accounts;
        this.processor = processor;
    }

    @Override
    public void mount(RouteTable api) {
        api.post(PROJECT + "/checkout")
                .bodyless()
                .parameters("currency")
                .header(IDEMPOTENCY_KEY)
                .ofProject("id")
                .role(MemberRole.ADMIN)
                .evenDisabled()
                .query(query -> query.text("currency"))
                .answers(AddressResponse.class)
                .to(call -> with(all -> checkout(all, call)));
        api.post(PROJECT + "/billing-portal")
                .bodyless()
                .ofProject("id")
                .role(MemberRole.ADMIN)
                .evenDisabled()
                .answers(AddressResponse.class)
                .to(call ->
                        with(all -> all.portal(call.tenant(), Actor.of(call)).map(BillingRoutes::place)));
        api.get(PROJECT + "/billing-limits")
                .ofProject("id")
                .answers(LimitsResponse.class)
                .to(this::limits);
        api.put(PROJECT + "/billing-limits")
                .ofProject("id")
                .role(MemberRole.ADMIN)
                .body(BillingLimitsRequest::read)
                .answers(LimitsResponse.class)
                .to(this::setLimits);
        api.get(PROJECT + "/billing-consumption")
                .ofProject("id")
                .answers(ConsumptionResponse.class)
                .fails(Kind.BAD_REQUEST)
                .to(call -> with(all -> consumption(all, call)));
        api.get(PROJECT + "/billing-invoices")
                .ofProject("id")
                .answers(InvoiceResponse.class)
                .fails(Kind.BAD_REQUEST)
                .to(call -> with(all -> all.customer(call.tenant())
                        .compose(all.checkout()::invoices)
                        .map(InvoiceResponse::of)
                        .map(ApiResponse::ok)));
        api.post("/webhooks/incoming/stripe")
                .access(Access.OPEN)
                .limit(StripeEventProcessor.MAX_BODY_BYTES)
                .header(SIGNATURE)
                .body(StripeEvent::read)
                .answers(StripeReceipt.class)
                .fails(Kind.RESOURCE_NOT_FOUND)
                .to(this::receive);
    }

    /** The address of a page of Stripe. */
    private record AddressResponse(String url) {}

    /** The answer to an event of Stripe. */
    private record StripeReceipt(boolean success, boolean received) {}

    private Future<ApiResponse> with(Function<BillingAccountService, Future<ApiResponse>> handler) {
        return accounts.map(handler).orElseGet(() -> Future.failedFuture(off()));
    }

    private static Failure off() {
        return Failure.of(Kind.RESOURCE_NOT_FOUND, "This installation does not bill");
    }

    private Future<ApiResponse> checkout(BillingAccountService all, ApiRequest call) {
        var currency = call.query().text("currency");
        call.query().check();
        if (currency.filter(name -> !CURRENCIES.contains(name)).isPresent()) {
            return Future.failedFuture(Failure.of(Kind.BAD_REQUEST, "The currency is one of usd, eur and gbp"));
        }
        var payer = call.user().map(SignedIn::email);
        var key = call.tenant().project() + " " + call.header(IDEMPOTENCY_KEY).orElse(call.requestId());
        return all.checkout(call.tenant(), Actor.of(call), payer, currency, key).map(BillingRoutes::place);
    }

    private static ApiResponse place(String url) {
        return ApiResponse.ok(new AddressResponse(url));
    }

    private Future<ApiResponse> limits(ApiRequest call) {
        return accounts.map(all -> all.limits(call.tenant()))
                .orElseGet(() ->
                        Future.succeededFuture(LimitsResponse.of(BillingAccount.NONE, BillingAccountService.UNUSED, 0)))
                .map(ApiResponse::ok);
    }

    /** Sets limits; the body is read first, so that its issues are reported even where there is no billing. */
    private Future<ApiResponse> setLimits(ApiRequest call) {
        var wanted = BillingLimitsRequest.read(call.body());
        return with(all -> all.setCaps(call.tenant(), Actor.of(call), wanted).map(ApiResponse::ok));
    }

    private Future<ApiResponse> consumption(BillingAccountService all, ApiRequest call) {
        return all.subscribed(call.tenant()).compose(customer -> consumption(all, call, customer));
    }

    private Future<ApiResponse> consumption(BillingAccountService all, ApiRequest call, BillingCustomer by) {
        var balance = all.checkout().balance(by.customer());
        var upcoming = all.checkout().upcoming(by.customer(), by.subscription());
        return all.usage(call.tenant())
                .compose(usage -> Future.all(balance, upcoming)
                        .map(ignored ->
                                ConsumptionResponse.of(usage, balance.result(), upcoming.result(), Instant.now())))
                .map(ApiResponse::ok);
    }

    private Future<ApiResponse> receive(ApiRequest call) {
        return processor
                .map(box -> box.receive(call.raw(), call.header(SIGNATURE)))
                .orElseGet(() -> Future.failedFuture(off()))
                .map(ignored -> ApiResponse.ok(new StripeReceipt(true, true)));
    }
}
