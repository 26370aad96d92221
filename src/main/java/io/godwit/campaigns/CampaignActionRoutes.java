package io.godwit.campaigns;

import io.godwit.billing.QuotaCategory;
import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.id.CampaignId;
import io.godwit.sending.preview.TestEmailSender;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.JsonBody;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.SpreadResponse;
import io.godwit.web.idempotency.IdempotentHandler;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The routes {@code /campaigns/:id/…} that send, schedule, pause, cancel, test and count a campaign. */
final class CampaignActionRoutes implements Routes {

    private final CampaignDependencies dependencies;
    private final CampaignService service;
    private final AudienceCounter counter;
    private final TestEmailSender tests;
    private final IdempotentHandler idempotency;
    private final CampaignStats stats;

    CampaignActionRoutes(
            CampaignDependencies dependencies,
            CampaignService service,
            CampaignStats stats,
            IdempotentHandler idempotency) {
        this.dependencies = dependencies;
        this.service = service;
        this.stats = stats;
        this.counter = new AudienceCounter(dependencies.database(), dependencies.segments());
        this.tests = new TestEmailSender(dependencies.bus(), dependencies.quota());
        this.idempotency = idempotency;
    }

    @Override
    public void mount(RouteTable api) {
        api.post(CampaignRoutes.ONE + "/send")
                .idempotent()
                .body(body -> CampaignSendTime.read(body, Instant.EPOCH))
                .answers(SpreadResponse.class, CampaignResponse.class)
                .fails(Kind.CONFLICT, Kind.BILLING_LIMIT_EXCEEDED)
                .to(call -> CampaignRoutes.withId(call, id -> send(call, id)));
        move(api, "cancel", "Campaign cancelled", service::cancel);
        move(api, "pause", "Campaign paused", service::pause);
        move(api, "resume", "Campaign resumed", (tx, tenant, id) -> requireQuota(tx, tenant, 1)
                .compose(ignored -> service.resume(tx, tenant, id)));
        api.post(CampaignRoutes.ONE + "/test")
                .idempotent()
                .body(CampaignRequest::recipient)
                .answers(TestedResponse.class)
                .fails(Kind.BILLING_LIMIT_EXCEEDED)
                .to(call -> CampaignRoutes.withId(call, id -> test(call, id)));
        api.get(CampaignRoutes.ONE + "/stats")
                .answers(SpreadResponse.class, CampaignStatsResponse.class)
                .to(call -> CampaignRoutes.withId(call, id -> stats(call.tenant(), id)));
    }

    /** A transition from one state to another. */
    private interface Transition {
        Future<Campaign> apply(SqlClient tx, Tenant tenant, CampaignId id);
    }

    private void move(RouteTable api, String word, String message, Transition transition) {
        api.post(CampaignRoutes.ONE + "/" + word)
                .bodyless()
                .idempotent()
                .answers(SpreadResponse.class, CampaignResponse.class)
                .fails(Kind.CONFLICT, Kind.BILLING_LIMIT_EXCEEDED)
                .to(call -> CampaignRoutes.withId(
                        call, id -> moved(call, id, message, tx -> transition.apply(tx, call.tenant(), id))));
    }

    /**
     * Sends or schedules a campaign; the body may be missing. A repeated call gets the first answer, even when its time has
     * passed meanwhile.
     */
    private Future<ApiResponse> send(ApiRequest call, CampaignId id) {
        return idempotency.unlessRepeated(call, () -> sendChecked(call, id));
    }

    private Future<ApiResponse> sendChecked(ApiRequest call, CampaignId id) {
        var tenant = call.tenant();
        return sendTime(call.body())
                .compose(at -> service.found(dependencies.database().requests(), tenant, id)
                        .compose(campaign -> dependencies
                                .senders()
                                .requireVerified(tenant, campaign.draft().from())
                                .compose(ignored -> counter.count(tenant, campaign.draft()))
                                .compose(count -> at.map(time -> schedule(call, id, time))
                                        .orElseGet(() -> sendNow(call, campaign, count)))));
    }

    /** Reads the time to send at. It is compared with the database's clock, because this node's may be wrong. */
    private Future<Optional<Instant>> sendTime(JsonBody body) {
        return CampaignSendTime.isIn(body)
                ? service.now().map(now -> CampaignSendTime.read(body, now))
                : Future.succeededFuture(body.build(Optional::empty));
    }

    private Future<ApiResponse> schedule(ApiRequest call, CampaignId id, Instant at) {
        return moved(call, id, "Campaign scheduled", tx -> service.schedule(tx, call.tenant(), id, at));
    }

    private Future<ApiResponse> sendNow(ApiRequest call, Campaign campaign, Optional<Long> count) {
        if (campaign.isOpen() && count.filter(members -> members == 0).isPresent()) {
            return Future.failedFuture(Failure.of(Kind.BAD_REQUEST, "The campaign has no recipients"));
        }
        return moved(
                call, campaign.id(), "Campaign is being sent", tx -> requireQuota(tx, call.tenant(), count.orElse(1L))
                        .compose(ignored -> service.begin(tx, call.tenant(), campaign.id(), count)));
    }

    /** Fails with {@code BILLING_LIMIT_EXCEEDED} when so many emails would exceed the month's limit. */
    private Future<Void> requireQuota(SqlClient tx, Tenant tenant, long emails) {
        var project = tenant.project();
        return dependencies.quota().remainingQuota(tx, List.of(project)).compose(quota -> quota.reserve(
                        project, QuotaCategory.CAMPAIGNS, emails)
                .<Future<Void>>map(Future::failedFuture)
                .orElseGet(Future::succeededFuture));
    }

    private Future<ApiResponse> moved(
            ApiRequest call, CampaignId id, String message, Function<SqlClient, Future<Campaign>> move) {
        var tenant = call.tenant();
        return idempotency
                .once(call, tx -> move.apply(tx)
                        .map(campaign ->
                                ApiResponse.ok(SpreadResponse.of(CampaignResponse.of(tenant, campaign), message))))
                .onSuccess(ignored -> service.publishDue(tenant, id));
    }

    private Future<ApiResponse> test(ApiRequest call, CampaignId id) {
        var to = CampaignRequest.recipient(call.body());
        return idempotency.unlessRepeated(call, () -> test(call, id, to));
    }

    private Future<ApiResponse> test(ApiRequest call, CampaignId id, EmailAddress to) {
        var tenant = call.tenant();
        return service.found(dependencies.database().requests(), tenant, id)
                .map(campaign -> campaign.draft().test())
                .compose(test -> dependencies
                        .senders()
                        .requireVerified(tenant, test.from())
                        .compose(ignored ->
                                idempotency.once(call, tx -> tests.write(tx, tenant, test, to, call.requestId())
                                        .map(email -> tested(email.toString(), to.value())))))
                .onSuccess(ignored -> tests.publishQueued(tenant));
    }

    /** The answer to a test email. */
    record TestedResponse(boolean success, String message, String emailId) {}

    private static ApiResponse tested(String email, String to) {
        return ApiResponse.ok(new TestedResponse(true, "Test email is on its way to " + to, email));
    }

    private Future<ApiResponse> stats(Tenant tenant, CampaignId id) {
        return stats.stats(tenant, id)
                .map(found -> found.orElseThrow(() -> CampaignService.notFound(id.toString())))
                .map(snapshot -> ApiResponse.ok(SpreadResponse.of(CampaignStatsResponse.of(snapshot))));
    }
}
