package io.godwit.segments.api;

import io.godwit.core.Failure.Kind;
import io.godwit.core.Page;
import io.godwit.core.Tenant;
import io.godwit.core.Timeouts;
import io.godwit.core.id.Ids;
import io.godwit.core.id.SegmentId;
import io.godwit.db.Database;
import io.godwit.segments.Segment;
import io.godwit.segments.SegmentCounter;
import io.godwit.segments.SegmentEditor;
import io.godwit.segments.SegmentRequest;
import io.godwit.segments.SegmentService;
import io.godwit.segments.SegmentStore;
import io.godwit.segments.SegmentStore.FirstCount;
import io.godwit.segments.SegmentType;
import io.godwit.segments.SegmentUsages;
import io.godwit.segments.api.SegmentExplainer.FilterExplanation;
import io.godwit.segments.compute.SegmentComputer;
import io.godwit.segments.filter.Filter;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.ExpectedVersion;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.idempotency.IdempotentHandler;
import io.godwit.web.lists.CursorCodec;
import io.godwit.web.lists.CursorCodec.Position;
import io.godwit.web.lists.Listing;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The routes {@code /segments}: definitions and counts of segments. */
final class SegmentRoutes implements Routes {

    private static final Logger LOG = LoggerFactory.getLogger(SegmentRoutes.class);

    private static final String LIST = "/segments";
    private static final int DEFAULT_LIMIT = 20;
    private static final int MAX_LIMIT = 100;
    private static final int SAMPLE = 10;

    /** The time a request waits for a computation, which continues without it. */
    private static final Duration COMPUTE_TIMEOUT = Duration.ofSeconds(8);

    private final Database database;
    private final SegmentService segments;
    private final SegmentComputer computer;
    private final SegmentCounter counter;
    private final SegmentEditor editor;
    private final SegmentExplainer explainer;
    private final CursorCodec cursors;
    private final Duration interval;
    private final IdempotentHandler idempotency;
    private final SegmentStore store = new SegmentStore();

    SegmentRoutes(
            SegmentDependencies dependencies,
            SegmentUsages usages,
            CursorCodec cursors,
            IdempotentHandler idempotency) {
        this.database = dependencies.database();
        this.segments = dependencies.segments();
        this.computer = dependencies.computation();
        this.counter = new SegmentCounter(database, segments);
        this.editor = new SegmentEditor(segments, usages);
        this.explainer = new SegmentExplainer(database, segments);
        this.cursors = cursors;
        this.interval = dependencies.settings().every();
        this.idempotency = idempotency;
    }

    @Override
    public void mount(RouteTable api) {
        api.get(LIST)
                .query(query -> query.number("limit", DEFAULT_LIMIT, 1, MAX_LIMIT), query -> query.text("cursor"))
                .answers(List.class, SegmentResponse.class)
                .answers(Page.class, SegmentResponse.class)
                .to(this::list);
        api.post(LIST)
                .idempotent()
                .body(SegmentRequest.Create::parse)
                .answers(201, SegmentResponse.class)
                .to(this::create);
        api.post("/segments/preview")
                .body(SegmentRequest::preview)
                .answers(SegmentPreview.class)
                .to(this::preview);
        api.post("/segments/explain")
                .body(FilterExplanation::parse)
                .answers(SegmentExplanation.class)
                .fails(Kind.CONTACT_NOT_FOUND)
                .to(this::explain);
        api.get("/segments/:id")
                .answers(SegmentResponse.class)
                .to(call -> found(call, segment -> answer(call.tenant(), segment)));
        api.patch("/segments/:id")
                .header(ExpectedVersion.HEADER)
                .body(body -> SegmentRequest.Change.parse(body, SegmentType.DYNAMIC))
                .answers(SegmentResponse.class)
                .fails(Kind.CONFLICT)
                .to(call -> found(call, segment -> change(call, segment)));
        api.delete("/segments/:id")
                .answersNothing(204)
                .fails(Kind.CONFLICT)
                .to(call -> withId(call, id -> delete(call.tenant(), id)));
        api.post("/segments/:id/compute")
                .bodyless()
                .answers(SegmentComputer.Result.class)
                .fails(Kind.CONFLICT)
                .to(call -> found(call, segment -> compute(call.tenant(), segment)));
        api.post("/segments/:id/refresh")
                .bodyless()
                .answers(Refreshed.class)
                .fails(Kind.CONFLICT)
                .to(call -> found(call, segment -> refresh(call.tenant(), segment)));
        api.post("/segments/:id/explain")
                .body(SegmentExplainer.ContactSelector::parse)
                .answers(SegmentExplanation.class)
                .fails(Kind.CONTACT_NOT_FOUND)
                .to(call -> found(call, segment -> explain(call, segment)));
    }

    /** The bare list that was always answered, or pages where a client asks for pages. */
    private Future<ApiResponse> list(ApiRequest call) {
        var tenant = call.tenant();
        var query = call.query();
        var limit = query.number("limit", DEFAULT_LIMIT, 1, MAX_LIMIT);
        query.check();
        var cursor = query.text("cursor");
        if (query.text("limit").isEmpty() && cursor.isEmpty()) {
            return store.all(database.requests(), tenant).map(all -> ApiResponse.ok(answers(tenant, all)));
        }
        var listing = cursors.listing(LIST, tenant.project(), query);
        var before = cursor.map(text -> listing.read(text).id());
        var total = before.isPresent() ? Future.succeededFuture(0L) : store.count(database.requests(), tenant);
        return store.page(database.requests(), tenant, before, limit + 1)
                .compose(found -> total.map(count -> ApiResponse.ok(page(tenant, listing, found, limit, count))));
    }

    private static List<SegmentResponse> answers(Tenant tenant, List<Segment> segments) {
        return segments.stream()
                .map(segment -> SegmentResponse.of(tenant, segment))
                .toList();
    }

    private Page<SegmentResponse> page(Tenant tenant, Listing listing, List<Segment> found, int limit, long total) {
        var hasMore = found.size() > limit;
        var items = answers(tenant, found.subList(0, Math.min(limit, found.size())));
        var next = hasMore
                ? Optional.of(
                        listing.write(new Position("", items.get(limit - 1).id().value())))
                : Optional.<String>empty();
        return new Page<>(items, next, hasMore, total);
    }

    /** Counts before the transaction, which must not last as long as a pass over all contacts. */
    private Future<ApiResponse> create(ApiRequest call) {
        var request = SegmentRequest.Create.parse(call.body());
        return idempotency.unlessRepeated(call, () -> create(call, request));
    }

    private Future<ApiResponse> create(ApiRequest call, SegmentRequest.Create request) {
        var tenant = call.tenant();
        return editor.check(database.requests(), tenant, Optional.empty(), request.filter())
                .compose(ignored -> countWithin(tenant, request.filter()))
                .compose(count -> idempotency.once(call, tx -> editor.create(tx, tenant, request, first(request, count))
                        .map(segment -> ApiResponse.created(SegmentResponse.of(tenant, segment)))))
                .compose(response -> response.body() instanceof SegmentResponse made && made.trackMembership()
                        ? waitForFirstComputation(tenant, made.id()).map(response)
                        : Future.succeededFuture(response));
    }

    /** A list begins without members. */
    private FirstCount first(SegmentRequest.Create request, Optional<Long> count) {
        return new FirstCount(request.type() == SegmentType.STATIC ? Optional.of(0L) : count, interval);
    }

    private Future<Optional<Long>> countWithin(Tenant tenant, Optional<Filter> filter) {
        return filter.map(wanted -> within(tenant, () -> counter.count(tenant, wanted)))
                .orElseGet(() -> Future.succeededFuture(Optional.empty()));
    }

    /** Counts within some seconds; empty when that takes longer: the background pass counts then. */
    private Future<Optional<Long>> within(Tenant tenant, Supplier<Future<Long>> count) {
        return Timeouts.within(COMPUTE_TIMEOUT, segments.semaphore().run(tenant.project(), count))
                .map(Optional::of)
                .recover(late -> later(tenant, late));
    }

    /** Takes the present members in without a word; what takes too long goes on without the caller. */
    private Future<Void> waitForFirstComputation(Tenant tenant, SegmentId id) {
        return Timeouts.within(COMPUTE_TIMEOUT, computer.compute(tenant, id))
                .map(ignored -> Optional.<Object>empty())
                .recover(late -> later(tenant, late))
                .mapEmpty();
    }

    private static <T> Future<Optional<T>> later(Tenant tenant, Throwable cause) {
        LOG.atInfo()
                .addKeyValue("project", tenant.project())
                .log("A segment is left to the background pass: {}", cause.toString());
        return Future.succeededFuture(Optional.empty());
    }

    private Future<ApiResponse> change(ApiRequest call, Segment known) {
        var change = SegmentRequest.Change.parse(call.body(), known.type());
        var tenant = call.tenant();
        var expected = ExpectedVersion.of(call);
        var edit = database.transaction(tx -> editor.change(tx, tenant, known.id(), change, expected));
        return expected.explain(edit, call.body(), () -> segments.find(tenant, known.id())
                        .map(found -> SegmentResponse.of(tenant, found)))
                .compose(updated -> updated.anew() ? recompute(tenant, updated.segment()) : Future.succeededFuture())
                .compose(ignored -> segments.find(tenant, known.id()))
                .compose(segment -> answer(tenant, segment));
    }

    /** Counts a changed filter again, without events; tracking that begins records the present members. */
    private Future<Void> recompute(Tenant tenant, Segment segment) {
        return segment.isTracked() && !segment.settled()
                ? waitForFirstComputation(tenant, segment.id())
                : within(tenant, () -> counter.recount(tenant, segment)).mapEmpty();
    }

    private Future<ApiResponse> delete(Tenant tenant, SegmentId id) {
        return database.transaction(tx -> editor.delete(tx, tenant, id)).map(ignored -> ApiResponse.nothing());
    }

    private Future<ApiResponse> compute(Tenant tenant, Segment segment) {
        return segment.type() == SegmentType.DYNAMIC && !segment.trackMembership()
                ? Future.failedFuture(
                        SegmentMemberRoutes.badRequest(
                                "The membership of this segment is not tracked; set trackMembership to true, or refresh its count"))
                : computer.compute(tenant, segment.id()).map(ApiResponse::ok);
    }

    record Refreshed(long memberCount) {}

    private Future<ApiResponse> refresh(Tenant tenant, Segment segment) {
        var count = segment.filter().isPresent()
                ? segments.semaphore().run(tenant.project(), () -> counter.recount(tenant, segment))
                : counter.recountListed(tenant, segment.id());
        return count.map(found -> ApiResponse.ok(new Refreshed(found)));
    }

    private Future<ApiResponse> preview(ApiRequest call) {
        var filter = SegmentRequest.preview(call.body());
        var tenant = call.tenant();
        return editor.check(database.requests(), tenant, Optional.empty(), Optional.of(filter))
                .compose(ignored ->
                        segments.semaphore().run(tenant.project(), () -> counter.sample(tenant, filter, SAMPLE)))
                .map(found -> ApiResponse.ok(SegmentPreview.of(tenant, found)));
    }

    private Future<ApiResponse> explain(ApiRequest call) {
        var request = FilterExplanation.parse(call.body());
        var tenant = call.tenant();
        return editor.check(database.requests(), tenant, Optional.empty(), Optional.of(request.filter()))
                .compose(ignored -> explainer.explain(tenant, request.filter(), request.selector()))
                .map(ApiResponse::ok);
    }

    private Future<ApiResponse> explain(ApiRequest call, Segment segment) {
        var selector = SegmentExplainer.ContactSelector.parse(call.body());
        return explainer.explain(call.tenant(), segment, selector).map(ApiResponse::ok);
    }

    private static Future<ApiResponse> answer(Tenant tenant, Segment segment) {
        return Future.succeededFuture(ApiResponse.ok(SegmentResponse.of(tenant, segment)));
    }

    private Future<ApiResponse> found(ApiRequest call, Function<Segment, Future<ApiResponse>> handler) {
        return withId(call, id -> segments.find(call.tenant(), id).compose(handler));
    }

    static Future<ApiResponse> withId(ApiRequest call, Function<SegmentId, Future<ApiResponse>> handler) {
        var id = call.path("id");
        return Ids.parse(id)
                .map(SegmentId::new)
                .map(handler)
                .orElseGet(() -> Future.failedFuture(SegmentService.notFound(id)));
    }
}
