package io.godwit.accounts;

import io.godwit.accounts.AddressVerification.VerificationRequest;
import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.web.Access;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.LinkPage;
import io.godwit.web.LinkPage.Field;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/**
 * The pages that links of account emails lead to when no dashboard is configured. Opening a page changes nothing, because
 * mail programs fetch links by themselves; its button does.
 */
final class EmailLinkRoutes implements Routes {

    private static final String VERIFY = "/auth/forms/verify-email";
    private static final String RESET = "/auth/forms/reset-password";
    private static final int LIMIT = 4 << 10;
    private static final String ASK_FOR_PASSWORD =
            "Enter the password you chose when you signed up. If it was not you who signed up, close"
                    + " this page, and ask for a new password when you want the account.";

    private final AccountRecovery recovery;
    private final AddressVerification verification;

    EmailLinkRoutes(AccountRecovery recovery, AddressVerification verification) {
        this.recovery = recovery;
        this.verification = verification;
    }

    @Override
    public void mount(RouteTable api) {
        api.get("/auth/verify-email")
                .access(Access.OPEN)
                .query(query -> query.text("token"))
                .answersFile("text/html")
                .fails(Kind.BAD_REQUEST)
                .to(this::askToVerify);
        api.get("/auth/reset-password")
                .access(Access.OPEN)
                .query(query -> query.text("token"))
                .answersFile("text/html")
                .to(this::askForPassword);
        api.post(VERIFY)
                .perClient()
                .access(Access.OPEN)
                .sameSiteOnly()
                .form()
                .limit(LIMIT)
                .body(VerificationRequest::read)
                .answersFile("text/html")
                .to(this::verify);
        api.post(RESET)
                .perClient()
                .access(Access.OPEN)
                .sameSiteOnly()
                .form()
                .limit(LIMIT)
                .body(ResetRequest::read)
                .answersFile("text/html")
                .to(this::reset);
    }

    private Future<ApiResponse> askToVerify(ApiRequest call) {
        return verification.passwordOwner(call, token(call)).map(owner -> verifyPage(hidden(call), owner));
    }

    private static ApiResponse verifyPage(Field token, Optional<EmailAddress> owner) {
        var title = "Confirm your email address";
        return owner.map(email -> LinkPage.of(
                        title,
                        ASK_FOR_PASSWORD,
                        VERIFY,
                        "Confirm",
                        List.of(token, account(email), Field.password("password", "Password"))))
                .orElseGet(() -> LinkPage.of(
                        title, "One more click and the address is yours here.", VERIFY, "Confirm", List.of(token)));
    }

    /** A link that is not valid any more leads to the same page without an address; its form says so. */
    private Future<ApiResponse> askForPassword(ApiRequest call) {
        var password = NewPassword.field("newPassword", "New password");
        return recovery.passwordOwner(token(call))
                .map(owner -> owner.map(email -> List.of(hidden(call), account(email), password))
                        .orElseGet(() -> List.of(hidden(call), password)))
                .map(fields -> LinkPage.of(
                        "Choose a new password",
                        NewPassword.RULE + " All your sessions end with it.",
                        RESET,
                        "Change password",
                        fields));
    }

    private static Field account(EmailAddress email) {
        return Field.account(email.value());
    }

    private static OneTimeToken token(ApiRequest call) {
        return new OneTimeToken(call.query().text("token").orElse(""));
    }

    private static Field hidden(ApiRequest call) {
        return Field.hidden("token", call.query().text("token").orElse(""));
    }

    private Future<ApiResponse> verify(ApiRequest call) {
        var request = VerificationRequest.read(call.body());
        return shown(verification.verify(call, request.token(), request.password()), "Your email address is verified");
    }

    private Future<ApiResponse> reset(ApiRequest call) {
        var request = ResetRequest.read(call.body());
        return shown(recovery.reset(request.token(), request.password()), "Your password is changed");
    }

    private static Future<ApiResponse> shown(Future<Void> done, String title) {
        return done.map(ignored -> LinkPage.done(title))
                .recover(error -> error instanceof Failure failure
                        ? Future.succeededFuture(LinkPage.of(400, "That did not work", failure.sentence()))
                        : Future.failedFuture(error));
    }
}
