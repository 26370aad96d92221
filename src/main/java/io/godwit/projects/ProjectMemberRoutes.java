package io.godwit.projects;

import io.godwit.core.MemberRole;
import io.godwit.projects.InvitationService.InvitedUser;
import io.godwit.projects.MemberStore.Member;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The endpoints of a project's members and invitations. */
final class ProjectMemberRoutes implements Routes {

    private final MemberService team;
    private final InvitationService invitations;

    ProjectMemberRoutes(MemberService team, InvitationService invitations) {
        this.team = team;
        this.invitations = invitations;
    }

    /** The roles a member can be given; the owner is changed by a transfer. */
    private enum Role {
        ADMIN,
        MEMBER;

        MemberRole asMember() {
            return this == ADMIN ? MemberRole.ADMIN : MemberRole.MEMBER;
        }
    }

    @Override
    public void mount(RouteTable api) {
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

    private Future<ApiResponse> list(ApiRequest call) {
        return team.all(call.tenant())
                .map(all -> all.stream().map(ProjectMemberRoutes::listed).toList())
                .map(ProjectMemberRoutes::success);
    }

    private static Map<String, Object> listed(Member member) {
        var listed = new LinkedHashMap<>(shown(member));
        listed.put("createdAt", member.createdAt());
        return listed;
    }

    private Future<ApiResponse> invite(ApiRequest call) {
        var body = call.body();
        var email = body.email("email");
        var role = body.optionalEnum("role", Role.class).orElse(Role.MEMBER);
        body.build(() -> role);
        return invitations
                .invite(call.tenant(), Actor.of(call), email, role.asMember())
                .map(asked -> success(shown(asked)));
    }

    /** The response to an invitation; the same whether the address has an account or not, so that it does not tell. */
    private static Map<String, @Nullable Object> shown(InvitedUser asked) {
        var shown = new LinkedHashMap<String, @Nullable Object>();
        shown.put("userId", null);
        shown.put("email", asked.email());
        shown.put("role", asked.role().name());
        shown.put("status", "INVITED");
        return shown;
    }

    private Future<ApiResponse> setRole(ApiRequest call) {
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

    private Future<ApiResponse> remove(ApiRequest call) {
        return team.remove(call.tenant(), Actor.of(call), call.path("userId"))
                .map(ignored -> message("The member is removed"));
    }

    private Future<ApiResponse> leave(ApiRequest call) {
        return team.leave(call.tenant(), Actor.of(call)).map(ignored -> message("You have left the project"));
    }

    private Future<ApiResponse> handOver(ApiRequest call) {
        var body = call.body();
        var heir = body.text("userId", 1, 100);
        return team.handOver(call.tenant(), Actor.of(call), body.build(() -> heir))
                .map(ignored -> message("The project has a new owner; you are an administrator now"));
    }

    private Future<ApiResponse> listInvitations(ApiRequest call) {
        return invitations
                .all(call.tenant())
                .map(all -> all.stream().map(ProjectMemberRoutes::shown).toList())
                .map(ProjectMemberRoutes::success);
    }

    private static Map<String, Object> shown(Invitation invitation) {
        return Map.of(
                "id", invitation.id().toString(),
                "email", invitation.email(),
                "role", invitation.role().name(),
                "createdAt", invitation.createdAt(),
                "expiresAt", invitation.expiresAt());
    }

    private Future<ApiResponse> withdraw(ApiRequest call) {
        return invitations
                .withdraw(call.tenant(), Actor.of(call), call.path("invitationId"))
                .map(ignored -> message("The invitation is withdrawn"));
    }

    private static ApiResponse message(String sentence) {
        return success(Map.of("message", sentence));
    }

    private static ApiResponse success(Object data) {
        return ApiResponse.ok(Map.of("success", true, "data", data));
    }
}
