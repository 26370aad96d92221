package io.godwit.workflows.executions;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Page;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.ExecutionId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.WorkflowId;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.lists.CursorCodec;
import io.godwit.web.lists.CursorCodec.Position;
import io.godwit.web.lists.Listing;
import io.godwit.web.lists.PageRequest;
import io.godwit.workflows.executions.ExecutionHistory.FoundExecutions;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Serves the executions of a workflow, those of a contact, and one execution with all its visits. */
public final class ExecutionHistoryRoutes implements Routes {

    private static final String OF_WORKFLOW = "/workflows/:id/executions";
    private static final String OF_CONTACT = "/contacts/:id/executions";
    private static final int DEFAULT_LIMIT = 20;
    private static final int MAX_LIMIT = 100;

    private final ExecutionHistory history;
    private final CursorCodec cursors;

    public ExecutionHistoryRoutes(ExecutionHistory history, CursorCodec cursors) {
        this.history = history;
        this.cursors = cursors;
    }

    @Override
    public void mount(RouteTable api) {
        api.get(OF_WORKFLOW)
                .query(PageRequest::of, ExecutionFilter::read)
                .answers(Executions.class)
                .to(call -> list(call, workflow(call)));
        api.get(OF_WORKFLOW + "/:executionId").answers(ExecutionDetail.class).to(call -> one(call, workflow(call)));
        api.get(OF_CONTACT)
                .query(query -> query.number("limit", DEFAULT_LIMIT, 1, MAX_LIMIT), query -> query.text("cursor"))
                .answers(Page.class, ExecutionResponse.class)
                .to(this::ofContact);
    }

    /**
     * A page for clients of every style of paging.
     *
     * @param data the same list
     * @param total number of executions; 0 on a page reached by a cursor
     * @param page from 1; 0 on a page reached by a cursor
     */
    record Executions(
            List<ExecutionResponse> executions,
            List<ExecutionResponse> data,
            long total,
            int page,
            int pageSize,
            long totalPages,
            Optional<String> cursor,
            boolean hasMore) {}

    private static WorkflowId workflow(ApiRequest call) {
        var id = call.path("id");
        return Ids.parse(id).map(WorkflowId::new).orElseThrow(() -> ExecutionHistory.unknownWorkflow(id));
    }

    private Future<ApiResponse> list(ApiRequest call, WorkflowId workflow) {
        var tenant = call.tenant();
        var paging = PageRequest.of(call.query());
        var filter = ExecutionFilter.read(call.query());
        var listing = cursors.listing(OF_WORKFLOW + ' ' + workflow, tenant.project(), call.query());
        var before = paging.cursor().map(cursor -> listing.read(cursor).id());
        var page = before.isPresent() ? 0 : paging.page();
        var size = paging.size();
        var offset = before.isPresent() ? 0 : (paging.page() - 1L) * size;
        return history.page(tenant, workflow, filter, before, size, offset)
                .map(found -> ApiResponse.ok(executions(listing, found, page, size)));
    }

    private Executions executions(Listing listing, FoundExecutions found, int page, int size) {
        var shown = page(listing, found, size);
        return new Executions(
                shown.data(),
                shown.data(),
                found.total(),
                page,
                size,
                (found.total() + size - 1) / size,
                shown.cursor(),
                shown.hasMore());
    }

    private Page<ExecutionResponse> page(Listing listing, FoundExecutions found, int size) {
        var hasMore = found.executions().size() > size;
        var items =
                found.executions().subList(0, Math.min(size, found.executions().size()));
        var next = hasMore
                ? Optional.of(listing.write(new Position("", items.get(size - 1).id())))
                : Optional.<String>empty();
        return new Page<>(items, next, hasMore, found.total());
    }

    private Future<ApiResponse> one(ApiRequest call, WorkflowId workflow) {
        var id = call.path("executionId");
        return Ids.parse(id)
                .map(known -> history.timeline(call.tenant(), workflow, new ExecutionId(known)))
                .orElseGet(() -> Future.failedFuture(ExecutionHistory.unknownExecution(id)))
                .map(timeline -> ApiResponse.ok(new ExecutionDetail(timeline.execution(), timeline.visits())));
    }

    private Future<ApiResponse> ofContact(ApiRequest call) {
        var tenant = call.tenant();
        var query = call.query();
        var limit = query.number("limit", DEFAULT_LIMIT, 1, MAX_LIMIT);
        query.check();
        var id = contact(call.path("id"));
        var listing = cursors.listing(OF_CONTACT + ' ' + id, tenant.project(), query);
        Optional<UUID> before =
                query.text("cursor").map(cursor -> listing.read(cursor).id());
        return history.page(tenant, id, before, limit).map(found -> ApiResponse.ok(page(listing, found, limit)));
    }

    private static ContactId contact(String id) {
        return Ids.parse(id)
                .map(ContactId::new)
                .orElseThrow(() -> Failure.notFound(Kind.CONTACT_NOT_FOUND, "Contact", id));
    }
}
