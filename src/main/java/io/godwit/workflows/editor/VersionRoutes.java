package io.godwit.workflows.editor;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Page;
import io.godwit.core.Tenant;
import io.godwit.core.id.StepId;
import io.godwit.core.id.TemplateId;
import io.godwit.core.id.WorkflowId;
import io.godwit.db.Database;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.lists.CursorCodec;
import io.godwit.web.lists.CursorCodec.Position;
import io.godwit.web.lists.Listing;
import io.godwit.workflows.draft.ConfigEncryption;
import io.godwit.workflows.draft.DraftStep;
import io.godwit.workflows.editor.VersionListStore.StoredVersion;
import io.godwit.workflows.editor.VersionListStore.VersionSummary;
import io.godwit.workflows.model.StepType;
import io.godwit.workflows.model.WaitOutcome;
import io.godwit.workflows.steps.GraphEdge;
import io.godwit.workflows.steps.GraphNode;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Serves the versions of a workflow: each graph that executions ran or run. */
final class VersionRoutes implements Routes {

    private static final String LIST = "/workflows/:id/versions";
    private static final int DEFAULT_LIMIT = 20;
    private static final int MAX_LIMIT = 100;

    /** Active executions of a version are counted so far: each that is counted is a row read somewhere in the table. */
    private static final int MAX_ACTIVE = 1_000;

    private final Database database;
    private final WorkflowEditor editor;
    private final ConfigEncryption encryption;
    private final CursorCodec cursors;
    private final VersionListStore store = new VersionListStore();

    VersionRoutes(EditorDependencies dependencies, WorkflowEditor editor, CursorCodec cursors) {
        this.database = dependencies.database();
        this.editor = editor;
        this.encryption = new ConfigEncryption(dependencies.crypto());
        this.cursors = cursors;
    }

    /** A version with its graph; {@code live} when new executions run it. */
    record WorkflowVersion(
            int version,
            Instant createdAt,
            boolean live,
            List<VersionStep> steps,
            List<VersionTransition> transitions) {}

    /** A step of a version; the secrets in its config are masked. */
    record VersionStep(
            StepId id,
            StepType type,
            String name,
            Map<String, @Nullable Object> config,
            Optional<TemplateId> templateId) {}

    /** A transition of a version. */
    record VersionTransition(
            StepId fromStepId,
            StepId toStepId,
            Optional<String> branch,
            Optional<WaitOutcome> waitOutcome,
            int priority) {}

    @Override
    public void mount(RouteTable api) {
        api.get(LIST)
                .query(query -> query.number("limit", DEFAULT_LIMIT, 1, MAX_LIMIT), query -> query.text("cursor"))
                .answers(Page.class, VersionSummary.class)
                .to(call -> WorkflowRoutes.withId(call, id -> list(call, id)));
        api.get(LIST + "/:version")
                .answers(WorkflowVersion.class)
                .to(call -> WorkflowRoutes.withId(call, id -> one(call, id)));
    }

    private Future<ApiResponse> list(ApiRequest call, WorkflowId workflow) {
        var tenant = call.tenant();
        var limit = call.query().number("limit", DEFAULT_LIMIT, 1, MAX_LIMIT);
        call.query().check();
        var listing = cursors.listing(LIST + ' ' + workflow, tenant.project(), call.query());
        var before = call.query().text("cursor").map(cursor ->
                (int) listing.read(cursor).number());
        var db = database.requests();
        return editor.find(db, tenant, workflow)
                .compose(ignored -> store.page(db, tenant, workflow, before, limit + 1, MAX_ACTIVE))
                .compose(found -> before.isPresent()
                        ? Future.succeededFuture(page(listing, workflow, found, limit, 0))
                        : store.count(db, tenant, workflow).map(total -> page(listing, workflow, found, limit, total)))
                .map(ApiResponse::ok);
    }

    private Page<VersionSummary> page(
            Listing listing, WorkflowId workflow, List<VersionSummary> found, int limit, long total) {
        var hasMore = found.size() > limit;
        var items = List.copyOf(found.subList(0, Math.min(limit, found.size())));
        var next = hasMore
                ? Optional.of(listing.write(
                        new Position(Integer.toString(items.get(limit - 1).version()), workflow.value())))
                : Optional.<String>empty();
        return new Page<>(items, next, hasMore, total);
    }

    private Future<ApiResponse> one(ApiRequest call, WorkflowId workflow) {
        var text = call.path("version");
        if (!text.matches("[1-9]\\d{0,8}")) {
            return Future.failedFuture(unknown(text));
        }
        return store.find(database.requests(), call.tenant(), workflow, Integer.parseInt(text))
                .map(found -> ApiResponse.ok(version(call.tenant(), found.orElseThrow(() -> unknown(text)))));
    }

    private WorkflowVersion version(Tenant tenant, StoredVersion stored) {
        var graph = encryption.open(tenant.project(), stored.graph());
        return new WorkflowVersion(
                stored.version(),
                stored.createdAt(),
                stored.live(),
                graph.nodes().stream().map(VersionRoutes::step).toList(),
                graph.edges().stream().map(VersionRoutes::transition).toList());
    }

    private static VersionStep step(GraphNode node) {
        var step = new DraftStep(
                node.id(),
                node.type(),
                node.name(),
                Map.of(),
                node.config(),
                node.template(),
                Optional.empty(),
                Instant.EPOCH,
                Instant.EPOCH);
        return new VersionStep(node.id(), node.type(), node.name(), ConfigSecrets.masked(step), node.template());
    }

    private static VersionTransition transition(GraphEdge edge) {
        return new VersionTransition(edge.from(), edge.to(), edge.branch(), edge.outcome(), edge.priority());
    }

    private static Failure unknown(String version) {
        return Failure.notFound(Kind.RESOURCE_NOT_FOUND, "Version", version);
    }
}
