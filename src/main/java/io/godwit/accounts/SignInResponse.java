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
        if (result.token().isPresent()) {
            var response =
                    new CodeRequiredResponse(result.token().get().text(), SecondFactorCheck.LIFETIME.toSeconds());
            return ApiResponse.ok(new SignInRefusal(false, result.refusal(), response));
        }
        return result.session()
                .map(SignInResponse::signedIn)
                .orElseGet(() -> ApiResponse.ok(new SignInRefusal(false, result.refusal(), null)));
    }

    private static ApiResponse signedIn(StartedSession session) {
        return ApiResponse.ok(DataResponse.of(UserResponse.of(session.user()))).with(SET_COOKIE, session.cookie());
    }

    /** Returns the response as a page, for users without a dashboard. */
    static ApiResponse page(SignInResult result) {
        return result.session()
                .map(session -> LinkPage.done("You are signed in").with(SET_COOKIE, session.cookie()))
                .orElseGet(() -> LinkPage.of(400, "That did not work", result.refusal()));
    }
}
