package io.godwit.accounts;

import io.godwit.core.Failure;
import io.godwit.web.Access;
import io.godwit.web.Answer;
import io.godwit.web.Api;
import io.godwit.web.Call;
import io.godwit.web.PlainPage;
import io.godwit.web.PlainPage.Field;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.util.List;

/**
 * Where the links of our mails lead when there is no dashboard elsewhere. A page changes nothing, because mail programs fetch
 * links by themselves; its button does.
 */
final class LinkRoutes implements Routes {

    private static final String VERIFY = "/auth/forms/verify-email";
    private static final String RESET = "/auth/forms/reset-password";
    private static final int LIMIT = 4 << 10;
    private static final String ASK_FOR_PASSWORD =
            "Enter the password you chose when you signed up. If it was not you who signed up, close"
                    + " this page, and ask for a new password when you want the account.";

    private final Recovery recovery;
    private final Verification verification;

    LinkRoutes(Recovery recovery, Verification verification) {
        this.recovery = recovery;
        this.verification = verification;
    }

    @Override
    public void mount(Api api) {
        api.get("/auth/verify-email").access(Access.OPEN).to(this::askToVerify);
        api.get("/auth/reset-password").access(Access.OPEN).to(LinkRoutes::askForPassword);
        api.post(VERIFY).perClient().access(Access.OPEN).form().limit(LIMIT).to(this::verify);
        api.post(RESET).perClient().access(Access.OPEN).form().limit(LIMIT).to(this::reset);
    }

    private Future<Answer> askToVerify(Call call) {
        var token = new Secret(call.query().text("token").orElse(""));
        return verification
                .needsPassword(call, token)
                .map(needed -> PlainPage.of(
                        "Confirm your email address",
                        needed ? ASK_FOR_PASSWORD : "One more click and the address is yours here.",
                        VERIFY,
                        "Confirm",
                        needed ? List.of(token(call), Field.password("password", "Password")) : List.of(token(call))));
    }

    private static Future<Answer> askForPassword(Call call) {
        return Future.succeededFuture(PlainPage.of(
                "Choose a new password",
                NewPassword.RULE + " All your sessions end with it.",
                RESET,
                "Change password",
                List.of(token(call), Field.password("newPassword", "New password"))));
    }

    private static Field token(Call call) {
        return Field.hidden("token", call.query().text("token").orElse(""));
    }

    private Future<Answer> verify(Call call) {
        if (call.isCrossSite()) {
            throw Failure.of(Failure.Kind.FORBIDDEN, "This request comes from another site");
        }
        var body = call.body();
        var password = body.optionalText("password", 1, Passwords.LONGEST);
        return shown(verification.verify(call, Secret.of(body), password), "Your email address is verified");
    }

    private Future<Answer> reset(Call call) {
        var body = call.body();
        var password = NewPassword.read(body, "newPassword");
        return shown(recovery.reset(Secret.of(body), password), "Your password is changed");
    }

    private static Future<Answer> shown(Future<Void> done, String title) {
        return done.map(nothing -> PlainPage.of(200, title, "You can close this page."))
                .recover(error -> error instanceof Failure failure
                        ? Future.succeededFuture(PlainPage.of(400, "That did not work", failure.sentence()))
                        : Future.failedFuture(error));
    }
}
