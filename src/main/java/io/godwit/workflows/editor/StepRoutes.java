package io.godwit.workflows.editor;

import io.godwit.core.Failure.Kind;
import io.godwit.core.id.Ids;
import io.godwit.core.id.StepId;
import io.godwit.core.id.TransitionId;
import io.godwit.core.id.WorkflowId;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.ExpectedVersion;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.idempotency.IdempotentHandler;
import io.godwit.workflows.draft.WorkflowDraft;
import io.vertx.core.Future;
import java.util.function.UnaryOperator;

/** Serves {@code /workflows/:id/steps} and {@code /workflows/:id/transitions}: the steps and links of a draft. */
final class StepRoutes implements Routes {

    private static final String STEPS = WorkflowRoutes.ONE + "/steps";
    private static final String STEP = STEPS + "/:stepId";
    private static final String TRANSITIONS = WorkflowRoutes.ONE + "/transitions";
    private static final String TRANSITION = TRANSITIONS + "/:transitionId";

    private final EditorDependencies dependencies;
    private final WorkflowEditor editor;
    private final IdempotentHandler idempotency;

    StepRoutes(EditorDependencies dependencies, WorkflowEditor editor, IdempotentHandler idempotency) {
        this.dependencies = dependencies;
        this.editor = editor;
        this.idempotency = idempotency;
    }

    @Override
    public void mount(RouteTable api) {
        api.post(STEPS)
                .header(ExpectedVersion.HEADER)
                .body(body -> StepRequest.Create.parse(body, true))
                .idempotent()
                .answers(201, StepResponse.class)
                .fails(Kind.CONFLICT, Kind.TEMPLATE_NOT_FOUND)
                .to(call -> WorkflowRoutes.withId(call, id -> add(call, id)));
        api.patch(STEP)
                .header(ExpectedVersion.HEADER)
                .body(StepRequest.Change::parse)
                .answers(StepResponse.class)
                .fails(Kind.CONFLICT, Kind.TEMPLATE_NOT_FOUND)
                .to(call -> WorkflowRoutes.withId(call, id -> change(call, id)));
        api.delete(STEP)
                .header(ExpectedVersion.HEADER)
                .parameters("splice")
                .query(query -> query.flag("splice"))
                .answersNothing(204)
                .fails(Kind.CONFLICT)
                .to(call -> WorkflowRoutes.withId(call, id -> delete(call, id)));
        api.post(TRANSITIONS)
                .header(ExpectedVersion.HEADER)
                .idempotent()
                .body(TransitionRequest::parse)
                .answers(201, StepResponse.TransitionResponse.class)
                .fails(Kind.CONFLICT)
                .to(call -> WorkflowRoutes.withId(call, id -> link(call, id)));
        api.delete(TRANSITION)
                .header(ExpectedVersion.HEADER)
                .answersNothing(204)
                .fails(Kind.CONFLICT)
                .to(call -> WorkflowRoutes.withId(call, id -> unlink(call, id)));
        api.post(TRANSITION + "/insert-step")
                .header(ExpectedVersion.HEADER)
                .idempotent()
                .body(body -> StepRequest.Create.parse(body, false))
                .answers(201, StepResponse.class)
                .fails(Kind.CONFLICT, Kind.TEMPLATE_NOT_FOUND)
                .to(call -> WorkflowRoutes.withId(call, id -> insert(call, id)));
    }

    private Future<ApiResponse> add(ApiRequest call, WorkflowId id) {
        var request = StepRequest.Create.parse(call.body(), true);
        var step = new StepId(Ids.next());
        return drawn(call, id, step, draft -> StepEditor.add(draft, step, request, dependencies.targets()));
    }

    private Future<ApiResponse> insert(ApiRequest call, WorkflowId id) {
        var request = StepRequest.Create.parse(call.body(), false);
        var step = new StepId(Ids.next());
        var transition = call.path("transitionId");
        return drawn(
                call, id, step, draft -> StepEditor.insert(draft, transition, step, request, dependencies.targets()));
    }

    private Future<ApiResponse> drawn(
            ApiRequest call, WorkflowId id, StepId step, UnaryOperator<WorkflowDraft> change) {
        return explained(call, id, idempotency.once(call, tx -> editor.edit(
                        tx, call.tenant(), id, change, ExpectedVersion.of(call))
                .map(draft ->
                        ApiResponse.created(StepResponse.of(id, draft.step(step).orElseThrow())))));
    }

    private Future<ApiResponse> change(ApiRequest call, WorkflowId id) {
        var change = StepRequest.Change.parse(call.body());
        var step = call.path("stepId");
        return edited(call, id, draft -> StepEditor.change(draft, step, change, dependencies.targets()))
                .map(draft -> ApiResponse.ok(StepResponse.of(id, StepEditor.step(draft, step))));
    }

    private Future<ApiResponse> delete(ApiRequest call, WorkflowId id) {
        var splice = call.query().flag("splice").orElse(false);
        call.query().check();
        var text = call.path("stepId");
        return edited(call, id, draft -> {
                    var step = StepEditor.step(draft, text);
                    return splice ? DraftStepEditor.splice(draft, step) : DraftStepEditor.remove(draft, step);
                })
                .map(ignored -> ApiResponse.nothing());
    }

    private Future<ApiResponse> link(ApiRequest call, WorkflowId id) {
        var request = TransitionRequest.parse(call.body());
        var link = new TransitionId(Ids.next());
        UnaryOperator<WorkflowDraft> change = draft -> TransitionRules.add(draft, link, request);
        return explained(call, id, idempotency.once(call, tx -> editor.edit(
                        tx, call.tenant(), id, change, ExpectedVersion.of(call))
                .map(draft -> ApiResponse.created(
                        StepResponse.TransitionResponse.of(draft.link(link).orElseThrow())))));
    }

    private Future<ApiResponse> unlink(ApiRequest call, WorkflowId id) {
        var text = call.path("transitionId");
        return edited(call, id, draft -> DraftStepEditor.unlink(draft, StepEditor.link(draft, text)))
                .map(ignored -> ApiResponse.nothing());
    }

    private Future<WorkflowDraft> edited(ApiRequest call, WorkflowId id, UnaryOperator<WorkflowDraft> change) {
        var expected = ExpectedVersion.of(call);
        return explained(
                call,
                id,
                dependencies.database().transaction(tx -> editor.edit(tx, call.tenant(), id, change, expected)));
    }

    /** Shows the stored workflow to an editor that began from another version of it. */
    private <T> Future<T> explained(ApiRequest call, WorkflowId id, Future<T> edit) {
        var tenant = call.tenant();
        return ExpectedVersion.of(call).explain(edit, call.body(), () -> editor.find(
                        dependencies.database().requests(), tenant, id)
                .map(draft -> WorkflowResponse.DrawnWorkflow.of(tenant, draft)));
    }
}
