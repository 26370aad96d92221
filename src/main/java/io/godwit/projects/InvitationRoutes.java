package io.godwit.projects;

import io.godwit.accounts.NewPassword;
import io.godwit.accounts.OneTimeToken;
import io.godwit.accounts.SignInClient;
import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.MemberRole;
import io.godwit.core.id.ProjectId;
import io.godwit.projects.InvitationService.JoinedMember;
import io.godwit.projects.InvitationStore.OpenInvitation;
import io.godwit.web.Access;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.DataResponse;
import io.godwit.web.GenericType;
import io.godwit.web.JsonBody;
import io.godwit.web.LinkPage;
import io.godwit.web.LinkPage.Field;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.SessionLookup.SignedIn;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The endpoints to accept and decline invitations: for the page of a dashboard, and with a page of this server. */
final class InvitationRoutes implements Routes {

    private static final String FORM = "/auth/forms/accept-invitation";
    private static final int LIMIT = 4 << 10;
    private static final Field CHOSEN_PASSWORD = NewPassword.field("password", "Password");
    private static final String OWN_PATH = "/users/@me/invitations";

    private final InvitationService invitations;

    InvitationRoutes(InvitationService invitations) {
        this.invitations = invitations;
    }

    @Override
    public void mount(RouteTable api) {
        api.post("/auth/accept-invitation")
                .perClient()
                .access(Access.OPEN)
                .sameSiteOnly()
                .body(AcceptRequest::parse)
                .answers(DataResponse.class, InvitationResponse.class)
                .to(this::accept);
        api.post("/auth/invitation-details")
                .perClient()
                .access(Access.OPEN)
                .sameSiteOnly()
                .body(OneTimeToken::of)
                .answers(DataResponse.class, InvitationDetails.class)
                .to(this::details);
        api.get("/auth/accept-invitation")
                .perClient()
                .access(Access.OPEN)
                .query(query -> query.text("token"))
                .answersFile("text/html")
                .fails(Kind.BAD_REQUEST)
                .to(this::page);
        api.post(FORM)
                .perClient()
                .access(Access.OPEN)
                .sameSiteOnly()
                .form()
                .limit(LIMIT)
                .body(AcceptRequest::parse)
                .answersFile("text/html")
                .to(this::acceptForm);
        api.get(OWN_PATH)
                .access(Access.USER)
                .answers(DataResponse.class, GenericType.list(OfferedInvitation.class))
                .to(this::offered);
        api.post(OWN_PATH + "/:id/accept")
                .bodyless()
                .access(Access.USER)
                .answers(DataResponse.class, InvitationResponse.class)
                .to(this::acceptMine);
        api.delete(OWN_PATH + "/:id")
                .access(Access.USER)
                .answers(DataResponse.class, DataResponse.Message.class)
                .to(this::decline);
    }

    /** The body that accepts an invitation; the password is for an account that does not exist yet. */
    private record AcceptRequest(OneTimeToken token, Optional<String> password) {

        static AcceptRequest parse(JsonBody body) {
            var password = NewPassword.optional(body, "password");
            return new AcceptRequest(OneTimeToken.of(body), password);
        }
    }

    /**
     * An invitation as its link tells of it.
     *
     * @param email the invited address; null, as project and role, for a link that is unknown, used or expired
     * @param needsPassword whether a password is to be chosen, because the address has no verified account
     */
    private record InvitationDetails(
            @Nullable EmailAddress email,
            @Nullable String project,
            @Nullable MemberRole role,
            boolean needsPassword) {

        static final InvitationDetails VOID = new InvitationDetails(null, null, null, false);

        static InvitationDetails of(OpenInvitation found, boolean needsPassword) {
            var invitation = found.invitation();
            return new InvitationDetails(invitation.email(), found.project(), invitation.role(), needsPassword);
        }
    }

    /** Tells the page behind the link what it invites to; whoever has the link may accept it, so nothing of it is a secret. */
    private Future<ApiResponse> details(ApiRequest call) {
        return invitations
                .find(OneTimeToken.of(call.body()))
                .compose(found -> found.isEmpty()
                        ? Future.succeededFuture(InvitationDetails.VOID)
                        : invitations
                                .needsPassword(found.get().invitation())
                                .map(needed -> InvitationDetails.of(found.get(), needed)))
                .map(details -> ApiResponse.ok(DataResponse.of(details)));
    }

    /** Lists the invitations of the user who is signed in. */
    private Future<ApiResponse> offered(ApiRequest call) {
        return invitations
                .offered(signedIn(call))
                .map(all -> all.stream().map(OfferedInvitation::of).toList())
                .map(all -> ApiResponse.ok(DataResponse.of(all)));
    }

    /** An invitation of the user who is signed in. */
    private record OfferedInvitation(
            UUID id, ProjectId projectId, String project, MemberRole role, Instant createdAt, Instant expiresAt) {

        static OfferedInvitation of(OpenInvitation found) {
            var invitation = found.invitation();
            return new OfferedInvitation(
                    invitation.id(),
                    invitation.project(),
                    found.project(),
                    invitation.role(),
                    invitation.createdAt(),
                    invitation.expiresAt());
        }
    }

    private Future<ApiResponse> acceptMine(ApiRequest call) {
        return invitations.accept(signedIn(call), call.path("id")).map(InvitationRoutes::answer);
    }

    private Future<ApiResponse> decline(ApiRequest call) {
        return invitations
                .decline(signedIn(call), call.path("id"))
                .map(ignored -> ApiResponse.ok(DataResponse.message("The invitation is declined")));
    }

    private static SignedIn signedIn(ApiRequest call) {
        return call.user().orElseThrow(() -> Failure.of(Kind.RESOURCE_NOT_FOUND, "A key is no user"));
    }

    private record InvitationResponse(String projectId, EmailAddress email, MemberRole role, String userId) {}

    private Future<ApiResponse> accept(ApiRequest call) {
        return joined(call).map(InvitationRoutes::answer);
    }

    private Future<JoinedMember> joined(ApiRequest call) {
        var request = AcceptRequest.parse(call.body());
        return invitations.accept(request.token(), request.password(), SignInClient.of(call));
    }

    private static ApiResponse answer(JoinedMember joined) {
        var response = new InvitationResponse(
                joined.invitation().project().toString(),
                joined.user().email(),
                joined.invitation().role(),
                joined.user().id().toString());
        return withCookie(ApiResponse.ok(DataResponse.of(response)), joined.cookie());
    }

    private static ApiResponse withCookie(ApiResponse response, Optional<String> cookie) {
        return cookie.map(value -> response.with("Set-Cookie", value)).orElse(response);
    }

    /**
     * The page to accept an invitation; asks for a password only where there is no account yet. A link that is not valid leads to
     * the same page without project and address; its form says so.
     */
    private Future<ApiResponse> page(ApiRequest call) {
        var token = call.query().text("token").orElse("");
        var hidden = Field.hidden("token", token);
        return invitations
                .find(new OneTimeToken(token))
                .compose(found -> found.isEmpty()
                        ? Future.succeededFuture(page("", List.of(hidden, CHOSEN_PASSWORD)))
                        : page(found.get(), hidden));
    }

    private Future<ApiResponse> page(OpenInvitation found, Field hidden) {
        var invitation = found.invitation();
        var account = Field.account(invitation.email().value());
        var project = "You are invited to the project " + found.project() + ". ";
        return invitations
                .needsPassword(invitation)
                .map(needed ->
                        page(project, needed ? List.of(hidden, account, CHOSEN_PASSWORD) : List.of(hidden, account)));
    }

    private static ApiResponse page(String about, List<Field> fields) {
        var sentence = fields.contains(CHOSEN_PASSWORD)
                ? "Choose a password for your new account. " + NewPassword.RULE
                : "One more click and you are a member.";
        return LinkPage.of("Join the project", about + sentence, FORM, "Join", fields);
    }

    /**
     * Accepts the invitation from the page; refuses other sites, which must not sign a user in to an account of their
     * choice.
     */
    private Future<ApiResponse> acceptForm(ApiRequest call) {
        return joined(call)
                .map(joined -> withCookie(LinkPage.done("You are a member now"), joined.cookie()))
                .recover(error -> error instanceof Failure failure
                        ? Future.succeededFuture(LinkPage.of(400, "That did not work", failure.sentence()))
                        : Future.failedFuture(error));
    }
}
