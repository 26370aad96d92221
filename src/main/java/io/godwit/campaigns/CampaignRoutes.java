package io.godwit.campaigns;

import io.godwit.core.CampaignId;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Ids;
import io.godwit.core.Tenant;
import io.godwit.templates.Syntax;
import io.godwit.web.Answer;
import io.godwit.web.Api;
import io.godwit.web.Body;
import io.godwit.web.Call;
import io.godwit.web.Cursors;
import io.godwit.web.Cursors.Position;
import io.godwit.web.Idempotency;
import io.godwit.web.Paging;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@code /campaigns}: what they are; how they are sent is {@link CampaignMoveRoutes}. */
final class CampaignRoutes implements Routes {

    private static final String LIST = "/campaigns";
    static final String ONE = LIST + "/:id";
    private static final long LIMIT = 2L << 20;
    /** As often as one change may be overtaken by others. */
    private static final int ATTEMPTS = 25;

    private final CampaignPorts ports;
    private final Desk desk;
    private final Census census;
    private final Cursors cursors;
    private final Idempotency idempotency;
    private final CampaignListStore list = new CampaignListStore();

    CampaignRoutes(CampaignPorts ports, Desk desk, Cursors cursors, Idempotency idempotency) {
        this.ports = ports;
        this.desk = desk;
        this.census = new Census(ports.database(), ports.segments());
        this.cursors = cursors;
        this.idempotency = idempotency;
    }

    @Override
    public void mount(Api api) {
        api.get(LIST).to(this::list);
        api.post(LIST).limit(LIMIT).idempotent().to(this::create);
        api.get(ONE).to(call -> named(call, id -> one(call.tenant(), id)));
        api.put(ONE).limit(LIMIT).to(call -> named(call, id -> replace(call, id)));
        api.delete(ONE).to(call -> named(call, id -> delete(call.tenant(), id)));
        api.post(ONE + "/duplicate").bodyless().idempotent().to(call -> named(call, id -> duplicate(call, id)));
    }

    private Future<Answer> list(Call call) {
        var paging = Paging.of(call.query());
        var before = paging.cursor()
                .map(text -> cursors.read(LIST, call.tenant().project(), text).id());
        return page(call.tenant(), CampaignFilter.read(call.query(), before), paging.page(), paging.size())
                .map(Answer::ok);
    }

    private Future<CampaignList> page(Tenant tenant, CampaignFilter filter, int page, int size) {
        var db = ports.database().requests();
        var byCursor = filter.before().isPresent();
        var total = byCursor ? Future.succeededFuture(0L) : list.count(db, tenant, filter);
        return list.page(db, tenant, filter, size + 1, byCursor ? 0 : (page - 1) * size)
                .compose(found -> total.map(count -> page(tenant, found, count, byCursor ? 0 : page, size)));
    }

    private CampaignList page(Tenant tenant, List<Campaign> found, long total, int page, int size) {
        var hasMore = found.size() > size;
        var rows = found.subList(0, Math.min(size, found.size()));
        var next = hasMore ? Optional.of(cursor(tenant, rows.get(size - 1).id().value())) : Optional.<String>empty();
        var items = rows.stream()
                .map(campaign -> CampaignAnswer.of(tenant, campaign))
                .toList();
        return CampaignList.of(items, total, page, size, next, hasMore);
    }

    private String cursor(Tenant tenant, UUID last) {
        return cursors.write(LIST, tenant.project(), new Position("", last));
    }

    private Future<Answer> create(Call call) {
        var draft = DraftReader.read(call.body(), Optional.empty());
        return idempotency.unlessRepeated(call, () -> create(call, draft));
    }

    private Future<Answer> create(Call call, Draft draft) {
        var tenant = call.tenant();
        return permitted(tenant, draft)
                .compose(allowed -> census.of(tenant, draft))
                .compose(count -> idempotency.once(call, tx -> desk.insert(tx, tenant, draft, count.orElse(0L))
                        .map(made -> Answer.created(wrapped(tenant, made)))));
    }

    private Future<Answer> one(Tenant tenant, CampaignId id) {
        return desk.find(tenant, id).map(campaign -> Answer.ok(wrapped(tenant, campaign)));
    }

    private Future<Answer> replace(Call call, CampaignId id) {
        return replace(call.tenant(), id, call.body(), ATTEMPTS)
                .map(changed -> Answer.ok(wrapped(call.tenant(), changed)));
    }

    /** Whoever was overtaken by another change lays its own upon that. */
    private Future<Campaign> replace(Tenant tenant, CampaignId id, Body body, int attempts) {
        return desk.found(ports.database().requests(), tenant, id).compose(before -> {
            var draft = DraftReader.read(body, Optional.of(before.draft()));
            requireSettled(before, draft);
            return replace(tenant, before, draft).compose(changed -> changed.map(Future::succeededFuture)
                    .orElseGet(() -> before.isOpen() && attempts > 1
                            ? replace(tenant, id, body, attempts - 1)
                            : Desk.refused(before, "changed")));
        });
    }

    private Future<Optional<Campaign>> replace(Tenant tenant, Campaign before, Draft draft) {
        return permitted(tenant, draft)
                .compose(allowed -> census.of(tenant, draft))
                .compose(count -> ports.database()
                        .transaction(tx -> desk.replace(tx, tenant, before, draft, count.orElse(before.recipients()))));
    }

    /** Whom a scheduled campaign is for is settled. */
    private static void requireSettled(Campaign before, Draft draft) {
        if (before.status() == Status.SCHEDULED
                && !before.draft().audience().segment().equals(draft.audience().segment())) {
            throw Failure.of(
                    Kind.BAD_REQUEST, "The segment of a scheduled campaign cannot be changed; cancel it first");
        }
    }

    private Future<Answer> delete(Tenant tenant, CampaignId id) {
        return desk.delete(tenant, id).map(gone -> {
            var answer = new LinkedHashMap<String, @Nullable Object>();
            answer.put("success", true);
            answer.put("message", "Campaign deleted");
            return Answer.ok(answer);
        });
    }

    private Future<Answer> duplicate(Call call, CampaignId id) {
        return idempotency.unlessRepeated(call, () -> copy(call, id));
    }

    /** A copy of a campaign whose segment has been deleted since is for nobody until it gets another audience. */
    private Future<Answer> copy(Call call, CampaignId id) {
        var tenant = call.tenant();
        return desk.found(ports.database().requests(), tenant, id).compose(source -> census.ofCopy(
                        tenant, source.draft())
                .compose(count -> idempotency.once(call, tx -> desk.copy(tx, tenant, source, count.orElse(0L))
                        .map(made -> Answer.created(CampaignAnswer.wrapped(tenant, made, "Campaign duplicated"))))));
    }

    /** The words are sound, and the project may send from that address. */
    private Future<Void> permitted(Tenant tenant, Draft draft) {
        return Syntax.check(ports.workers(), draft.size(), draft::requireSound)
                .compose(sound -> ports.senders().requireVerified(tenant, draft.from()));
    }

    private static Map<String, @Nullable Object> wrapped(Tenant tenant, Campaign campaign) {
        return CampaignAnswer.wrapped(CampaignAnswer.of(tenant, campaign));
    }

    static Future<Answer> named(Call call, Function<CampaignId, Future<Answer>> handler) {
        var id = call.path("id");
        return Ids.parse(id).map(CampaignId::new).map(handler).orElseGet(() -> Future.failedFuture(Desk.notFound(id)));
    }
}
