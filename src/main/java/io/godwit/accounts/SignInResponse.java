package io.godwit.accounts;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import io.godwit.accounts.SignInResult.StartedSession;
import io.godwit.core.EmailAddress;
import io.godwit.web.ApiResponse;
import io.godwit.web.DataResponse;
import io.godwit.web.LinkPage;
import org.jspecify.annotations.Nullable;

/** Builds the responses of a sign-in, as JSON and as a page. */
final class SignInResponse {

    static final String SET_COOKIE = "Set-Cookie";

    private SignInResponse() {}

    /** The user in the response of a sign-in. */
    record UserResponse(String id, EmailAddress email) {

        static UserResponse of(User user) {
            return new UserResponse(user.id().toString(), user.email());
        }
    }

    /** The token with which a sign-in continues that needs a code of the second factor; {@code expiresIn} in seconds. */
    record CodeRequiredResponse(String token, long expiresIn) {}

    /**
     * The answer where there is no session.
     *
     * @param data a sentence that says why
     * @param secondFactor the request for a code; absent where none would help
     */
    record SignInRefusal(
            boolean success,
            String data,
            @JsonInclude(Include.NON_NULL) @Nullable CodeRequiredResponse secondFactor) {}

    /**
     * The JSON response. A sign-in that needs a code has the member {@code secondFactor}; a client that does not know it
     * shows the sentence.
     */
    static ApiResponse of(SignInResult result) {
        if (result.ticket().isPresent()) {
            var asked = new CodeRequiredResponse(result.ticket().get().text(), SecondFactorCheck.LIFETIME.toSeconds());
            return ApiResponse.ok(new SignInRefusal(false, result.refusal(), asked));
        }
        return result.entered()
                .map(SignInResponse::entered)
                .orElseGet(() -> ApiResponse.ok(new SignInRefusal(false, result.refusal(), null)));
    }

    private static ApiResponse entered(StartedSession entered) {
        return ApiResponse.ok(DataResponse.of(UserResponse.of(entered.user()))).with(SET_COOKIE, entered.cookie());
    }

    /** The same response as a page, for users without a dashboard. */
    static ApiResponse page(SignInResult result) {
        return result.entered()
                .map(entered -> LinkPage.of(200, "You are signed in", "You can close this page.")
                        .with(SET_COOKIE, entered.cookie()))
                .orElseGet(() -> LinkPage.of(400, "That did not work", result.refusal()));
    }
}
