package io.godwit.projects;

import io.godwit.core.MemberRole;
import io.godwit.core.Page;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.godwit.projects.AuditStore.Entry;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.lists.CursorCodec;
import io.godwit.web.lists.CursorCodec.Position;
import io.godwit.web.lists.PageRequest;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** {@code GET /projects/:id/audit}: the recorded actions with their principals, newest first. */
final class AuditRoutes implements Routes {

    private static final String PATH = "/projects/:id/audit";

    private final Database database;
    private final CursorCodec cursors;
    private final AuditStore store = new AuditStore();

    AuditRoutes(Database database, CursorCodec cursors) {
        this.database = database;
        this.cursors = cursors;
    }

    @Override
    public void mount(RouteTable api) {
        api.get(PATH)
                .ofProject("id")
                .role(MemberRole.ADMIN)
                .query(PageRequest::of)
                .answers(Page.class, Entry.class)
                .to(this::list);
    }

    private Future<ApiResponse> list(ApiRequest call) {
        var page = PageRequest.of(call.query());
        var tenant = call.tenant();
        var before = page.cursor()
                .map(cursor -> cursors.read(PATH, tenant.project(), cursor).id());
        var total = before.isPresent() ? Future.succeededFuture(0L) : store.count(database.requests(), tenant);
        return total.compose(count -> store.page(database.requests(), tenant, before, page.size() + 1)
                .map(found -> ApiResponse.ok(page(tenant, found, page.size(), count))));
    }

    private Page<Entry> page(Tenant tenant, List<Entry> found, int size, long total) {
        var shown = found.subList(0, Math.min(size, found.size()));
        var hasMore = found.size() > size;
        var cursor = hasMore
                ? Optional.of(cursors.write(PATH, tenant.project(), new Position("", last(shown))))
                : Optional.<String>empty();
        return new Page<>(shown, cursor, hasMore, total);
    }

    private static UUID last(List<Entry> shown) {
        return shown.get(shown.size() - 1).id();
    }
}
