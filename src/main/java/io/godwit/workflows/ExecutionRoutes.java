package io.godwit.workflows;

import io.godwit.core.ExecutionId;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Ids;
import io.godwit.core.Tenant;
import io.godwit.core.WorkflowId;
import io.godwit.web.Answer;
import io.godwit.web.Api;
import io.godwit.web.Call;
import io.godwit.web.Idempotency;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.util.Map;
import java.util.function.Function;

/** {@code /workflows/:id/executions}: starts and ends them; {@link HistoryRoutes} shows them. */
public final class ExecutionRoutes implements Routes {

    private static final String ALL = "/workflows/:id/executions";

    private final WorkflowPorts ports;
    private final Idempotency idempotency;
    private final Ending ending;
    private final StartStore starts = new StartStore();
    private final EndStore ends = new EndStore();
    private final HistoryStore history = new HistoryStore();

    public ExecutionRoutes(WorkflowPorts ports, Idempotency idempotency) {
        this.ports = ports;
        this.idempotency = idempotency;
        this.ending = new Ending(ports.webhooks());
    }

    @Override
    public void mount(Api api) {
        api.post(ALL).idempotent().to(call -> workflow(call, id -> start(call, id)));
        api.post(ALL + "/cancel-all").bodyless().idempotent().to(call -> workflow(call, id -> cancelAll(call, id)));
        api.delete(ALL + "/:executionId").to(call -> workflow(call, id -> cancel(call, id)));
    }

    private static Future<Answer> workflow(Call call, Function<WorkflowId, Future<Answer>> work) {
        var text = call.path("id");
        return Ids.parse(text).map(WorkflowId::new).map(work).orElseGet(() -> Future.failedFuture(unknown(text)));
    }

    private static Failure unknown(String id) {
        return Failure.notFound(Kind.WORKFLOW_NOT_FOUND, "Workflow", id);
    }

    private Future<Answer> start(Call call, WorkflowId workflow) {
        var start = Start.parse(call.body());
        var tenant = call.tenant();
        return idempotency
                .once(call, tx -> start.write(tx, tenant, workflow, starts)
                        .compose(id -> history.find(tx, tenant, workflow, id))
                        .map(execution -> Answer.created(execution.orElseThrow())))
                .onSuccess(answer -> announce(tenant));
    }

    private Future<Answer> cancel(Call call, WorkflowId workflow) {
        var tenant = call.tenant();
        var text = call.path("executionId");
        return Ids.parse(text)
                .map(ExecutionId::new)
                .map(id -> ports.database()
                        .transaction(tx -> ending.cancel(tx, tenant, workflow, id)
                                .compose(done -> history.find(tx, tenant, workflow, id)))
                        .map(execution -> Answer.ok(execution.orElseThrow())))
                .orElseGet(() -> Future.failedFuture(Failure.notFound(Kind.RESOURCE_NOT_FOUND, "Execution", text)));
    }

    /** It takes many transactions, so a repetition is found before the first of them. */
    private Future<Answer> cancelAll(Call call, WorkflowId workflow) {
        return idempotency.unlessRepeated(call, () -> cancelEach(call, workflow));
    }

    private Future<Answer> cancelEach(Call call, WorkflowId workflow) {
        var tenant = call.tenant();
        return ends.isKnown(ports.database().requests(), tenant, workflow)
                .compose(known -> known
                        ? ending.cancelAll(ports.database(), tenant, workflow)
                        : Future.failedFuture(unknown(workflow.toString())))
                .compose(cancelled -> idempotency.once(
                        call, tx -> Future.succeededFuture(Answer.ok(Map.of("cancelled", cancelled)))));
    }

    private void announce(Tenant tenant) {
        ports.bus()
                .publish(
                        WorkflowsMessages.DUE,
                        new WorkflowsMessages.Due(tenant.project().value()));
    }
}
