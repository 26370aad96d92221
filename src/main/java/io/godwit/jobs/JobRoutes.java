package io.godwit.jobs;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Page;
import io.godwit.core.id.Ids;
import io.godwit.core.id.JobId;
import io.godwit.db.Database;
import io.godwit.jobs.JobListStore.After;
import io.godwit.jobs.JobListStore.JobSelection;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.Query;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.lists.CursorCodec;
import io.godwit.web.lists.CursorCodec.Position;
import io.godwit.web.lists.Listing;
import io.vertx.core.Future;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The routes {@code /jobs}: imports, bulk operations and other background work of a project, whoever asked for it. */
public final class JobRoutes implements Routes {

    private static final String LIST = "/jobs";
    private static final int DEFAULT_LIMIT = 20;
    private static final int MAX_LIMIT = 100;

    private static final List<String> STATUSES = Arrays.stream(JobStatus.JobState.values())
            .map(JobStatus.JobState::code)
            .toList();

    /** The form of a kind, for callers: the document is also written where the kinds are not known. */
    private static final String KIND = "^[A-Za-z-]+$";

    private final Database database;
    private final CursorCodec cursors;
    private final List<String> kinds;
    private final JobListStore store = new JobListStore();

    /** @param kinds the names of all kinds of jobs */
    public JobRoutes(Database database, CursorCodec cursors, List<String> kinds) {
        this.database = database;
        this.cursors = cursors;
        this.kinds = List.copyOf(kinds);
    }

    @Override
    public void mount(RouteTable api) {
        api.get(LIST)
                .query(
                        query -> query.text("kind", KIND),
                        query -> query.oneOf("status", STATUSES),
                        JobRoutes::limit,
                        query -> query.text("cursor"))
                .answers(Page.class, ListedJob.class)
                .to(this::list);
        api.get(LIST + "/:id").answers(ListedJob.class).to(this::one);
    }

    private static int limit(Query query) {
        return query.number("limit", DEFAULT_LIMIT, 1, MAX_LIMIT);
    }

    private Future<ApiResponse> list(ApiRequest call) {
        var tenant = call.tenant();
        var query = call.query();
        var limit = limit(query);
        query.check();
        var selection = new JobSelection(query.oneOf("kind", kinds), query.oneOf("status", STATUSES));
        var listing = cursors.listing(LIST, tenant.project(), query);
        var after = query.text("cursor").map(listing::read).map(position -> new After(position.time(), position.id()));
        var db = database.requests();
        var total = after.isPresent() ? Future.succeededFuture(0L) : store.count(db, tenant, selection);
        return total.compose(count -> store.page(db, tenant, selection, after, limit + 1)
                .map(found -> ApiResponse.ok(page(listing, found, limit, count))));
    }

    private Page<ListedJob> page(Listing listing, List<ListedJob> found, int limit, long total) {
        var shown = found.subList(0, Math.min(limit, found.size()));
        var hasMore = found.size() > limit;
        var next = hasMore ? Optional.of(cursor(listing, shown.get(limit - 1))) : Optional.<String>empty();
        return new Page<>(shown, next, hasMore, total);
    }

    private String cursor(Listing listing, ListedJob last) {
        var createdAt = last.createdAt().toString();
        return listing.write(new Position(createdAt, last.id().value()));
    }

    private Future<ApiResponse> one(ApiRequest call) {
        var text = call.path("id");
        return Ids.parse(text)
                .map(id -> store.one(database.requests(), call.tenant(), new JobId(id)))
                .orElseGet(() -> Future.succeededFuture(Optional.empty()))
                .map(found -> ApiResponse.ok(
                        found.orElseThrow(() -> Failure.notFound(Kind.RESOURCE_NOT_FOUND, "Job", text))));
    }
}
