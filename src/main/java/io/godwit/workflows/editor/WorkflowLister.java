package io.godwit.workflows.editor;

import io.godwit.core.Tenant;
import io.godwit.core.id.WorkflowId;
import io.godwit.db.Database;
import io.godwit.web.Query;
import io.godwit.web.lists.CursorCodec;
import io.godwit.web.lists.CursorCodec.Position;
import io.godwit.web.lists.Listing;
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
    private final WorkflowEditor editor;
    private final WorkflowListStore store = new WorkflowListStore();

    WorkflowLister(Database database, WorkflowEditor editor, CursorCodec cursors) {
        this.database = database;
        this.editor = editor;
        this.cursors = cursors;
        this.counts = new ExecutionCounts(database);
    }

    Future<WorkflowListResponse> page(Tenant tenant, Query query) {
        var page = PageRequest.of(query);
        var filter = WorkflowFilter.read(query);
        var listing = cursors.listing(WorkflowRoutes.LIST, tenant.project(), query);
        var after = page.cursor().map(listing::read);
        var db = database.requests();
        var total = after.isPresent() ? Future.succeededFuture(0L) : store.count(db, tenant, filter);
        var offset = after.isPresent() ? 0 : (page.page() - 1) * page.size();
        var number = after.isPresent() ? 0 : page.page();
        return store.page(db, tenant, filter, after, offset, page.size() + 1).compose(found -> state(tenant, found)
                .compose(state -> total.map(
                        count -> new Found(found, state, count, number, page.size()).list(tenant, listing, filter))));
    }

    private Future<State> state(Tenant tenant, List<WorkflowSummary> found) {
        var db = database.requests();
        var ids = found.stream().map(row -> row.workflow().id()).toList();
        var executions =
                counts.counts(db, tenant, ids.stream().map(WorkflowId::value).toList());
        var problems = editor.problems(db, tenant, ids);
        return Future.join(executions, problems).map(ignored -> new State(executions.result(), problems.result()));
    }

    /** The counted executions of the workflows of a page, and their problems. */
    private record State(Map<UUID, Map<String, Long>> counts, Map<WorkflowId, List<DraftProblem>> problems) {}

    /** The rows of a page, and one more when the listing goes on. */
    private final class Found {

        private final List<WorkflowSummary> rows;
        private final boolean hasMore;
        private final State state;
        private final long total;
        private final int page;
        private final int size;

        private Found(List<WorkflowSummary> found, State state, long total, int page, int size) {
            this.rows = found.subList(0, Math.min(size, found.size()));
            this.hasMore = found.size() > size;
            this.state = state;
            this.total = total;
            this.page = page;
            this.size = size;
        }

        private WorkflowListResponse list(Tenant tenant, Listing listing, WorkflowFilter filter) {
            var cursor = hasMore ? Optional.of(cursor(listing, filter, rows.get(size - 1))) : Optional.<String>empty();
            var items = rows.stream().map(row -> item(tenant, row)).toList();
            return new WorkflowListResponse(items, total, page, size, (total + size - 1) / size, cursor, hasMore);
        }

        private WorkflowResponse.ListedWorkflow item(Tenant tenant, WorkflowSummary row) {
            var id = row.workflow().id();
            return WorkflowResponse.ListedWorkflow.of(
                    tenant,
                    row,
                    state.counts().getOrDefault(id.value(), Map.of()),
                    state.problems().getOrDefault(id, List.of()));
        }
    }

    private String cursor(Listing listing, WorkflowFilter filter, WorkflowSummary last) {
        var position = new Position(
                WorkflowQuery.sortKey(filter.sort(), last), last.workflow().id().value());
        return listing.write(position);
    }
}
