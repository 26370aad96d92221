package io.godwit.accounts;

import io.godwit.accounts.SignInResult.StartedSession;
import io.godwit.core.EmailAddress;
import io.godwit.web.ApiResponse;
import io.godwit.web.LinkPage;
import java.util.Map;

/** How the end of a sign-in is told. */
final class SignInResponse {

    static final String SET_COOKIE = "Set-Cookie";

    private SignInResponse() {}

    /** What a sign-in tells of a user. */
    private record UserResponse(String id, EmailAddress email) {

        static UserResponse of(User user) {
            return new UserResponse(user.id().toString(), user.email());
        }
    }

    /** What shows that a code was asked for. */
    private record CodeRequiredResponse(String token, long expiresIn) {}

    /** Those who have to show a code are told by {@code secondFactor}; who does not know it shows them the sentence. */
    static ApiResponse of(SignInResult welcome) {
        if (welcome.ticket().isPresent()) {
            var asked = new CodeRequiredResponse(welcome.ticket().get().text(), SecondFactorCheck.LIFETIME.toSeconds());
            return ApiResponse.ok(Map.of("success", false, "data", welcome.refusal(), "secondFactor", asked));
        }
        return welcome.entered()
                .map(SignInResponse::entered)
                .orElseGet(() -> ApiResponse.ok(Map.of("success", false, "data", welcome.refusal())));
    }

    private static ApiResponse entered(StartedSession entered) {
        return ApiResponse.ok(Map.of("success", true, "data", UserResponse.of(entered.user())))
                .with(SET_COOKIE, entered.cookie());
    }

    /** The same for people without a dashboard. */
    static ApiResponse page(SignInResult welcome) {
        return welcome.entered()
                .map(entered -> LinkPage.of(200, "You are signed in", "You can close this page.")
                        .with(SET_COOKIE, entered.cookie()))
                .orElseGet(() -> LinkPage.of(400, "That did not work", welcome.refusal()));
    }
}
