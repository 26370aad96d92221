package io.godwit.workflows;

import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.godwit.web.Cursors;
import io.godwit.web.Cursors.Position;
import io.godwit.web.Paging;
import io.godwit.web.Query;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/** Lists the workflows of a project, by pages or by cursors. */
final class Shelf {

    private final Database database;
    private final Cursors cursors;
    private final WorkflowListStore store = new WorkflowListStore();

    Shelf(Database database, Cursors cursors) {
        this.database = database;
        this.cursors = cursors;
    }

    Future<WorkflowList> page(Tenant tenant, Query query) {
        var paging = Paging.of(query);
        var filter = WorkflowFilter.read(query);
        var behind = paging.cursor().map(text -> cursors.read(endpoint(filter), tenant.project(), text));
        var db = database.requests();
        var total = behind.isPresent() ? Future.succeededFuture(0L) : store.count(db, tenant, filter);
        var offset = behind.isPresent() ? 0 : (paging.page() - 1) * paging.size();
        var number = behind.isPresent() ? 0 : paging.page();
        return store.page(db, tenant, filter, behind, offset, paging.size() + 1)
                .compose(found -> total.map(count -> list(tenant, filter, found, count, number, paging.size())));
    }

    private static String endpoint(WorkflowFilter filter) {
        return WorkflowRoutes.LIST + ' ' + filter.order();
    }

    private WorkflowList list(
            Tenant tenant, WorkflowFilter filter, List<Listed> found, long total, int page, int size) {
        var hasMore = found.size() > size;
        var rows = found.subList(0, Math.min(size, found.size()));
        var cursor =
                hasMore ? Optional.of(cursor(tenant, filter, rows.get(size - 1))) : Optional.<String>empty();
        var items =
                rows.stream().map(row -> WorkflowAnswer.listed(tenant, row)).toList();
        return new WorkflowList(items, total, page, size, (total + size - 1) / size, cursor, hasMore);
    }

    private String cursor(Tenant tenant, WorkflowFilter filter, Listed last) {
        var position = new Position(
                WorkflowWhereStore.sortKey(filter.sort(), last),
                last.workflow().id().value());
        return cursors.write(endpoint(filter), tenant.project(), position);
    }
}
