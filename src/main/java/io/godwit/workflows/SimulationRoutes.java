package io.godwit.workflows;

import io.godwit.core.Ids;
import io.godwit.core.WorkflowId;
import io.godwit.web.Answer;
import io.godwit.web.Api;
import io.godwit.web.Call;
import io.godwit.web.Routes;
import io.vertx.core.Future;

/** {@code POST /workflows/:id/simulate}. */
final class SimulationRoutes implements Routes {

    private final Simulations simulations;

    SimulationRoutes(Simulations simulations) {
        this.simulations = simulations;
    }

    @Override
    public void mount(Api api) {
        api.post("/workflows/:id/simulate").to(this::simulate);
    }

    private Future<Answer> simulate(Call call) {
        var request = SimulationRequest.parse(call.body());
        var id = call.path("id");
        return Ids.parse(id)
                .map(known -> simulations.run(call.tenant(), new WorkflowId(known), request))
                .orElseGet(() -> Future.failedFuture(History.unknownWorkflow(id)))
                .map(Answer::ok);
    }
}
