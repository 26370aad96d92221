package io.godwit.segments.api;

import io.godwit.contacts.ConsentSource;
import io.godwit.contacts.ContactChange;
import io.godwit.contacts.ContactWriter;
import io.godwit.contacts.ContactWriter.ContactResult;
import io.godwit.contacts.DataPatch;
import io.godwit.contacts.SubscriptionAuthority;
import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.db.Database;
import io.godwit.projects.audit.Actor;
import io.godwit.segments.Segment;
import io.godwit.segments.SegmentMemberStore;
import io.godwit.segments.SegmentService;
import io.godwit.segments.SegmentType;
import io.godwit.segments.api.MemberPager.PagePosition;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.idempotency.IdempotentHandler;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The routes of segment members: {@code /segments/:id/contacts} and {@code /segments/:id/members}. */
final class SegmentMemberRoutes implements Routes {

    private static final int DEFAULT_SIZE = 20;
    private static final int MAX_SIZE = 100;

    private final Database database;
    private final SegmentService segments;
    private final ContactWriter contacts;
    private final IdempotentHandler idempotency;
    private final MemberPager pager;
    private final SegmentMemberStore store = new SegmentMemberStore();

    SegmentMemberRoutes(SegmentDependencies dependencies, ContactWriter contacts, IdempotentHandler idempotency) {
        this.database = dependencies.database();
        this.segments = dependencies.segments();
        this.contacts = contacts;
        this.idempotency = idempotency;
        this.pager = new MemberPager(dependencies, MemberPager.SMALL_PROJECT);
    }

    @Override
    public void mount(RouteTable api) {
        api.get("/segments/:id/contacts")
                .query(
                        query -> query.number("page", 1, 1, Integer.MAX_VALUE),
                        query -> query.number("pageSize", DEFAULT_SIZE, 1, MAX_SIZE))
                .answers(MemberPager.MemberPage.class)
                .to(call -> found(call, segment -> page(call, segment)));
        api.post("/segments/:id/members")
                .idempotent()
                .body(SegmentMemberRequest::parse)
                .answers(Added.class)
                .to(call -> listed(call, segment -> add(call, segment)));
        api.delete("/segments/:id/members")
                .withBody()
                .body(SegmentMemberRequest::parse)
                .answers(Removed.class)
                .to(call -> listed(call, segment -> remove(call, segment)));
    }

    private Future<ApiResponse> page(ApiRequest call, Segment segment) {
        var query = call.query();
        var page = query.number("page", 1, 1, Integer.MAX_VALUE);
        var size = query.number("pageSize", DEFAULT_SIZE, 1, MAX_SIZE);
        query.check();
        return pager.page(call.tenant(), segment, new PagePosition(page, size)).map(ApiResponse::ok);
    }

    /** The answer to added members; {@code added} counts all that are members now, earlier members too. */
    record Added(int added, int created, List<String> notFound) {}

    private Future<ApiResponse> add(ApiRequest call, Segment segment) {
        var request = SegmentMemberRequest.parse(call.body());
        return idempotency.once(call, tx -> add(tx, call, segment, request));
    }

    private Future<ApiResponse> add(SqlClient tx, ApiRequest call, Segment segment, SegmentMemberRequest request) {
        var tenant = call.tenant();
        return request.createMissing()
                ? made(tx, tenant, segment, request, ConsentSource.of(Actor.of(call), Optional.empty()))
                : store.find(tx, tenant, request.addresses().values())
                        .compose(found -> added(tx, tenant, segment, request, found, 0));
    }

    /** A contact that is there stays as it is. */
    private Future<ApiResponse> made(
            SqlClient tx, Tenant tenant, Segment segment, SegmentMemberRequest request, ConsentSource source) {
        var emails = List.copyOf(new LinkedHashSet<>(request.addresses().values()));
        var changes = emails.stream()
                .map(email -> new ContactChange(
                        email,
                        Optional.empty(),
                        request.subscribed().orElse(true),
                        SubscriptionAuthority.IMPORT,
                        DataPatch.NONE,
                        source))
                .toList();
        return contacts.upsert(tx, tenant, changes).compose(result -> {
            var found = new HashMap<EmailAddress, ContactId>();
            for (var at = 0; at < emails.size(); at++) {
                var email = emails.get(at);
                result.get(at).contact().ifPresent(contact -> found.put(email, contact.id()));
            }
            var created = (int) result.stream().filter(ContactResult::isNew).count();
            return added(tx, tenant, segment, request, found, created);
        });
    }

    private Future<ApiResponse> added(
            SqlClient tx,
            Tenant tenant,
            Segment segment,
            SegmentMemberRequest request,
            Map<EmailAddress, ContactId> found,
            int created) {
        var addresses = request.addresses();
        var notFound = request.emails().stream()
                .filter(text -> !found.containsKey(addresses.get(text)))
                .toList();
        return store.add(tx, tenant, segment.id(), found.values())
                .map(ApiResponse.ok(new Added(found.size(), created, notFound)));
    }

    /** The answer to removed members; {@code removed} counts all contacts found, also those that were no members. */
    record Removed(int removed) {}

    private Future<ApiResponse> remove(ApiRequest call, Segment segment) {
        var request = SegmentMemberRequest.parse(call.body());
        var tenant = call.tenant();
        return database.transaction(
                tx -> store.find(tx, tenant, request.addresses().values())
                        .compose(found -> store.remove(tx, tenant, segment.id(), found.values())
                                .map(ApiResponse.ok(new Removed(found.size())))));
    }

    private Future<ApiResponse> listed(ApiRequest call, Function<Segment, Future<ApiResponse>> handler) {
        return found(
                call,
                segment -> segment.type() == SegmentType.STATIC
                        ? handler.apply(segment)
                        : Future.failedFuture(
                                badRequest("The members of a DYNAMIC segment are those its condition finds")));
    }

    private Future<ApiResponse> found(ApiRequest call, Function<Segment, Future<ApiResponse>> handler) {
        return SegmentRoutes.withId(call, id -> segments.find(call.tenant(), id).compose(handler));
    }

    static Failure badRequest(String sentence) {
        return Failure.of(Kind.BAD_REQUEST, sentence);
    }
}
