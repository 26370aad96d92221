package io.godwit.campaigns;

import io.godwit.billing.Category;
import io.godwit.core.CampaignId;
import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.web.Answer;
import io.godwit.web.Api;
import io.godwit.web.Body;
import io.godwit.web.Call;
import io.godwit.web.Idempotency;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@code /campaigns/:id/…}: sends, stops, tries out and counts. */
final class CampaignMoveRoutes implements Routes {

    private final CampaignPorts ports;
    private final Desk desk;
    private final Census census;
    private final TestMail tests;
    private final Idempotency idempotency;
    private final Books books;

    CampaignMoveRoutes(CampaignPorts ports, Desk desk, Books books, Idempotency idempotency) {
        this.ports = ports;
        this.desk = desk;
        this.books = books;
        this.census = new Census(ports.database(), ports.segments());
        this.tests = new TestMail(ports.bus(), ports.quota());
        this.idempotency = idempotency;
    }

    @Override
    public void mount(Api api) {
        api.post(CampaignRoutes.ONE + "/send")
                .idempotent()
                .to(call -> CampaignRoutes.named(call, id -> send(call, id)));
        move(api, "cancel", "Campaign cancelled", desk::cancel);
        move(api, "pause", "Campaign paused", desk::pause);
        move(api, "resume", "Campaign resumed", (tx, tenant, id) -> requireRoom(tx, tenant, 1)
                .compose(room -> desk.resume(tx, tenant, id)));
        api.post(CampaignRoutes.ONE + "/test")
                .idempotent()
                .to(call -> CampaignRoutes.named(call, id -> test(call, id)));
        api.get(CampaignRoutes.ONE + "/stats").to(call -> CampaignRoutes.named(call, id -> stats(call.tenant(), id)));
    }

    /** One step from state to state. */
    private interface Move {
        Future<Campaign> of(SqlClient tx, Tenant tenant, CampaignId id);
    }

    private void move(Api api, String word, String message, Move move) {
        api.post(CampaignRoutes.ONE + "/" + word)
                .bodyless()
                .idempotent()
                .to(call -> CampaignRoutes.named(
                        call, id -> moved(call, id, message, tx -> move.of(tx, call.tenant(), id))));
    }

    /** The body may be missing. Who repeats a call is not told that its time has passed. */
    private Future<Answer> send(Call call, CampaignId id) {
        return idempotency.unlessRepeated(call, () -> sendChecked(call, id));
    }

    private Future<Answer> sendChecked(Call call, CampaignId id) {
        var tenant = call.tenant();
        return sendTime(call.body()).compose(at -> desk.found(ports.database().requests(), tenant, id)
                .compose(campaign -> ports.senders()
                        .requireVerified(tenant, campaign.draft().from())
                        .compose(allowed -> census.of(tenant, campaign.draft()))
                        .compose(count -> at.map(time -> schedule(call, id, time))
                                .orElseGet(() -> sendNow(call, campaign, count)))));
    }

    /** Whether it is in the future is a question to the database's clock: ours may be wrong. */
    private Future<Optional<Instant>> sendTime(Body body) {
        return SendTime.isIn(body)
                ? desk.now().map(now -> SendTime.read(body, now))
                : Future.succeededFuture(body.build(Optional::empty));
    }

    private Future<Answer> schedule(Call call, CampaignId id, Instant at) {
        return moved(call, id, "Campaign scheduled", tx -> desk.schedule(tx, call.tenant(), id, at));
    }

    private Future<Answer> sendNow(Call call, Campaign campaign, Optional<Long> count) {
        if (campaign.isOpen() && count.filter(members -> members == 0).isPresent()) {
            return Future.failedFuture(Failure.of(Kind.BAD_REQUEST, "The campaign has no recipients"));
        }
        return moved(
                call, campaign.id(), "Campaign is being sent", tx -> requireRoom(tx, call.tenant(), count.orElse(1L))
                        .compose(room -> desk.begin(tx, call.tenant(), campaign.id(), count)));
    }

    /** Fails with {@code BILLING_LIMIT_EXCEEDED} when the month's limit has no room for so many. */
    private Future<Void> requireRoom(SqlClient tx, Tenant tenant, long mails) {
        var project = tenant.project();
        return ports.quota().allowance(tx, List.of(project)).compose(allowance -> allowance
                .spend(project, Category.CAMPAIGNS, mails)
                .<Future<Void>>map(Future::failedFuture)
                .orElseGet(Future::succeededFuture));
    }

    private Future<Answer> moved(Call call, CampaignId id, String message, Function<SqlClient, Future<Campaign>> move) {
        var tenant = call.tenant();
        return idempotency
                .once(call, tx -> move.apply(tx)
                        .map(campaign -> Answer.ok(CampaignAnswer.wrapped(tenant, campaign, message))))
                .onSuccess(answer -> desk.announce(tenant, id));
    }

    private Future<Answer> test(Call call, CampaignId id) {
        var to = DraftReader.recipient(call.body());
        return idempotency.unlessRepeated(call, () -> test(call, id, to));
    }

    private Future<Answer> test(Call call, CampaignId id, EmailAddress to) {
        var tenant = call.tenant();
        return desk.found(ports.database().requests(), tenant, id)
                .compose(campaign ->
                        ports.senders().requireVerified(tenant, campaign.draft().from()))
                .compose(allowed -> idempotency.once(call, tx -> tests.write(tx, tenant, id, to, call.requestId())
                        .map(email -> tested(email.toString(), to.value()))))
                .onSuccess(answer -> tests.announce(tenant));
    }

    private static Answer tested(String email, String to) {
        var answer = new LinkedHashMap<String, @Nullable Object>();
        answer.put("success", true);
        answer.put("message", "Test email is on its way to " + to);
        answer.put("emailId", email);
        return Answer.ok(answer);
    }

    private Future<Answer> stats(Tenant tenant, CampaignId id) {
        return books.of(tenant, id)
                .map(found -> found.orElseThrow(() -> Desk.notFound(id.toString())))
                .map(standing -> Answer.ok(CampaignAnswer.wrapped(StatsAnswer.of(standing))));
    }
}
