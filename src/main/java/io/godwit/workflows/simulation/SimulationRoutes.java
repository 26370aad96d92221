package io.godwit.workflows.simulation;

import io.godwit.core.Failure.Kind;
import io.godwit.core.id.Ids;
import io.godwit.core.id.WorkflowId;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.workflows.executions.ExecutionHistory;
import io.vertx.core.Future;

/** Serves {@code POST /workflows/:id/simulate}. */
final class SimulationRoutes implements Routes {

    private final SimulationService simulations;

    SimulationRoutes(SimulationService simulations) {
        this.simulations = simulations;
    }

    @Override
    public void mount(RouteTable api) {
        api.post("/workflows/:id/simulate")
                .body(SimulationRequest::parse)
                .answers(SimulationResponse.class)
                .fails(Kind.CONFLICT, Kind.CONTACT_NOT_FOUND)
                .to(this::simulate);
    }

    private Future<ApiResponse> simulate(ApiRequest call) {
        var request = SimulationRequest.parse(call.body());
        var id = call.path("id");
        return Ids.parse(id)
                .map(known -> simulations.run(call.tenant(), new WorkflowId(known), request))
                .orElseGet(() -> Future.failedFuture(ExecutionHistory.unknownWorkflow(id)))
                .map(ApiResponse::ok);
    }
}
