package io.godwit.sending.suppression;

import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Page;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.godwit.sending.suppression.Suppression.Entry;
import io.godwit.sending.suppression.Suppression.Reason;
import io.godwit.sending.suppression.SuppressionStore.SuppressionFilter;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.JsonBody;
import io.godwit.web.Query;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.idempotency.IdempotentHandler;
import io.godwit.web.lists.CursorCodec;
import io.godwit.web.lists.CursorCodec.Position;
import io.godwit.web.lists.Listing;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** Handles {@code /suppressions}: the addresses that must not be emailed. */
public final class SuppressionRoutes implements Routes {

    private static final String LIST = "/suppressions";
    private static final int DEFAULT_LIMIT = 20;
    private static final int MAX_LIMIT = 100;
    private static final long MAX_BYTES = 5L << 20;
    private static final long LIMIT = 6L << 20;
    private static final int ADDED_BATCH_SIZE = 5_000;
    private static final UUID NONE = new UUID(0, 0);
    private static final Map<String, String> FILE_HEADERS = Map.of(
            "Content-Type", "text/csv; charset=utf-8",
            "Content-Disposition", "attachment; filename=\"suppressions.csv\"");

    private final Database database;
    private final CursorCodec cursors;
    private final IdempotentHandler idempotency;
    private final WorkerExecutor workers;
    private final SuppressionStore store = new SuppressionStore();

    /** Creates the routes; files are read and written on {@code workers}. */
    public SuppressionRoutes(
            Database database, CursorCodec cursors, IdempotentHandler idempotency, WorkerExecutor workers) {
        this.database = database;
        this.cursors = cursors;
        this.idempotency = idempotency;
        this.workers = workers;
    }

    private static final List<String> REASONS =
            Stream.of(Reason.values()).map(Enum::name).toList();

    @Override
    public void mount(RouteTable api) {
        api.get(LIST)
                .query(
                        query -> query.number("limit", DEFAULT_LIMIT, 1, MAX_LIMIT),
                        query -> query.text("cursor"),
                        query -> query.text("email"),
                        SuppressionRoutes::filter)
                .answers(Page.class, Suppression.class)
                .to(this::list);
        api.post(LIST)
                .idempotent()
                .body(SuppressionRoutes::entry)
                .answers(200, Suppression.class)
                .answers(201, Suppression.class)
                .to(this::add);
        api.get(LIST + "/export")
                .query(SuppressionRoutes::filter)
                .answersFile("text/csv")
                .to(this::export);
        api.post(LIST + "/import")
                .limit(LIMIT)
                .file("file", MAX_BYTES)
                .idempotent()
                .answers(Imported.class)
                .to(this::read);
        api.delete(LIST + "/:email").answersNothing(204).to(this::remove);
    }

    private Future<ApiResponse> list(ApiRequest call) {
        var query = call.query();
        var limit = query.number("limit", DEFAULT_LIMIT, 1, MAX_LIMIT);
        query.check();
        var tenant = call.tenant();
        var filter = filter(query);
        var email = query.text("email");
        if (email.isPresent()) {
            return lookUp(tenant, email.get(), filter);
        }
        var listing = cursors.listing(LIST, tenant.project(), query);
        var after = query.text("cursor").map(cursor -> listing.read(cursor).sortKey());
        var db = database.requests();
        var total = after.isPresent() ? Future.succeededFuture(0L) : store.count(db, tenant, filter);
        return store.page(db, tenant, after.orElse(""), filter, limit + 1)
                .compose(found -> total.map(count -> ApiResponse.ok(page(listing, found, limit, count))));
    }

    /** A search finds every address that contains the text; this finds one by the index, however many there are. */
    private Future<ApiResponse> lookUp(Tenant tenant, String text, SuppressionFilter filter) {
        return EmailAddress.parse(text)
                .map(email -> store.find(database.requests(), tenant, email))
                .orElseGet(() -> Future.succeededFuture(Optional.empty()))
                .map(found -> found.filter(filter::fits).stream().toList())
                .map(found -> ApiResponse.ok(new Page<>(found, Optional.empty(), false, found.size())));
    }

    private static SuppressionFilter filter(Query query) {
        return new SuppressionFilter(
                reason(query), query.text("search").orElse("").toLowerCase(Locale.ROOT));
    }

    private static Optional<Reason> reason(Query query) {
        return query.oneOf("reason", REASONS).map(Reason::valueOf);
    }

    private Page<Suppression> page(Listing listing, List<Suppression> found, int limit, long total) {
        var hasMore = found.size() > limit;
        var items = found.subList(0, Math.min(limit, found.size()));
        var next = hasMore
                ? Optional.of(
                        listing.write(new Position(items.get(limit - 1).email().value(), NONE)))
                : Optional.<String>empty();
        return new Page<>(items, next, hasMore, total);
    }

    /** Adds an address: 201 when it is new on the list, 200 with the existing entry when it is not. */
    private static Entry entry(JsonBody body) {
        var email = body.email("email");
        var reason = body.optionalEnum("reason", Reason.class).orElse(Reason.MANUAL);
        var evidence = body.optionalText("evidence", 0, SuppressionCsv.MAX_EVIDENCE_LENGTH);
        return body.build(() -> new Entry(email, reason, evidence));
    }

    private Future<ApiResponse> add(ApiRequest call) {
        var entry = entry(call.body());
        return idempotency.once(call, tx -> store.add(tx, call.tenant(), List.of(entry))
                .compose(added -> store.find(tx, call.tenant(), entry.email())
                        .map(found -> added == 1
                                ? ApiResponse.created(found.orElseThrow())
                                : ApiResponse.ok(found.orElseThrow()))));
    }

    private Future<ApiResponse> remove(ApiRequest call) {
        var text = call.path("email");
        return EmailAddress.parse(text)
                .map(email -> store.remove(database.requests(), call.tenant(), email))
                .orElseGet(() -> Future.succeededFuture(false))
                .map(removed -> {
                    if (!removed) {
                        throw Failure.notFound(Kind.RESOURCE_NOT_FOUND, "Suppression", text);
                    }
                    return ApiResponse.nothing();
                });
    }

    private Future<ApiResponse> export(ApiRequest call) {
        var filter = filter(call.query());
        var tenant = call.tenant();
        var file = SuppressionCsv.of(
                (after, limit) -> store.page(database.requests(), tenant, after, filter, limit), workers);
        return Future.succeededFuture(new ApiResponse(200, file, FILE_HEADERS));
    }

    /**
     * The result of an import.
     *
     * @param existing addresses that were on the list before, or twice in the file
     * @param errors the first hundred invalid lines
     */
    record Imported(int imported, int existing, int invalid, List<SuppressionCsv.LineError> errors) {}

    private Future<ApiResponse> read(ApiRequest call) {
        var bytes = call.upload().bytes();
        return workers.executeBlocking(() -> SuppressionCsv.read(bytes), false)
                .compose(parsed -> idempotency.once(call, tx -> add(tx, call.tenant(), parsed.entries(), 0)
                        .map(added -> ApiResponse.ok(new Imported(
                                added, parsed.entries().size() - added, parsed.wrong(), parsed.mistakes())))));
    }

    private Future<Integer> add(SqlClient tx, Tenant tenant, List<Entry> entries, int before) {
        if (entries.isEmpty()) {
            return Future.succeededFuture(before);
        }
        var batch = entries.subList(0, Math.min(ADDED_BATCH_SIZE, entries.size()));
        return store.add(tx, tenant, batch)
                .compose(added -> add(tx, tenant, entries.subList(batch.size(), entries.size()), before + added));
    }
}
