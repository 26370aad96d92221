package io.godwit.projects;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.MemberRole;
import io.godwit.web.Access;
import io.godwit.web.Answer;
import io.godwit.web.Api;
import io.godwit.web.Call;
import io.godwit.web.Routes;
import io.godwit.web.Sessions.SignedIn;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The endpoints of projects. */
final class ProjectRoutes implements Routes {

    private final Projects projects;
    private final Wipes wipes;
    private final int projectsPerUser;

    ProjectRoutes(Projects projects, Wipes wipes, int projectsPerUser) {
        this.projects = projects;
        this.wipes = wipes;
        this.projectsPerUser = projectsPerUser;
    }

    @Override
    public void mount(Api api) {
        api.get("/users/@me/projects").access(Access.USER).to(this::list);
        api.post("/users/@me/projects").access(Access.USER).to(this::create);
        api.patch("/users/@me/projects/:id")
                .ofProject("id")
                .role(MemberRole.ADMIN)
                .evenDisabled()
                .to(this::change);
        api.delete("/users/@me/projects/:id")
                .ofProject("id")
                .role(MemberRole.ADMIN)
                .to(this::delete);
        api.post("/users/@me/projects/:id/reset")
                .bodyless()
                .ofProject("id")
                .role(MemberRole.ADMIN)
                .to(this::reset);
        api.post("/users/@me/projects/:id/regenerate-keys")
                .bodyless()
                .ofProject("id")
                .role(MemberRole.ADMIN)
                .evenDisabled()
                .to(this::regenerateKeys);
        api.get("/projects").access(Access.USER).to(this::listBriefly);
        api.get("/projects/:id").ofProject("id").to(this::show);
        api.get("/projects/:id/setup-state").ofProject("id").to(this::setup);
    }

    private Future<Answer> list(Call call) {
        return visible(call)
                .map(records -> records.stream().map(ProjectAnswer::full).toList())
                .map(Answer::ok);
    }

    /** Of the user, or the key's own. */
    private Future<List<ProjectRecord>> visible(Call call) {
        return call.user().map(SignedIn::user).map(projects::ofUser).orElseGet(() -> projects.record(
                        call.tenant(), call.role())
                .map(List::of));
    }

    private Future<Answer> create(Call call) {
        var wanted = ProjectRequest.toCreate(call.body());
        var owner = call.user()
                .orElseThrow(() -> Failure.of(Kind.FORBIDDEN, "A key acts for its own project and makes no others"));
        return projects.found(owner, wanted, projectsPerUser)
                .map(ProjectAnswer::full)
                .map(Answer::created);
    }

    private Future<Answer> change(Call call) {
        var wanted = ProjectRequest.read(call.body());
        return projects.change(call.tenant(), call.role(), Actor.of(call), wanted)
                .map(ProjectAnswer::full)
                .map(Answer::ok);
    }

    private Future<Answer> regenerateKeys(Call call) {
        return projects.rotate(call.tenant(), Actor.of(call))
                .map(rotation -> Answer.ok(ProjectAnswer.regenerated(rotation)));
    }

    private Future<Answer> reset(Call call) {
        return wipes.reset(call.tenant(), Actor.of(call))
                .map(empty -> message(
                        empty
                                ? "The project is empty"
                                : "The project is being emptied and stays closed until then; this takes a while"));
    }

    private Future<Answer> delete(Call call) {
        return wipes.delete(call.tenant(), Actor.of(call)).map(done -> message("The project is deleted"));
    }

    private static Answer message(String sentence) {
        return Answer.ok(Map.of("success", true, "message", sentence));
    }

    private Future<Answer> listBriefly(Call call) {
        if (call.user().isEmpty()) {
            return projects.brief(List.of(call.tenant().project())).map(found -> success(found.get(0)));
        }
        return projects.ofUser(call.user().get().user())
                .compose(records ->
                        projects.brief(records.stream().map(ProjectRecord::id).toList()))
                .map(ProjectRoutes::success);
    }

    private Future<Answer> show(Call call) {
        return projects.brief(List.of(call.tenant().project()))
                .map(found -> found.stream().findFirst())
                .map(Optional::orElseThrow)
                .map(ProjectRoutes::success);
    }

    private Future<Answer> setup(Call call) {
        return projects.setup(call.tenant()).map(ProjectRoutes::success);
    }

    private static Answer success(Object data) {
        return Answer.ok(Map.of("success", true, "data", data));
    }
}
