package io.godwit.campaigns;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.id.CampaignId;
import io.godwit.core.id.Ids;
import io.godwit.templates.TemplateValidator;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.ExpectedVersion;
import io.godwit.web.JsonBody;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.SpreadResponse;
import io.godwit.web.SuccessResponse;
import io.godwit.web.idempotency.IdempotentHandler;
import io.godwit.web.lists.CursorCodec;
import io.godwit.web.lists.CursorCodec.Position;
import io.godwit.web.lists.ListOrder;
import io.godwit.web.lists.ListView;
import io.godwit.web.lists.Listing;
import io.godwit.web.lists.NumberedPage;
import io.godwit.web.lists.PageRequest;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The routes {@code /campaigns} that list, create, change, copy and delete campaigns; {@link CampaignActionRoutes} sends them.
 */
final class CampaignRoutes implements Routes {

    private static final String LIST = "/campaigns";
    static final String ONE = LIST + "/:id";
    private static final long LIMIT = 2L << 20;
    /** The number of times that one change may be overtaken by others. */
    private static final int ATTEMPTS = 25;

    private final CampaignDependencies dependencies;
    private final CampaignService service;
    private final AudienceCounter counter;
    private final CursorCodec cursors;
    private final IdempotentHandler idempotency;
    private final CampaignListStore list = new CampaignListStore();

    CampaignRoutes(
            CampaignDependencies dependencies,
            CampaignService service,
            CursorCodec cursors,
            IdempotentHandler idempotency) {
        this.dependencies = dependencies;
        this.service = service;
        this.counter = new AudienceCounter(dependencies.database(), dependencies.segments());
        this.cursors = cursors;
        this.idempotency = idempotency;
    }

    @Override
    public void mount(RouteTable api) {
        api.get(LIST)
                .query(PageRequest::of, CampaignFilter::read)
                .answers(CampaignListResponse.class)
                .answers(NumberedPage.class, CampaignSummary.class)
                .to(this::list);
        api.post(LIST)
                .limit(LIMIT)
                .idempotent()
                .body(body -> CampaignRequest.read(body, Optional.empty()))
                .answers(201, SpreadResponse.class, CampaignResponse.class)
                .to(this::create);
        api.get(ONE)
                .answers(SpreadResponse.class, CampaignResponse.class)
                .to(call -> withId(call, id -> one(call.tenant(), id)));
        api.put(ONE)
                .header(ExpectedVersion.HEADER)
                .limit(LIMIT)
                .body(CampaignRequest::describeChange)
                .answers(SpreadResponse.class, CampaignResponse.class)
                .fails(Kind.CONFLICT)
                .to(call -> withId(call, id -> replace(call, id)));
        api.delete(ONE)
                .answers(SuccessResponse.class)
                .fails(Kind.CONFLICT)
                .to(call -> withId(call, id -> delete(call.tenant(), id)));
        api.post(ONE + "/duplicate")
                .bodyless()
                .idempotent()
                .answers(201, SpreadResponse.class, CampaignResponse.class)
                .to(call -> withId(call, id -> duplicate(call, id)));
    }

    private Future<ApiResponse> list(ApiRequest call) {
        var paging = PageRequest.of(call.query());
        var listing = cursors.listing(LIST, call.tenant().project(), call.query());
        var last = paging.cursor().map(listing::read);
        var filter = CampaignFilter.read(call.query());
        return page(call.tenant(), listing, filter, last, paging)
                .map(page -> ApiResponse.ok(filter.view() == ListView.LIST ? page.summaries() : page));
    }

    private Future<CampaignListResponse> page(
            Tenant tenant, Listing listing, CampaignFilter filter, Optional<Position> last, PageRequest paging) {
        var db = dependencies.database().requests();
        if (last.isPresent()) {
            return list.listAfter(db, tenant, filter, last.get(), paging.size() + 1)
                    .map(found -> page(tenant, listing, filter.order().key(), found, 0, paging));
        }
        var total = list.count(db, tenant, filter);
        return list.list(db, tenant, filter, (paging.page() - 1) * paging.size(), paging.size() + 1)
                .compose(found ->
                        total.map(count -> page(tenant, listing, filter.order().key(), found, count, paging)));
    }

    private static CampaignListResponse page(
            Tenant tenant,
            Listing listing,
            ListOrder.SortKey key,
            List<Campaign> found,
            long total,
            PageRequest paging) {
        var size = paging.size();
        var hasMore = found.size() > size;
        var rows = found.subList(0, Math.min(size, found.size()));
        var next = Optional.of(rows)
                .filter(ignored -> hasMore)
                .map(full -> full.get(size - 1))
                .map(last -> listing.write(
                        new Position(CampaignQuery.sortKey(key, last), last.id().value())));
        var items = rows.stream()
                .map(campaign -> CampaignResponse.of(tenant, campaign))
                .toList();
        var page = paging.cursor().isPresent() ? 0 : paging.page();
        return CampaignListResponse.of(items, total, page, size, next, hasMore);
    }

    private Future<ApiResponse> create(ApiRequest call) {
        var draft = CampaignRequest.read(call.body(), Optional.empty());
        return idempotency.unlessRepeated(call, () -> create(call, draft));
    }

    private Future<ApiResponse> create(ApiRequest call, CampaignDraft draft) {
        var tenant = call.tenant();
        return permitted(tenant, draft)
                .compose(ignored -> counter.count(tenant, draft))
                .compose(count -> idempotency.once(call, tx -> service.insert(tx, tenant, draft, count.orElse(0L))
                        .map(made -> ApiResponse.created(wrapped(tenant, made)))));
    }

    private Future<ApiResponse> one(Tenant tenant, CampaignId id) {
        return service.find(tenant, id).map(campaign -> ApiResponse.ok(wrapped(tenant, campaign)));
    }

    private Future<ApiResponse> replace(ApiRequest call, CampaignId id) {
        var tenant = call.tenant();
        var expected = ExpectedVersion.of(call);
        var changed = replace(tenant, id, call.body(), expected, ATTEMPTS)
                .map(campaign -> ApiResponse.ok(wrapped(tenant, campaign)));
        return expected.explain(changed, call.body(), () -> service.find(tenant, id)
                .map(campaign -> CampaignResponse.of(tenant, campaign)));
    }

    /** Reads the campaign and applies the change; tries again when another change came between. */
    private Future<Campaign> replace(
            Tenant tenant, CampaignId id, JsonBody body, ExpectedVersion expected, int attempts) {
        return service.found(dependencies.database().requests(), tenant, id).compose(before -> {
            expected.require(before.version());
            var draft = CampaignRequest.read(body, Optional.of(before.draft()));
            requireSettled(before, draft);
            return replace(tenant, before, draft).compose(changed -> changed.map(Future::succeededFuture)
                    .orElseGet(() -> before.isOpen() && attempts > 1
                            ? replace(tenant, id, body, expected, attempts - 1)
                            : CampaignService.refused(before, "changed")));
        });
    }

    private Future<Optional<Campaign>> replace(Tenant tenant, Campaign before, CampaignDraft draft) {
        return permitted(tenant, draft)
                .compose(ignored -> counter.count(tenant, draft))
                .compose(count -> dependencies
                        .database()
                        .transaction(
                                tx -> service.replace(tx, tenant, before, draft, count.orElse(before.recipients()))));
    }

    /** Refuses another segment for a scheduled campaign. */
    private static void requireSettled(Campaign before, CampaignDraft draft) {
        if (before.status() == CampaignStatus.SCHEDULED
                && !before.draft().audience().segment().equals(draft.audience().segment())) {
            throw Failure.of(
                    Kind.BAD_REQUEST, "The segment of a scheduled campaign cannot be changed; cancel it first");
        }
    }

    private Future<ApiResponse> delete(Tenant tenant, CampaignId id) {
        return service.delete(tenant, id).map(ignored -> ApiResponse.ok(SuccessResponse.of("Campaign deleted")));
    }

    private Future<ApiResponse> duplicate(ApiRequest call, CampaignId id) {
        return idempotency.unlessRepeated(call, () -> copy(call, id));
    }

    /** Copies a campaign. When its segment has been deleted, the audience of the copy is empty until it is changed. */
    private Future<ApiResponse> copy(ApiRequest call, CampaignId id) {
        var tenant = call.tenant();
        return service.found(dependencies.database().requests(), tenant, id).compose(source -> counter.ofCopy(
                        tenant, source.draft())
                .compose(count -> idempotency.once(call, tx -> service.copy(tx, tenant, source, count.orElse(0L))
                        .map(made -> ApiResponse.created(
                                SpreadResponse.of(CampaignResponse.of(tenant, made), "Campaign duplicated"))))));
    }

    /** The words are sound, and the project may send from that address. */
    private Future<Void> permitted(Tenant tenant, CampaignDraft draft) {
        return TemplateValidator.check(dependencies.workers(), draft.size(), draft::requireSound)
                .compose(ignored -> dependencies.senders().requireVerified(tenant, draft.from()));
    }

    private static SpreadResponse<CampaignResponse> wrapped(Tenant tenant, Campaign campaign) {
        return SpreadResponse.of(CampaignResponse.of(tenant, campaign));
    }

    static Future<ApiResponse> withId(ApiRequest call, Function<CampaignId, Future<ApiResponse>> handler) {
        var id = call.path("id");
        return Ids.parse(id)
                .map(CampaignId::new)
                .map(handler)
                .orElseGet(() -> Future.failedFuture(CampaignService.notFound(id)));
    }
}
