package io.godwit.workflows.executions;

import io.godwit.core.EmailAddress;
import io.godwit.core.Page;
import io.godwit.core.Tenant;
import io.godwit.core.id.Ids;
import io.godwit.core.id.StepId;
import io.godwit.core.id.WorkflowId;
import io.godwit.db.Database;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.lists.CursorCodec;
import io.godwit.web.lists.CursorCodec.Position;
import io.godwit.web.lists.Listing;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Serves the contacts that wait at a step of a workflow. */
public final class WaitingContactRoutes implements Routes {

    private static final String LIST = "/workflows/:id/steps/:stepId/contacts";
    private static final int DEFAULT_LIMIT = 20;
    private static final int MAX_LIMIT = 100;

    private final Database database;
    private final ExecutionCounts counts;
    private final CursorCodec cursors;
    private final WaitingContactStore store = new WaitingContactStore();

    public WaitingContactRoutes(Database database, CursorCodec cursors) {
        this.database = database;
        this.counts = new ExecutionCounts(database);
        this.cursors = cursors;
    }

    /**
     * A contact that waits at a step.
     *
     * @param email empty for a contact that is being deleted
     * @param version the version of the workflow it goes through
     * @param since when it came to the step
     * @param until when it goes on without an event; empty when it waits for as long as the event takes
     */
    record WaitingContact(
            UUID executionId,
            UUID contactId,
            Optional<EmailAddress> email,
            int version,
            Instant since,
            Optional<Instant> until) {}

    @Override
    public void mount(RouteTable api) {
        api.get(LIST)
                .query(query -> query.number("limit", DEFAULT_LIMIT, 1, MAX_LIMIT), query -> query.text("cursor"))
                .answers(Page.class, WaitingContact.class)
                .to(this::list);
    }

    private Future<ApiResponse> list(ApiRequest call) {
        var tenant = call.tenant();
        var query = call.query();
        var limit = query.number("limit", DEFAULT_LIMIT, 1, MAX_LIMIT);
        query.check();
        var workflow = Ids.parse(call.path("id"))
                .map(WorkflowId::new)
                .orElseThrow(() -> ExecutionHistory.unknownWorkflow(call.path("id")));
        var step = Ids.parse(call.path("stepId"))
                .map(StepId::new)
                .orElseThrow(() -> ExecutionFilter.unknownStep(call.path("stepId")));
        var listing = cursors.listing(LIST + ' ' + workflow + ' ' + step, tenant.project(), query);
        var before = query.text("cursor").map(cursor -> listing.read(cursor).id());
        return store.knows(database.requests(), tenant, workflow, step)
                .compose(known -> known
                        ? store.page(database.requests(), tenant, step, before, limit + 1)
                        : Future.failedFuture(ExecutionFilter.unknownStep(step.toString())))
                .compose(found ->
                        total(tenant, step, before).map(total -> ApiResponse.ok(page(listing, found, limit, total))));
    }

    private Future<Long> total(Tenant tenant, StepId step, Optional<UUID> before) {
        return before.isPresent()
                ? Future.succeededFuture(0L)
                : counts.counts(database.requests(), tenant, Set.of(step.value()))
                        .map(known -> StepStats.of(known.getOrDefault(step.value(), Map.of()))
                                .waiting());
    }

    private Page<WaitingContact> page(Listing listing, List<WaitingContact> found, int limit, long total) {
        var hasMore = found.size() > limit;
        var items = List.copyOf(found.subList(0, Math.min(limit, found.size())));
        var next = hasMore
                ? Optional.of(
                        listing.write(new Position("", items.get(limit - 1).executionId())))
                : Optional.<String>empty();
        return new Page<>(items, next, hasMore, total);
    }
}
