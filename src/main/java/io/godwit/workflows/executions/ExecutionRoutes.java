package io.godwit.workflows.executions;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.id.ExecutionId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.WorkflowId;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.idempotency.IdempotentHandler;
import io.godwit.workflows.engine.ExecutionEndStore;
import io.godwit.workflows.engine.ExecutionTerminator;
import io.godwit.workflows.engine.WorkflowDependencies;
import io.godwit.workflows.engine.WorkflowMessages;
import io.vertx.core.Future;
import java.util.function.Function;

/** Serves {@code /workflows/:id/executions}: starts and ends executions; {@link ExecutionHistoryRoutes} shows them. */
public final class ExecutionRoutes implements Routes {

    private static final String ALL = "/workflows/:id/executions";

    private final WorkflowDependencies dependencies;
    private final IdempotentHandler idempotency;
    private final ExecutionTerminator terminator;
    private final ExecutionStartStore starts = new ExecutionStartStore();
    private final ExecutionEndStore ends = new ExecutionEndStore();
    private final ExecutionHistoryStore history = new ExecutionHistoryStore();

    public ExecutionRoutes(WorkflowDependencies dependencies, IdempotentHandler idempotency) {
        this.dependencies = dependencies;
        this.idempotency = idempotency;
        this.terminator = new ExecutionTerminator(dependencies.webhooks());
    }

    @Override
    public void mount(RouteTable api) {
        api.post(ALL)
                .idempotent()
                .body(StartRequest::parse)
                .answers(201, ExecutionResponse.class)
                .fails(Kind.CONFLICT, Kind.CONTACT_NOT_FOUND)
                .to(call -> workflow(call, id -> start(call, id)));
        api.post(ALL + "/cancel-all")
                .bodyless()
                .idempotent()
                .answers(Cancelled.class)
                .to(call -> workflow(call, id -> cancelAll(call, id)));
        api.delete(ALL + "/:executionId")
                .answers(ExecutionResponse.class)
                .fails(Kind.CONFLICT)
                .to(call -> workflow(call, id -> cancel(call, id)));
    }

    /** The number of executions that were cancelled. */
    record Cancelled(long cancelled) {}

    private static Future<ApiResponse> workflow(ApiRequest call, Function<WorkflowId, Future<ApiResponse>> work) {
        var text = call.path("id");
        return Ids.parse(text).map(WorkflowId::new).map(work).orElseGet(() -> Future.failedFuture(unknown(text)));
    }

    private static Failure unknown(String id) {
        return Failure.notFound(Kind.WORKFLOW_NOT_FOUND, "Workflow", id);
    }

    private Future<ApiResponse> start(ApiRequest call, WorkflowId workflow) {
        var start = StartRequest.parse(call.body());
        var tenant = call.tenant();
        return idempotency
                .once(call, tx -> start.write(tx, tenant, workflow, starts)
                        .compose(id -> history.find(tx, tenant, workflow, id))
                        .map(execution -> ApiResponse.created(execution.orElseThrow())))
                .onSuccess(ignored -> publishDue(tenant));
    }

    private Future<ApiResponse> cancel(ApiRequest call, WorkflowId workflow) {
        var tenant = call.tenant();
        var text = call.path("executionId");
        return Ids.parse(text)
                .map(ExecutionId::new)
                .map(id -> dependencies
                        .database()
                        .transaction(tx -> terminator
                                .cancel(tx, tenant, workflow, id)
                                .compose(ignored -> history.find(tx, tenant, workflow, id)))
                        .map(execution -> ApiResponse.ok(execution.orElseThrow())))
                .orElseGet(() -> Future.failedFuture(Failure.notFound(Kind.RESOURCE_NOT_FOUND, "Execution", text)));
    }

    /** Cancels all executions. That takes many transactions, so a repeated request is found before the first of them. */
    private Future<ApiResponse> cancelAll(ApiRequest call, WorkflowId workflow) {
        return idempotency.unlessRepeated(call, () -> cancelEach(call, workflow));
    }

    private Future<ApiResponse> cancelEach(ApiRequest call, WorkflowId workflow) {
        var tenant = call.tenant();
        return ends.isKnown(dependencies.database().requests(), tenant, workflow)
                .compose(known -> known
                        ? terminator.cancelAll(dependencies.database(), tenant, workflow)
                        : Future.failedFuture(unknown(workflow.toString())))
                .compose(cancelled -> idempotency.once(
                        call, ignored -> Future.succeededFuture(ApiResponse.ok(new Cancelled(cancelled)))));
    }

    private void publishDue(Tenant tenant) {
        dependencies
                .bus()
                .publish(
                        WorkflowMessages.DUE,
                        new WorkflowMessages.Due(tenant.project().value()));
    }
}
