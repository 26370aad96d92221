package io.godwit.accounts;

import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.web.Access;
import io.godwit.web.Answer;
import io.godwit.web.Api;
import io.godwit.web.Call;
import io.godwit.web.Routes;
import io.godwit.web.Sessions;
import io.godwit.web.Sessions.SignedIn;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.Map;

/** The endpoints of the user who is signed in. A key is nobody, so for it there is no such user. */
final class UserRoutes implements Routes {

    private static final String SET_COOKIE = "Set-Cookie";

    private final Accounts accounts;
    private final Accounts.Ties ties;

    UserRoutes(Accounts accounts, Accounts.Ties ties) {
        this.accounts = accounts;
        this.ties = ties;
    }

    private record Me(String id, EmailAddress email, String type, boolean emailVerified, Instant createdAt) {

        static Me of(User user) {
            return new Me(user.id().toString(), user.email(), user.type(), user.verified(), user.createdAt());
        }
    }

    @Override
    public void mount(Api api) {
        api.get("/users/@me").access(Access.USER).to(this::me);
        api.delete("/users/@me").access(Access.USER).withBody().to(this::delete);
        api.post("/users/@me/password").access(Access.USER).to(this::changePassword);
    }

    private Future<Answer> me(Call call) {
        return accounts.find(signedIn(call).user()).map(user -> Answer.ok(Me.of(user.orElseThrow(Sessions::ended))));
    }

    private Future<Answer> delete(Call call) {
        var body = call.body();
        var password = body.optionalText("password", 1, Passwords.LONGEST);
        body.build(() -> password);
        return accounts.delete(signedIn(call), password, ties)
                .map(cookie -> Answer.ok(Map.of("success", true, "message", "Your account is deleted"))
                        .with(SET_COOKIE, cookie));
    }

    private Future<Answer> changePassword(Call call) {
        var body = call.body();
        var current = body.text("currentPassword", 1, Passwords.LONGEST);
        var fresh = NewPassword.read(body, "newPassword");
        body.build(() -> fresh);
        return accounts.changePassword(signedIn(call).user(), current, fresh, SignInClient.of(call))
                .map(cookie -> Answer.ok(Map.of("success", true, "data", Map.of("message", "Your password is changed")))
                        .with(SET_COOKIE, cookie));
    }

    private static SignedIn signedIn(Call call) {
        return call.user().orElseThrow(() -> Failure.of(Kind.RESOURCE_NOT_FOUND, "A key is no user"));
    }
}
