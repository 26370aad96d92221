package io.godwit.templates;

import io.godwit.core.EmailAddress;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.id.Ids;
import io.godwit.core.id.TemplateId;
import io.godwit.db.Database;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.ExpectedVersion;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.idempotency.IdempotentHandler;
import io.godwit.web.lists.CursorCodec;
import io.godwit.web.lists.DeletedCountResponse;
import io.godwit.web.lists.ListView;
import io.godwit.web.lists.NumberedPage;
import io.godwit.web.lists.PageRequest;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The routes {@code /templates}. */
public final class TemplateRoutes implements Routes {

    static final String LIST = "/templates";
    private static final String ONE = LIST + "/:id";
    private static final long LIMIT = 2L << 20;

    private final Dependencies dependencies;
    private final IdempotentHandler idempotency;
    private final TemplateService service;

    /** The parts that the template routes depend on; {@code workers} check large bodies. */
    public record Dependencies(
            Database database,
            TemplateCache templates,
            SenderVerifier senders,
            TemplateUsages usages,
            WorkerExecutor workers) {}

    public TemplateRoutes(Dependencies dependencies, CursorCodec cursors, IdempotentHandler idempotency) {
        this.dependencies = dependencies;
        this.idempotency = idempotency;
        this.service =
                new TemplateService(dependencies.database(), dependencies.templates(), dependencies.usages(), cursors);
    }

    @Override
    public void mount(RouteTable api) {
        api.get(LIST)
                .query(PageRequest::of, TemplateFilter::read)
                .answers(TemplateListResponse.class)
                .answers(NumberedPage.class, TemplateSummary.class)
                .to(this::list);
        api.post(LIST)
                .limit(LIMIT)
                .idempotent()
                .body(TemplateRequest::parse)
                .answers(201, TemplateResponse.class)
                .to(this::create);
        api.post(LIST + "/bulk-update")
                .body(TemplateDeleteRequest::parse)
                .answers(DeletedCountResponse.class)
                .fails(Kind.CONFLICT, Kind.TEMPLATE_NOT_FOUND)
                .to(this::deleteMany);
        api.get(ONE).answers(TemplateResponse.class).to(call -> found(call, id -> one(call, id)));
        api.patch(ONE)
                .header(ExpectedVersion.HEADER)
                .limit(LIMIT)
                .body(TemplateChange::parse)
                .answers(TemplateResponse.class)
                .fails(Kind.CONFLICT)
                .to(call -> found(call, id -> change(call, id)));
        api.delete(ONE).answersNothing(204).fails(Kind.CONFLICT).to(call -> found(call, id -> delete(call, id)));
        api.post(ONE + "/duplicate")
                .bodyless()
                .idempotent()
                .answers(201, TemplateResponse.class)
                .to(call -> found(call, id -> duplicate(call, id)));
        api.get(ONE + "/usage").answers(TemplateUsageResponse.class).to(call -> found(call, id -> usage(call, id)));
    }

    private Future<ApiResponse> list(ApiRequest call) {
        var paging = PageRequest.of(call.query());
        var filter = TemplateFilter.read(call.query());
        var listing = service.listing(call.tenant(), call.query());
        return paging.cursor()
                .map(text -> service.page(call.tenant(), listing, filter, text, paging.size()))
                .orElseGet(() -> service.page(call.tenant(), listing, filter, paging.page(), paging.size()))
                .map(page -> ApiResponse.ok(filter.view() == ListView.LIST ? page.summaries() : page));
    }

    private Future<ApiResponse> create(ApiRequest call) {
        var request = TemplateRequest.parse(call.body());
        return idempotency.unlessRepeated(call, () -> create(call, request));
    }

    private Future<ApiResponse> create(ApiRequest call, TemplateRequest request) {
        var tenant = call.tenant();
        return TemplateValidator.check(dependencies.workers(), request.size(), request::requireSound)
                .compose(ignored -> permitted(tenant, request.from()))
                .compose(ignored -> idempotency.once(call, tx -> service.insert(tx, tenant, request)
                        .map(template -> ApiResponse.created(TemplateResponse.of(tenant.project(), template)))));
    }

    private Future<ApiResponse> one(ApiRequest call, TemplateId id) {
        return dependencies.templates().fetch(call.tenant(), id).map(template -> answer(call, template));
    }

    private Future<ApiResponse> change(ApiRequest call, TemplateId id) {
        var change = TemplateChange.parse(call.body());
        var expected = ExpectedVersion.of(call);
        var tenant = call.tenant();
        var changed = TemplateValidator.check(dependencies.workers(), change.size(), change::requireSound)
                .compose(ignored -> permitted(tenant, change.sender()))
                .compose(ignored -> service.change(tenant, id, change, expected))
                .map(template -> answer(call, template));
        return expected.explain(changed, call.body(), () -> service.stored(tenant, id)
                .map(stored -> TemplateResponse.of(tenant.project(), stored)));
    }

    private Future<ApiResponse> delete(ApiRequest call, TemplateId id) {
        return service.delete(call.tenant(), Set.of(id)).map(ignored -> ApiResponse.nothing());
    }

    private Future<ApiResponse> deleteMany(ApiRequest call) {
        var ids = TemplateDeleteRequest.parse(call.body()).ids();
        return service.delete(call.tenant(), ids).map(ignored -> ApiResponse.ok(new DeletedCountResponse(ids.size())));
    }

    private Future<ApiResponse> duplicate(ApiRequest call, TemplateId id) {
        var tenant = call.tenant();
        return idempotency.once(call, tx -> service.copy(tx, tenant, id)
                .map(copy -> ApiResponse.created(TemplateResponse.of(tenant.project(), copy))));
    }

    private Future<ApiResponse> usage(ApiRequest call, TemplateId id) {
        return service.uses(call.tenant(), id).map(uses -> ApiResponse.ok(TemplateUsageResponse.of(uses)));
    }

    private Future<Void> permitted(Tenant tenant, Optional<EmailAddress> sender) {
        return sender.map(from -> dependencies.senders().requireVerified(tenant, from))
                .orElseGet(Future::succeededFuture);
    }

    private static ApiResponse answer(ApiRequest call, Template template) {
        return ApiResponse.ok(TemplateResponse.of(call.tenant().project(), template));
    }

    private static Future<ApiResponse> found(ApiRequest call, Function<TemplateId, Future<ApiResponse>> handler) {
        var id = call.path("id");
        return Ids.parse(id)
                .map(TemplateId::new)
                .map(handler)
                .orElseGet(() -> Future.failedFuture(TemplateCache.notFound(id)));
    }
}
