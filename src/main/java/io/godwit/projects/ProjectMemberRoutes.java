package io.godwit.projects;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.godwit.core.EmailAddress;
import io.godwit.core.Failure.Kind;
import io.godwit.core.MemberRole;
import io.godwit.core.id.UserId;
import io.godwit.projects.InvitationService.InvitedUser;
import io.godwit.projects.MemberStore.Member;
import io.godwit.projects.audit.Actor;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.DataResponse;
import io.godwit.web.GenericType;
import io.godwit.web.JsonBody;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** The endpoints of a project's members and invitations. */
final class ProjectMemberRoutes implements Routes {

    private static final int MAX_ID_LENGTH = 100;

    private final MemberService members;
    private final InvitationService invitations;

    ProjectMemberRoutes(MemberService members, InvitationService invitations) {
        this.members = members;
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

    /** The body of an invitation. */
    private record InviteRequest(EmailAddress email, Role role) {

        static InviteRequest parse(JsonBody body) {
            var email = body.asciiEmail("email");
            var role = body.optionalEnum("role", Role.class).orElse(Role.MEMBER);
            return body.build(() -> new InviteRequest(email, role));
        }
    }

    /** A member of a project. */
    private record MemberResponse(UserId userId, String email, MemberRole role) {

        static MemberResponse of(Member member) {
            return new MemberResponse(member.user(), member.email(), member.role());
        }
    }

    /** A member in a list. */
    private record ListedMemberResponse(@JsonUnwrapped MemberResponse member, Instant createdAt) {

        static ListedMemberResponse of(Member member) {
            return new ListedMemberResponse(MemberResponse.of(member), member.createdAt());
        }
    }

    /** The status of somebody who was invited. */
    private enum InviteStatus {
        INVITED
    }

    /**
     * The response to an invitation; the same whether the address has an account or not, so that it does not tell.
     *
     * @param userId always null
     */
    private record InvitedMemberResponse(
            Optional<String> userId, EmailAddress email, MemberRole role, InviteStatus status) {

        static InvitedMemberResponse of(InvitedUser invited) {
            return new InvitedMemberResponse(Optional.empty(), invited.email(), invited.role(), InviteStatus.INVITED);
        }
    }

    /** An open invitation. */
    private record InvitationSummary(
            UUID id, EmailAddress email, MemberRole role, Instant createdAt, Instant expiresAt) {

        static InvitationSummary of(Invitation invitation) {
            return new InvitationSummary(
                    invitation.id(),
                    invitation.email(),
                    invitation.role(),
                    invitation.createdAt(),
                    invitation.expiresAt());
        }
    }

    @Override
    public void mount(RouteTable api) {
        api.get("/projects/:id/members")
                .ofProject("id")
                .answers(DataResponse.class, GenericType.list(ListedMemberResponse.class))
                .to(this::list);
        api.post("/projects/:id/members")
                .ofProject("id")
                .role(MemberRole.ADMIN)
                .body(InviteRequest::parse)
                .answers(DataResponse.class, InvitedMemberResponse.class)
                .fails(Kind.CONFLICT)
                .to(this::invite);
        api.patch("/projects/:id/members/:userId")
                .ofProject("id")
                .role(MemberRole.ADMIN)
                .body(ProjectMemberRoutes::role)
                .answers(DataResponse.class, MemberResponse.class)
                .to(this::setRole);
        api.delete("/projects/:id/members/:userId")
                .ofProject("id")
                .role(MemberRole.ADMIN)
                .evenDisabled()
                .answers(DataResponse.class, DataResponse.Message.class)
                .to(this::remove);
        api.post("/projects/:id/leave")
                .bodyless()
                .ofProject("id")
                .evenDisabled()
                .answers(DataResponse.class, DataResponse.Message.class)
                .fails(Kind.CONFLICT)
                .to(this::leave);
        api.post("/projects/:id/transfer")
                .ofProject("id")
                .role(MemberRole.OWNER)
                .body(ProjectMemberRoutes::newOwner)
                .answers(DataResponse.class, DataResponse.Message.class)
                .fails(Kind.CONFLICT)
                .to(this::handOver);
        api.get("/projects/:id/invitations")
                .ofProject("id")
                .role(MemberRole.ADMIN)
                .answers(DataResponse.class, GenericType.list(InvitationSummary.class))
                .to(this::listInvitations);
        api.delete("/projects/:id/invitations/:invitationId")
                .ofProject("id")
                .role(MemberRole.ADMIN)
                .evenDisabled()
                .answers(DataResponse.class, DataResponse.Message.class)
                .to(this::withdraw);
    }

    private Future<ApiResponse> list(ApiRequest call) {
        return members.all(call.tenant())
                .map(all -> all.stream().map(ListedMemberResponse::of).toList())
                .map(ProjectMemberRoutes::success);
    }

    private Future<ApiResponse> invite(ApiRequest call) {
        var request = InviteRequest.parse(call.body());
        return invitations
                .invite(
                        call.tenant(),
                        Actor.of(call),
                        request.email(),
                        request.role().asMember())
                .map(invited -> success(InvitedMemberResponse.of(invited)));
    }

    private Future<ApiResponse> setRole(ApiRequest call) {
        var role = role(call.body());
        return members.setRole(call.tenant(), Actor.of(call), call.path("userId"), role.asMember())
                .map(member -> success(MemberResponse.of(member)));
    }

    private static Role role(JsonBody body) {
        var role = body.optionalEnum("role", Role.class);
        if (!body.has("role")) {
            body.missing("role");
        }
        return body.build(role::orElseThrow);
    }

    private Future<ApiResponse> remove(ApiRequest call) {
        return members.remove(call.tenant(), Actor.of(call), call.path("userId"))
                .map(ignored -> message("The member is removed"));
    }

    private Future<ApiResponse> leave(ApiRequest call) {
        return members.leave(call.tenant(), Actor.of(call)).map(ignored -> message("You have left the project"));
    }

    private Future<ApiResponse> handOver(ApiRequest call) {
        return members.handOver(call.tenant(), Actor.of(call), newOwner(call.body()))
                .map(ignored -> message("The project has a new owner; you are an administrator now"));
    }

    private static String newOwner(JsonBody body) {
        var newOwner = body.text("userId", 1, MAX_ID_LENGTH);
        return body.build(() -> newOwner);
    }

    private Future<ApiResponse> listInvitations(ApiRequest call) {
        return invitations
                .all(call.tenant())
                .map(all -> all.stream().map(InvitationSummary::of).toList())
                .map(ProjectMemberRoutes::success);
    }

    private Future<ApiResponse> withdraw(ApiRequest call) {
        return invitations
                .withdraw(call.tenant(), Actor.of(call), call.path("invitationId"))
                .map(ignored -> message("The invitation is withdrawn"));
    }

    private static ApiResponse message(String sentence) {
        return success(new DataResponse.Message(sentence));
    }

    private static ApiResponse success(Object data) {
        return ApiResponse.ok(DataResponse.of(data));
    }
}
