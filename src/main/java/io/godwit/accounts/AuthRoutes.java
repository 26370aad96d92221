package io.godwit.accounts;

import io.godwit.accounts.AddressVerification.VerificationRequest;
import io.godwit.core.EmailAddress;
import io.godwit.oauth.ProviderFlags;
import io.godwit.oauth.ProviderSettings;
import io.godwit.web.Access;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.DataResponse;
import io.godwit.web.JsonBody;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.SessionLookup;
import io.vertx.core.Future;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The endpoints below {@code /auth}. */
final class AuthRoutes implements Routes {

    private final SignInService signIn;
    private final SessionService sessions;
    private final AccountRecovery recovery;
    private final AddressVerification verification;
    private final List<ProviderSettings> providers;

    AuthRoutes(
            SignInService signIn, SessionService sessions, AccountRecovery recovery, List<ProviderSettings> providers) {
        this.signIn = signIn;
        this.sessions = sessions;
        this.recovery = recovery;
        this.verification = new AddressVerification(signIn, sessions, recovery);
        this.providers = providers;
    }

    @Override
    public void mount(RouteTable api) {
        api.post("/auth/login")
                .perClient()
                .access(Access.OPEN)
                .sameSiteOnly()
                .body(CredentialsRequest::toSignIn)
                .answers(DataResponse.class, SignInResponse.UserResponse.class)
                .answers(SignInResponse.SignInRefusal.class)
                .to(this::signIn);
        api.post("/auth/signup")
                .perClient()
                .access(Access.OPEN)
                .sameSiteOnly()
                .body(CredentialsRequest::toSignUp)
                .answers(DataResponse.class, SignInResponse.UserResponse.class)
                .answers(SignInResponse.SignInRefusal.class)
                .to(this::signUp);
        api.get("/auth/logout")
                .access(Access.OPEN)
                .sameSiteOnly()
                .answers(boolean.class)
                .to(this::signOut);
        api.get("/auth/oauth-config")
                .access(Access.OPEN)
                .answers(DataResponse.class, ProviderFlags.class)
                .to(this::providers);
        api.post("/auth/verify-email")
                .perClient()
                .access(Access.OPEN)
                .sameSiteOnly()
                .body(VerificationRequest::read)
                .answers(DataResponse.class, DataResponse.Message.class)
                .to(this::verify);
        api.post("/auth/request-verification")
                .bodyless()
                .access(Access.USER)
                .answers(DataResponse.class, DataResponse.Message.class)
                .to(this::requestVerification);
        api.post("/auth/request-password-reset")
                .perClient()
                .access(Access.OPEN)
                .sameSiteOnly()
                .body(AuthRoutes::address)
                .answers(DataResponse.class, DataResponse.Message.class)
                .to(this::requestReset);
        api.post("/auth/token-owner")
                .perClient()
                .access(Access.OPEN)
                .sameSiteOnly()
                .body(OneTimeToken::of)
                .answers(DataResponse.class, TokenOwnerResponse.class)
                .to(this::tokenOwner);
        api.post("/auth/reset-password")
                .perClient()
                .access(Access.OPEN)
                .sameSiteOnly()
                .body(ResetRequest::read)
                .answers(DataResponse.class, DataResponse.Message.class)
                .to(this::reset);
    }

    private Future<ApiResponse> signIn(ApiRequest call) {
        var credentials = CredentialsRequest.toSignIn(call.body());
        return signIn.signIn(credentials, SignInClient.of(call)).map(SignInResponse::of);
    }

    private Future<ApiResponse> signUp(ApiRequest call) {
        var credentials = CredentialsRequest.toSignUp(call.body());
        return signIn.signUp(credentials, SignInClient.of(call)).map(SignInResponse::of);
    }

    /** Ends the session, also when it has ended: the cookie is taken away. */
    private Future<ApiResponse> signOut(ApiRequest call) {
        return sessions.signOut(call.sessionToken())
                .map(cookie -> ApiResponse.ok(true).with(SignInResponse.SET_COOKIE, cookie));
    }

    private Future<ApiResponse> providers(ApiRequest call) {
        return Future.succeededFuture(success(ProviderFlags.of(providers)));
    }

    /** Accepts the link alone, as clients of this API send it; a password, when given, has to be right. */
    private Future<ApiResponse> verify(ApiRequest call) {
        var request = VerificationRequest.read(call.body());
        return (request.password().isPresent()
                        ? verification.verify(call, request.token(), request.password())
                        : recovery.verify(request.token()))
                .map(ignored -> message("Your email address is verified"));
    }

    private Future<ApiResponse> requestVerification(ApiRequest call) {
        var user = call.user().orElseThrow(SessionLookup::ended).user();
        return recovery.requestVerification(user)
                .map(ignored -> message("If your address is not verified yet, an email is on its way"));
    }

    /** @param email the address that a password is chosen for; null for a token that is unknown, used or expired */
    private record TokenOwnerResponse(@Nullable EmailAddress email) {}

    /**
     * Tells the page behind the link of a password whose password it sets, so that the page can show the address and a password
     * manager keeps it. The link alone would set the password, so its address is no secret to its holder.
     */
    private Future<ApiResponse> tokenOwner(ApiRequest call) {
        return recovery.passwordOwner(OneTimeToken.of(call.body()))
                .map(owner -> success(new TokenOwnerResponse(owner.orElse(null))));
    }

    private Future<ApiResponse> requestReset(ApiRequest call) {
        return recovery.requestReset(address(call.body()))
                .map(ignored ->
                        message("If there is an account with this address, an email with a link is on its way"));
    }

    private static EmailAddress address(JsonBody body) {
        var email = body.asciiEmail("email");
        return body.build(() -> email);
    }

    private Future<ApiResponse> reset(ApiRequest call) {
        var request = ResetRequest.read(call.body());
        return recovery.reset(request.token(), request.password())
                .map(ignored -> message("Your password is changed; sign in with the new one"));
    }

    private static ApiResponse message(String sentence) {
        return success(new DataResponse.Message(sentence));
    }

    private static ApiResponse success(Object data) {
        return ApiResponse.ok(DataResponse.of(data));
    }
}
