package io.godwit.projects;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.MemberRole;
import io.godwit.projects.ProjectSummaryStore.ProjectSummary;
import io.godwit.projects.ProjectSummaryStore.SetupProgress;
import io.godwit.projects.audit.Actor;
import io.godwit.web.Access;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.DataResponse;
import io.godwit.web.GenericType;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.SessionLookup.SignedIn;
import io.godwit.web.SuccessResponse;
import io.godwit.web.idempotency.IdempotentHandler;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/** The endpoints of projects. */
final class ProjectRoutes implements Routes {

    private final ProjectEditor projects;
    private final ApiKeyService keys;
    private final ProjectDeletion deletion;
    private final IdempotentHandler idempotency;
    private final int projectsPerUser;
    private final List<String> relays;

    /**
     * @param idempotency stores answers encrypted, because they hold keys
     * @param relays the names of relays a project may choose
     */
    ProjectRoutes(
            ProjectEditor projects,
            ApiKeyService keys,
            ProjectDeletion deletion,
            IdempotentHandler idempotency,
            int projectsPerUser,
            List<String> relays) {
        this.projects = projects;
        this.keys = keys;
        this.deletion = deletion;
        this.idempotency = idempotency;
        this.projectsPerUser = projectsPerUser;
        this.relays = List.copyOf(relays);
    }

    @Override
    public void mount(RouteTable api) {
        api.get("/users/@me/projects")
                .access(Access.USER)
                .confidential()
                .answers(List.class, ProjectResponse.class)
                .to(this::list);
        api.post("/users/@me/projects")
                .access(Access.USER)
                .confidential()
                .idempotent()
                .body(body -> ProjectRequest.toCreate(body, relays))
                .answers(201, ProjectResponse.class)
                .to(this::create);
        api.patch("/users/@me/projects/:id")
                .confidential()
                .ofProject("id")
                .role(MemberRole.ADMIN)
                .evenDisabled()
                .body(body -> ProjectRequest.read(body, relays))
                .answers(ProjectResponse.class)
                .to(this::change);
        api.delete("/users/@me/projects/:id")
                .ofProject("id")
                .role(MemberRole.OWNER)
                .answers(SuccessResponse.class)
                .to(this::delete);
        api.post("/users/@me/projects/:id/reset")
                .bodyless()
                .ofProject("id")
                .role(MemberRole.OWNER)
                .answers(SuccessResponse.class)
                .to(this::reset);
        api.post("/users/@me/projects/:id/regenerate-keys")
                .bodyless()
                .confidential()
                .ofProject("id")
                .role(MemberRole.ADMIN)
                .evenDisabled()
                .answers(ProjectResponse.RegeneratedKeysResponse.class)
                .fails(Kind.CONFLICT)
                .to(this::regenerateKeys);
        api.get("/projects")
                .access(Access.USER)
                .answers(DataResponse.class, GenericType.list(ProjectSummary.class))
                .answers(DataResponse.class, ProjectSummary.class)
                .to(this::listBriefly);
        api.get("/projects/:id")
                .ofProject("id")
                .answers(DataResponse.class, ProjectSummary.class)
                .to(this::show);
        api.get("/projects/:id/setup-state")
                .ofProject("id")
                .answers(DataResponse.class, SetupProgress.class)
                .to(this::setup);
    }

    private Future<ApiResponse> list(ApiRequest call) {
        return visible(call)
                .map(records -> records.stream().map(ProjectResponse::full).toList())
                .map(ApiResponse::ok);
    }

    /** Lists the projects of the user, or the project of the key. */
    private Future<List<ProjectRecord>> visible(ApiRequest call) {
        return call.user().map(SignedIn::user).map(projects::ofUser).orElseGet(() -> projects.record(
                        call.tenant(), call.role())
                .map(List::of));
    }

    private Future<ApiResponse> create(ApiRequest call) {
        var wanted = ProjectRequest.toCreate(call.body(), relays);
        var owner = call.user()
                .orElseThrow(() -> Failure.of(Kind.FORBIDDEN, "A key acts for its own project and makes no others"));
        return idempotency.unlessRepeated(call, () -> projects.requireMayCreate(owner, projectsPerUser)
                .compose(ignored -> idempotency.once(call, tx -> projects.create(tx, owner, projectsPerUser, wanted)
                        .map(ProjectResponse::full)
                        .map(ApiResponse::created))));
    }

    private Future<ApiResponse> change(ApiRequest call) {
        var wanted = ProjectRequest.read(call.body(), relays);
        return projects.change(call.tenant(), call.role(), Actor.of(call), wanted)
                .map(ProjectResponse::full)
                .map(ApiResponse::ok);
    }

    private Future<ApiResponse> regenerateKeys(ApiRequest call) {
        return keys.rotate(call.tenant(), Actor.of(call))
                .map(rotation -> ApiResponse.ok(ProjectResponse.RegeneratedKeysResponse.of(rotation)));
    }

    private Future<ApiResponse> reset(ApiRequest call) {
        return deletion.reset(call.tenant(), Actor.of(call))
                .map(empty -> message(
                        empty
                                ? "The project is reset"
                                : "The project is being reset and stays closed until then; this takes a while"));
    }

    private Future<ApiResponse> delete(ApiRequest call) {
        return deletion.delete(call.tenant(), Actor.of(call)).map(ignored -> message("The project is deleted"));
    }

    private static ApiResponse message(String sentence) {
        return ApiResponse.ok(SuccessResponse.of(sentence));
    }

    private Future<ApiResponse> listBriefly(ApiRequest call) {
        if (call.user().isEmpty()) {
            return projects.brief(List.of(call.tenant().project())).map(found -> success(found.get(0)));
        }
        return projects.ofUser(call.user().get().user())
                .compose(records ->
                        projects.brief(records.stream().map(ProjectRecord::id).toList()))
                .map(ProjectRoutes::success);
    }

    private Future<ApiResponse> show(ApiRequest call) {
        return projects.brief(List.of(call.tenant().project()))
                .map(found -> found.stream().findFirst())
                .map(Optional::orElseThrow)
                .map(ProjectRoutes::success);
    }

    private Future<ApiResponse> setup(ApiRequest call) {
        return projects.setup(call.tenant()).map(ProjectRoutes::success);
    }

    private static ApiResponse success(Object data) {
        return ApiResponse.ok(DataResponse.of(data));
    }
}
