package io.godwit.projects.audit;

import io.godwit.core.Json;
import io.godwit.core.MemberRole;
import io.godwit.core.Page;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.godwit.projects.audit.AuditStore.AuditFilter;
import io.godwit.projects.audit.AuditStore.Entry;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.Query;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.lists.CsvLines;
import io.godwit.web.lists.CsvStream;
import io.godwit.web.lists.CursorCodec;
import io.godwit.web.lists.CursorCodec.Position;
import io.godwit.web.lists.Listing;
import io.godwit.web.lists.PageRequest;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** {@code GET /projects/:id/audit}: the recorded actions with their principals, newest first, as a list or as a file. */
public final class AuditRoutes implements Routes {

    private static final String PATH = "/projects/:id/audit";

    /** Rows of a file that are read at once. */
    private static final int FILE_PAGE = 1_000;

    private static final List<String> COLUMNS =
            List.of("id", "createdAt", "action", "userEmail", "userId", "caller", "details");

    private static final List<String> FORMATS = List.of("csv", "json");

    private static final Map<String, String> HEADERS = Map.of(
            "Content-Type", "text/csv; charset=utf-8",
            "Content-Disposition", "attachment; filename=\"audit.csv\"");

    private final Database database;
    private final CursorCodec cursors;
    private final WorkerExecutor workers;
    private final AuditStore store = new AuditStore();

    /** Creates the routes; files are written on {@code workers}. */
    public AuditRoutes(Database database, CursorCodec cursors, WorkerExecutor workers) {
        this.database = database;
        this.cursors = cursors;
        this.workers = workers;
    }

    @Override
    public void mount(RouteTable api) {
        api.get(PATH)
                .ofProject("id")
                .role(MemberRole.ADMIN)
                .query(PageRequest::of, AuditFilter::read, AuditRoutes::isFile)
                .answers(Page.class, Entry.class)
                .answersFile("text/csv")
                .to(this::list);
    }

    private static boolean isFile(Query query) {
        return query.oneOf("format", FORMATS).filter("csv"::equals).isPresent();
    }

    private Future<ApiResponse> list(ApiRequest call) {
        var page = PageRequest.of(call.query());
        var filter = AuditFilter.read(call.query());
        var tenant = call.tenant();
        var listing = cursors.listing(PATH, tenant.project(), call.query());
        var before = page.cursor().map(cursor -> listing.read(cursor).id());
        if (isFile(call.query())) {
            return Future.succeededFuture(file(tenant, filter));
        }
        var db = database.requests();
        var total = before.isPresent() ? Future.succeededFuture(0L) : store.count(db, tenant, filter);
        return total.compose(count -> store.page(db, tenant, filter, before, page.size() + 1)
                .map(found -> ApiResponse.ok(page(listing, found, page.size(), count))));
    }

    /** A text that a spreadsheet would take for a formula gets an apostrophe before it (OWASP, CSV Injection). */
    private ApiResponse file(Tenant tenant, AuditFilter filter) {
        var file = new CsvStream<Entry>(
                CsvLines.lines(List.of(COLUMNS)),
                FILE_PAGE,
                last -> store.page(database.requests(), tenant, filter, last.map(Entry::id), FILE_PAGE),
                page -> CsvLines.lines(page.stream().map(AuditRoutes::cells).toList()),
                workers);
        return new ApiResponse(200, file, HEADERS);
    }

    private static List<String> cells(Entry entry) {
        return List.of(
                entry.id().toString(),
                entry.createdAt().toString(),
                CsvLines.safe(entry.action()),
                CsvLines.safe(entry.userEmail().orElse("")),
                entry.userId().map(UUID::toString).orElse(""),
                entry.caller().name(),
                Json.write(entry.details()));
    }

    private Page<Entry> page(Listing listing, List<Entry> found, int size, long total) {
        var shown = found.subList(0, Math.min(size, found.size()));
        var hasMore = found.size() > size;
        var cursor = hasMore ? Optional.of(listing.write(new Position("", last(shown)))) : Optional.<String>empty();
        return new Page<>(shown, cursor, hasMore, total);
    }

    private static UUID last(List<Entry> shown) {
        return shown.get(shown.size() - 1).id();
    }
}
