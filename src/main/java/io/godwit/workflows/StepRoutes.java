package io.godwit.workflows;

import io.godwit.core.Ids;
import io.godwit.core.StepId;
import io.godwit.core.TransitionId;
import io.godwit.core.WorkflowId;
import io.godwit.web.Answer;
import io.godwit.web.Api;
import io.godwit.web.Call;
import io.godwit.web.Idempotency;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.util.function.UnaryOperator;

/** {@code /workflows/:id/steps} and {@code /workflows/:id/transitions}: what an editor draws. */
final class StepRoutes implements Routes {

    private static final String STEPS = WorkflowRoutes.ONE + "/steps";
    private static final String STEP = STEPS + "/:stepId";
    private static final String TRANSITIONS = WorkflowRoutes.ONE + "/transitions";
    private static final String TRANSITION = TRANSITIONS + "/:transitionId";

    private final EditorPorts ports;
    private final Studio studio;
    private final Idempotency idempotency;

    StepRoutes(EditorPorts ports, Studio studio, Idempotency idempotency) {
        this.ports = ports;
        this.studio = studio;
        this.idempotency = idempotency;
    }

    @Override
    public void mount(Api api) {
        api.post(STEPS).idempotent().to(call -> WorkflowRoutes.named(call, id -> add(call, id)));
        api.patch(STEP).to(call -> WorkflowRoutes.named(call, id -> change(call, id)));
        api.delete(STEP).parameters("splice").to(call -> WorkflowRoutes.named(call, id -> delete(call, id)));
        api.post(TRANSITIONS).idempotent().to(call -> WorkflowRoutes.named(call, id -> link(call, id)));
        api.delete(TRANSITION).to(call -> WorkflowRoutes.named(call, id -> unlink(call, id)));
        api.post(TRANSITION + "/insert-step")
                .idempotent()
                .to(call -> WorkflowRoutes.named(call, id -> insert(call, id)));
    }

    private Future<Answer> add(Call call, WorkflowId id) {
        var request = StepRequest.Create.parse(call.body(), true);
        var step = new StepId(Ids.next());
        return drawn(call, id, step, draft -> StepEdits.add(draft, step, request, ports.targets()));
    }

    private Future<Answer> insert(Call call, WorkflowId id) {
        var request = StepRequest.Create.parse(call.body(), false);
        var step = new StepId(Ids.next());
        var transition = call.path("transitionId");
        return drawn(call, id, step, draft -> StepEdits.insert(draft, transition, step, request, ports.targets()));
    }

    private Future<Answer> drawn(Call call, WorkflowId id, StepId step, UnaryOperator<Draft> change) {
        return idempotency.once(call, tx -> studio.edit(tx, call.tenant(), id, change)
                .map(draft -> Answer.created(StepAnswer.of(id, draft.step(step).orElseThrow()))));
    }

    private Future<Answer> change(Call call, WorkflowId id) {
        var change = StepRequest.Change.parse(call.body());
        var step = call.path("stepId");
        return edited(call, id, draft -> StepEdits.change(draft, step, change, ports.targets()))
                .map(draft -> Answer.ok(StepAnswer.of(id, StepEdits.step(draft, step))));
    }

    private Future<Answer> delete(Call call, WorkflowId id) {
        var splice = call.query().flag("splice").orElse(false);
        call.query().check();
        var text = call.path("stepId");
        return edited(call, id, draft -> {
                    var step = StepEdits.step(draft, text);
                    return splice ? Drawing.splice(draft, step) : Drawing.remove(draft, step);
                })
                .map(draft -> Answer.nothing());
    }

    private Future<Answer> link(Call call, WorkflowId id) {
        var request = TransitionRequest.parse(call.body());
        var link = new TransitionId(Ids.next());
        return idempotency.once(call, tx -> studio.edit(
                        tx, call.tenant(), id, draft -> Linking.add(draft, link, request))
                .map(draft -> Answer.created(StepAnswer.of(draft.link(link).orElseThrow()))));
    }

    private Future<Answer> unlink(Call call, WorkflowId id) {
        var text = call.path("transitionId");
        return edited(call, id, draft -> Drawing.unlink(draft, StepEdits.link(draft, text)))
                .map(draft -> Answer.nothing());
    }

    private Future<Draft> edited(Call call, WorkflowId id, UnaryOperator<Draft> change) {
        return ports.database().transaction(tx -> studio.edit(tx, call.tenant(), id, change));
    }
}
