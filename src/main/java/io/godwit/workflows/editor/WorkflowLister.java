package io.godwit.workflows.editor;

import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.godwit.web.Query;
import io.godwit.web.lists.CursorCodec;
import io.godwit.web.lists.CursorCodec.Position;
import io.godwit.web.lists.PageRequest;
import io.godwit.workflows.executions.ExecutionCounts;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Lists the workflows of a project, by pages or by cursors. */
final class WorkflowLister {

    private final Database database;
    private final CursorCodec cursors;
    private final ExecutionCounts counts;
    private final WorkflowListStore store = new WorkflowListStore();

    WorkflowLister(Database database, CursorCodec cursors) {
        this.database = database;
        this.cursors = cursors;
        this.counts = new ExecutionCounts(database);
    }

    Future<WorkflowListResponse> page(Tenant tenant, Query query) {
        var page = PageRequest.of(query);
        var filter = WorkflowFilter.read(query);
        var after = page.cursor().map(text -> cursors.read(endpoint(filter), tenant.project(), text));
        var db = database.requests();
        var total = after.isPresent() ? Future.succeededFuture(0L) : store.count(db, tenant, filter);
        var offset = after.isPresent() ? 0 : (page.page() - 1) * page.size();
        var number = after.isPresent() ? 0 : page.page();
        return store.page(db, tenant, filter, after, offset, page.size() + 1).compose(found -> executions(tenant, found)
                .compose(counts ->
                        total.map(count -> new Found(found, counts, count, number, page.size()).list(tenant, filter))));
    }

    private Future<Map<UUID, Map<String, Long>>> executions(Tenant tenant, List<WorkflowSummary> found) {
        var ids =
                found.stream().map(workflow -> workflow.workflow().id().value()).toList();
        return counts.counts(database.requests(), tenant, ids);
    }

    private static String endpoint(WorkflowFilter filter) {
        return WorkflowRoutes.LIST + ' ' + filter.order();
    }

    /** The rows of a page, and one more when the listing goes on. */
    private final class Found {

        private final List<WorkflowSummary> rows;
        private final boolean hasMore;
        private final Map<UUID, Map<String, Long>> counts;
        private final long total;
        private final int page;
        private final int size;

        private Found(
                List<WorkflowSummary> found, Map<UUID, Map<String, Long>> counts, long total, int page, int size) {
            this.rows = found.subList(0, Math.min(size, found.size()));
            this.hasMore = found.size() > size;
            this.counts = counts;
            this.total = total;
            this.page = page;
            this.size = size;
        }

        private WorkflowListResponse list(Tenant tenant, WorkflowFilter filter) {
            var cursor = hasMore ? Optional.of(cursor(tenant, filter, rows.get(size - 1))) : Optional.<String>empty();
            var items = rows.stream()
                    .map(row -> WorkflowResponse.ListedWorkflow.of(tenant, row, executions(row)))
                    .toList();
            return new WorkflowListResponse(items, total, page, size, (total + size - 1) / size, cursor, hasMore);
        }

        private long executions(WorkflowSummary workflow) {
            return counts.getOrDefault(workflow.workflow().id().value(), Map.of()).values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
        }
    }

    private String cursor(Tenant tenant, WorkflowFilter filter, WorkflowSummary last) {
        var position = new Position(
                WorkflowQuery.sortKey(filter.sort(), last), last.workflow().id().value());
        return cursors.write(endpoint(filter), tenant.project(), position);
    }
}
