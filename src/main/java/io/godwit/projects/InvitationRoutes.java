package io.godwit.projects;

import io.godwit.accounts.NewPassword;
import io.godwit.accounts.Secret;
import io.godwit.accounts.SignInClient;
import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.projects.InvitationStore.Offered;
import io.godwit.projects.Invitations.Joined;
import io.godwit.web.Access;
import io.godwit.web.Answer;
import io.godwit.web.Api;
import io.godwit.web.Call;
import io.godwit.web.PlainPage;
import io.godwit.web.PlainPage.Field;
import io.godwit.web.Routes;
import io.godwit.web.Sessions.SignedIn;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How somebody who was invited by mail joins: for a page of a dashboard, and with a page of our own. */
final class InvitationRoutes implements Routes {

    private static final String FORM = "/auth/forms/accept-invitation";
    private static final int LIMIT = 4 << 10;
    private static final String MINE = "/users/@me/invitations";

    private final Invitations invitations;

    InvitationRoutes(Invitations invitations) {
        this.invitations = invitations;
    }

    @Override
    public void mount(Api api) {
        api.post("/auth/accept-invitation")
                .perClient()
                .access(Access.OPEN)
                .fromUs()
                .to(this::accept);
        api.get("/auth/accept-invitation").perClient().access(Access.OPEN).to(this::ask);
        api.post(FORM).perClient().access(Access.OPEN).form().limit(LIMIT).to(this::acceptForm);
        api.get(MINE).access(Access.USER).to(this::offered);
        api.post(MINE + "/:id/accept").bodyless().access(Access.USER).to(this::acceptMine);
        api.delete(MINE + "/:id").access(Access.USER).to(this::decline);
    }

    /** Of the user who is signed in. */
    private Future<Answer> offered(Call call) {
        return invitations
                .offered(signedIn(call))
                .map(all -> all.stream().map(InvitationRoutes::shown).toList())
                .map(all -> Answer.ok(Map.of("success", true, "data", all)));
    }

    private static Map<String, Object> shown(Offered offered) {
        var invitation = offered.invitation();
        return Map.of(
                "id", invitation.id().toString(),
                "projectId", invitation.project().toString(),
                "project", offered.project(),
                "role", invitation.role().name(),
                "createdAt", invitation.createdAt(),
                "expiresAt", invitation.expiresAt());
    }

    private Future<Answer> acceptMine(Call call) {
        return invitations.accept(signedIn(call), call.path("id")).map(InvitationRoutes::answer);
    }

    private Future<Answer> decline(Call call) {
        return invitations
                .decline(signedIn(call), call.path("id"))
                .map(done ->
                        Answer.ok(Map.of("success", true, "data", Map.of("message", "The invitation is declined"))));
    }

    private static SignedIn signedIn(Call call) {
        return call.user().orElseThrow(() -> Failure.of(Kind.RESOURCE_NOT_FOUND, "A key is no user"));
    }

    private record Welcome(String projectId, EmailAddress email, String role, String userId) {}

    private Future<Answer> accept(Call call) {
        return joined(call).map(InvitationRoutes::answer);
    }

    private Future<Joined> joined(Call call) {
        var body = call.body();
        var password = NewPassword.optional(body, "password");
        return invitations.accept(Secret.of(body), password, SignInClient.of(call));
    }

    private static Answer answer(Joined joined) {
        var welcome = new Welcome(
                joined.invitation().project().toString(),
                joined.user().email(),
                joined.invitation().role().name(),
                joined.user().id().toString());
        return withCookie(Answer.ok(Map.of("success", true, "data", welcome)), joined.cookie());
    }

    private static Answer withCookie(Answer answer, Optional<String> cookie) {
        return cookie.map(given -> answer.with("Set-Cookie", given)).orElse(answer);
    }

    /** Asks for a password only where there is no account yet. */
    private Future<Answer> ask(Call call) {
        var token = call.query().text("token").orElse("");
        var hidden = Field.hidden("token", token);
        return invitations
                .needsPassword(new Secret(token))
                .map(needed -> PlainPage.of(
                        "Join the project",
                        needed
                                ? "Choose a password for your new account. " + NewPassword.RULE
                                : "One more click and you are a member.",
                        FORM,
                        "Join",
                        needed ? List.of(hidden, Field.password("password", "Password")) : List.of(hidden)));
    }

    /** A page of another site must not sign a reader in, as whomever it likes. */
    private Future<Answer> acceptForm(Call call) {
        if (call.isCrossSite()) {
            throw Failure.of(Kind.FORBIDDEN, "This request comes from another site");
        }
        return joined(call)
                .map(joined -> withCookie(
                        PlainPage.of(200, "You are a member now", "You can close this page."), joined.cookie()))
                .recover(error -> error instanceof Failure failure
                        ? Future.succeededFuture(PlainPage.of(400, "That did not work", failure.sentence()))
                        : Future.failedFuture(error));
    }
}
