package io.godwit.workflows.editor;

import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.id.Ids;
import io.godwit.core.id.WorkflowId;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.ExpectedVersion;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.idempotency.IdempotentHandler;
import io.godwit.web.lists.BulkDeleteRequest;
import io.godwit.web.lists.CursorCodec;
import io.godwit.web.lists.DeletedCountResponse;
import io.godwit.web.lists.PageRequest;
import io.godwit.workflows.draft.WorkflowDraft;
import io.godwit.workflows.executions.ExecutionCounts;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;

/** Serves {@code /workflows}; the steps and links in a workflow are served by {@link StepRoutes}. */
final class WorkflowRoutes implements Routes {

    static final String LIST = "/workflows";
    static final String ONE = LIST + "/:id";

    private final EditorDependencies dependencies;
    private final WorkflowEditor editor;
    private final WorkflowLister lister;
    private final FieldSuggestions suggestions;
    private final ExecutionCounts executionCounts;
    private final ReentryChange reentry;
    private final IdempotentHandler idempotency;

    WorkflowRoutes(
            EditorDependencies dependencies,
            WorkflowEditor editor,
            CursorCodec cursors,
            IdempotentHandler idempotency) {
        this.dependencies = dependencies;
        this.editor = editor;
        this.lister = new WorkflowLister(dependencies.database(), editor, cursors);
        this.suggestions = new FieldSuggestions(dependencies.database(), dependencies.fields());
        this.executionCounts = new ExecutionCounts(dependencies.database());
        this.reentry = new ReentryChange(dependencies.database());
        this.idempotency = idempotency;
    }

    @Override
    public void mount(RouteTable api) {
        api.get(LIST)
                .query(PageRequest::of, WorkflowFilter::read)
                .answers(WorkflowListResponse.class)
                .to(call -> lister.page(call.tenant(), call.query()).map(ApiResponse::ok));
        api.post(LIST)
                .idempotent()
                .body(WorkflowRequest::create)
                .answers(201, WorkflowResponse.class)
                .to(this::create);
        api.get(LIST + "/fields")
                .query(query -> query.text("eventName"))
                .answers(FieldSuggestions.SuggestedFields.class)
                .to(this::fields);
        api.post(LIST + "/bulk-update")
                .body(BulkDeleteRequest::parse)
                .answers(DeletedCountResponse.class)
                .fails(Kind.CONFLICT, Kind.WORKFLOW_NOT_FOUND)
                .to(this::deleteMany);
        api.get(ONE)
                .answers(WorkflowResponse.WholeWorkflow.class)
                .to(call -> withId(call, id -> one(call.tenant(), id)));
        api.patch(ONE)
                .header(ExpectedVersion.HEADER)
                .body(WorkflowRequest.Change::parse)
                .answers(WorkflowResponse.ChangedWorkflow.class)
                .fails(Kind.CONFLICT)
                .to(call -> withId(call, id -> change(call, id)));
        api.put(ONE + "/graph")
                .header(ExpectedVersion.HEADER)
                .body(GraphRequest::parse)
                .answers(WorkflowResponse.WholeWorkflow.class)
                .fails(Kind.CONFLICT, Kind.TEMPLATE_NOT_FOUND)
                .to(call -> withId(call, id -> replace(call, id)));
        api.delete(ONE)
                .answersNothing(204)
                .fails(Kind.CONFLICT)
                .to(call -> withId(call, id -> delete(call.tenant(), List.of(id), ApiResponse.nothing())));
        api.post(ONE + "/duplicate")
                .bodyless()
                .idempotent()
                .answers(201, WorkflowResponse.class)
                .to(call -> withId(call, id -> duplicate(call, id)));
    }

    private Future<ApiResponse> fields(ApiRequest call) {
        var event = call.query().text("eventName").filter(name -> !name.isEmpty());
        return suggestions.suggest(call.tenant(), event).map(ApiResponse::ok);
    }

    private Future<ApiResponse> create(ApiRequest call) {
        var properties = WorkflowRequest.create(call.body());
        return idempotency.once(call, tx -> editor.create(tx, call.tenant(), properties)
                .map(draft -> ApiResponse.created(WorkflowResponse.of(call.tenant(), draft.workflow()))));
    }

    private Future<ApiResponse> one(Tenant tenant, WorkflowId id) {
        var db = dependencies.database().requests();
        return editor.find(db, tenant, id)
                .compose(draft -> editor.problems(db, tenant, draft).compose(problems -> executionCounts
                        .counts(db, tenant, subjects(draft))
                        .map(counts ->
                                ApiResponse.ok(WorkflowResponse.WholeWorkflow.of(tenant, draft, problems, counts)))));
    }

    private static List<UUID> subjects(WorkflowDraft draft) {
        return Stream.concat(
                        Stream.of(draft.workflow().id().value()),
                        draft.steps().stream().map(step -> step.id().value()))
                .toList();
    }

    /**
     * Changes a workflow. A new re-entry rule is written to every execution there was, which may take longer than requests
     * usually do. A rule that is named and not new is written again, in case an earlier change was not completed.
     */
    private Future<ApiResponse> change(ApiRequest call, WorkflowId id) {
        var tenant = call.tenant();
        var change = WorkflowRequest.Change.parse(call.body());
        var expected = ExpectedVersion.of(call);
        Function<SqlClient, Future<ApiResponse>> work =
                tx -> editor.change(tx, tenant, id, change, expected).compose(draft -> editor.projectName(tx, tenant)
                        .map(name ->
                                ApiResponse.ok(WorkflowResponse.ChangedWorkflow.of(tenant, draft.workflow(), name))));
        var changed = change.allowReentry().isPresent()
                ? dependencies.database().workerTransaction(work).compose(response -> reentry.complete(tenant, id)
                        .map(response))
                : dependencies.database().transaction(work);
        return explained(call, id, expected, changed);
    }

    /** Replaces all steps and transitions in one edit, so that no state between two of them is published. */
    private Future<ApiResponse> replace(ApiRequest call, WorkflowId id) {
        var tenant = call.tenant();
        var request = GraphRequest.parse(call.body());
        var expected = ExpectedVersion.of(call);
        var replaced = dependencies
                .database()
                .transaction(tx -> editor.edit(
                        tx,
                        tenant,
                        id,
                        draft -> GraphEditor.replace(draft, request, dependencies.targets()),
                        expected));
        return explained(call, id, expected, replaced.compose(ignored -> one(tenant, id)));
    }

    /** Shows the stored workflow to an editor that began from another version of it. */
    private Future<ApiResponse> explained(
            ApiRequest call, WorkflowId id, ExpectedVersion expected, Future<ApiResponse> edit) {
        return expected.explain(
                edit, call.body(), () -> editor.find(dependencies.database().requests(), call.tenant(), id)
                        .map(draft -> WorkflowResponse.DrawnWorkflow.of(call.tenant(), draft)));
    }

    private Future<ApiResponse> deleteMany(ApiRequest call) {
        var ids = BulkDeleteRequest.parse(call.body()).ids().stream()
                .map(text -> Ids.parse(text).orElseThrow(() -> WorkflowEditor.notFound(text)))
                .distinct()
                .map(WorkflowId::new)
                .toList();
        return delete(call.tenant(), ids, ApiResponse.ok(new DeletedCountResponse(ids.size())));
    }

    private Future<ApiResponse> delete(Tenant tenant, List<WorkflowId> ids, ApiResponse response) {
        return dependencies
                .database()
                .transaction(tx -> editor.delete(tx, tenant, ids))
                .map(response);
    }

    private Future<ApiResponse> duplicate(ApiRequest call, WorkflowId id) {
        return idempotency.once(call, tx -> editor.copy(tx, call.tenant(), id)
                .map(draft -> ApiResponse.created(WorkflowResponse.of(call.tenant(), draft.workflow()))));
    }

    static Future<ApiResponse> withId(ApiRequest call, Function<WorkflowId, Future<ApiResponse>> handler) {
        var id = call.path("id");
        return Ids.parse(id)
                .map(WorkflowId::new)
                .map(handler)
                .orElseGet(() -> Future.failedFuture(WorkflowEditor.notFound(id)));
    }
}
