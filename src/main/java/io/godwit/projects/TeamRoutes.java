package io.godwit.projects;

import io.godwit.core.MemberRole;
import io.godwit.projects.Invitations.Asked;
import io.godwit.projects.MemberStore.Member;
import io.godwit.web.Answer;
import io.godwit.web.Api;
import io.godwit.web.Call;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The endpoints of a project's people. */
final class TeamRoutes implements Routes {

    private final Team team;
    private final Invitations invitations;

    TeamRoutes(Team team, Invitations invitations) {
        this.team = team;
        this.invitations = invitations;
    }

    /** What a member can be made; an owner is made by handing over. */
    private enum Role {
        ADMIN,
        MEMBER;

        MemberRole asMember() {
            return this == ADMIN ? MemberRole.ADMIN : MemberRole.MEMBER;
        }
    }

    @Override
    public void mount(Api api) {
        api.get("/projects/:id/members").ofProject("id").to(this::list);
        api.post("/projects/:id/members").ofProject("id").role(MemberRole.ADMIN).to(this::invite);
        api.patch("/projects/:id/members/:userId")
                .ofProject("id")
                .role(MemberRole.ADMIN)
                .to(this::setRole);
        api.delete("/projects/:id/members/:userId")
                .ofProject("id")
                .role(MemberRole.ADMIN)
                .evenDisabled()
                .to(this::remove);
        api.post("/projects/:id/leave")
                .bodyless()
                .ofProject("id")
                .evenDisabled()
                .to(this::leave);
        api.post("/projects/:id/transfer")
                .ofProject("id")
                .role(MemberRole.OWNER)
                .to(this::handOver);
        api.get("/projects/:id/invitations")
                .ofProject("id")
                .role(MemberRole.ADMIN)
                .to(this::listInvitations);
        api.delete("/projects/:id/invitations/:invitationId")
                .ofProject("id")
                .role(MemberRole.ADMIN)
                .evenDisabled()
                .to(this::withdraw);
    }

    private Future<Answer> list(Call call) {
        return team.all(call.tenant())
                .map(all -> all.stream().map(TeamRoutes::listed).toList())
                .map(TeamRoutes::success);
    }

    private static Map<String, Object> listed(Member member) {
        var listed = new LinkedHashMap<>(shown(member));
        listed.put("createdAt", member.createdAt());
        return listed;
    }

    private Future<Answer> invite(Call call) {
        var body = call.body();
        var email = body.email("email");
        var role = body.optionalEnum("role", Role.class).orElse(Role.MEMBER);
        body.build(() -> role);
        return invitations
                .invite(call.tenant(), Actor.of(call), email, role.asMember())
                .map(asked -> success(shown(asked)));
    }

    /** The same for everybody: it does not tell whether the address has an account. */
    private static Map<String, @Nullable Object> shown(Asked asked) {
        var shown = new LinkedHashMap<String, @Nullable Object>();
        shown.put("userId", null);
        shown.put("email", asked.email());
        shown.put("role", asked.role().name());
        shown.put("status", "INVITED");
        return shown;
    }

    private Future<Answer> setRole(Call call) {
        var body = call.body();
        var role = body.optionalEnum("role", Role.class);
        if (!body.has("role")) {
            body.missing("role");
        }
        var wanted = body.build(role::orElseThrow);
        return team.setRole(call.tenant(), Actor.of(call), call.path("userId"), wanted.asMember())
                .map(member -> success(shown(member)));
    }

    private static Map<String, Object> shown(Member member) {
        return Map.of(
                "userId",
                member.user(),
                "email",
                member.email(),
                "role",
                member.role().name());
    }

    private Future<Answer> remove(Call call) {
        return team.remove(call.tenant(), Actor.of(call), call.path("userId"))
                .map(done -> message("The member is removed"));
    }

    private Future<Answer> leave(Call call) {
        return team.leave(call.tenant(), Actor.of(call)).map(done -> message("You have left the project"));
    }

    private Future<Answer> handOver(Call call) {
        var body = call.body();
        var heir = body.text("userId", 1, 100);
        return team.handOver(call.tenant(), Actor.of(call), body.build(() -> heir))
                .map(done -> message("The project has a new owner; you are an administrator now"));
    }

    private Future<Answer> listInvitations(Call call) {
        return invitations
                .all(call.tenant())
                .map(all -> all.stream().map(TeamRoutes::shown).toList())
                .map(TeamRoutes::success);
    }

    private static Map<String, Object> shown(Invitation invitation) {
        return Map.of(
                "id", invitation.id().toString(),
                "email", invitation.email(),
                "role", invitation.role().name(),
                "createdAt", invitation.createdAt(),
                "expiresAt", invitation.expiresAt());
    }

    private Future<Answer> withdraw(Call call) {
        return invitations
                .withdraw(call.tenant(), Actor.of(call), call.path("invitationId"))
                .map(done -> message("The invitation is withdrawn"));
    }

    private static Answer message(String sentence) {
        return success(Map.of("message", sentence));
    }

    private static Answer success(Object data) {
        return Answer.ok(Map.of("success", true, "data", data));
    }
}
