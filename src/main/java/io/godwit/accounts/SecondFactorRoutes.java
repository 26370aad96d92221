package io.godwit.accounts;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.id.UserId;
import io.godwit.web.Access;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.DataResponse;
import io.godwit.web.JsonBody;
import io.godwit.web.LinkPage;
import io.godwit.web.LinkPage.Field;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.SessionLookup.SignedIn;
import io.vertx.core.Future;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The endpoints of a user's second factor, and of sign-ins that wait for a code. */
final class SecondFactorRoutes implements Routes {

    private static final String OWN_PATH = "/users/@me/second-factor";
    private static final String DASHBOARD = "/app/";
    private static final String FORM = "/auth/forms/second-factor";
    private static final int MAX_CODE_LENGTH = 40;
    private static final int FORM_LIMIT = 4 << 10;

    private final SignInService signIn;
    private final SecondFactorSetup setup;

    SecondFactorRoutes(SignInService signIn, SecondFactorSetup setup) {
        this.signIn = signIn;
        this.setup = setup;
    }

    @Override
    public void mount(RouteTable api) {
        api.get(OWN_PATH)
                .access(Access.USER)
                .answers(DataResponse.class, SecondFactorSetup.State.class)
                .to(this::state);
        api.post(OWN_PATH)
                .access(Access.USER)
                .confidential()
                .body(CurrentPassword::only)
                .answers(DataResponse.class, SecondFactorSetup.Offer.class)
                .fails(Kind.CONFLICT)
                .to(this::begin);
        api.post(OWN_PATH + "/confirm")
                .access(Access.USER)
                .confidential()
                .body(SecondFactorRoutes::code)
                .answers(DataResponse.class, RecoveryCodes.class)
                .fails(Kind.CONFLICT)
                .to(this::confirm);
        api.post(OWN_PATH + "/disable")
                .access(Access.USER)
                .body(DisableRequest::read)
                .answers(DataResponse.class, DataResponse.Message.class)
                .to(this::disable);
        api.post("/auth/login/second-factor")
                .perClient()
                .access(Access.OPEN)
                .sameSiteOnly()
                .body(CodeRequest::read)
                .answers(DataResponse.class, SignInResponse.UserResponse.class)
                .answers(SignInResponse.SignInRefusal.class)
                .to(this::complete);
        api.get("/auth/second-factor")
                .access(Access.OPEN)
                .query(query -> query.text("token"))
                .answersFile("text/html")
                .to(SecondFactorRoutes::codePage);
        api.post(FORM)
                .perClient()
                .access(Access.OPEN)
                .sameSiteOnly()
                .form()
                .limit(FORM_LIMIT)
                .body(CodeRequest::read)
                .answersFile("text/html")
                .to(this::completeForm);
    }

    /** The codes that each stand for the second factor once; they are shown only here. */
    private record RecoveryCodes(List<String> recoveryCodes) {}

    /** The body of {@code POST /auth/login/second-factor}, and of the form of the page. */
    private record CodeRequest(OneTimeToken token, String code) {

        static CodeRequest read(JsonBody body) {
            var code = body.text("code", 1, MAX_CODE_LENGTH);
            return new CodeRequest(OneTimeToken.of(body), code);
        }
    }

    /** The body of {@code POST /users/@me/second-factor/disable}. */
    private record DisableRequest(Optional<String> password, String code) {

        static DisableRequest read(JsonBody body) {
            var password = CurrentPassword.optional(body);
            var code = body.text("code", 1, MAX_CODE_LENGTH);
            return body.build(() -> new DisableRequest(password, code));
        }
    }

    private Future<ApiResponse> state(ApiRequest call) {
        return setup.state(user(call)).map(SecondFactorRoutes::success);
    }

    private Future<ApiResponse> begin(ApiRequest call) {
        return setup.begin(signedIn(call), CurrentPassword.only(call.body())).map(SecondFactorRoutes::success);
    }

    private Future<ApiResponse> confirm(ApiRequest call) {
        return setup.confirm(user(call), code(call.body()))
                .map(codes -> codes.stream().map(RecoveryCode::shown).toList())
                .map(codes -> success(new RecoveryCodes(codes)));
    }

    private Future<ApiResponse> disable(ApiRequest call) {
        var request = DisableRequest.read(call.body());
        return setup.disable(user(call), request.password(), request.code())
                .map(ignored -> success(new DataResponse.Message("Your password alone opens your account again")));
    }

    private Future<ApiResponse> complete(ApiRequest call) {
        return completeSignIn(call).map(SignInResponse::of);
    }

    /** Asks for the code with a form that needs no scripts; a sign-in that began in the dashboard goes on there. */
    private static Future<ApiResponse> codePage(ApiRequest call) {
        var next = call.query().text("next").filter(path -> path.startsWith(DASHBOARD));
        if (next.isPresent()) {
            var query = "?token=" + encoded(call.query().text("token").orElse("")) + "&next=" + encoded(next.get());
            // Relative to /auth/second-factor, so that a proxy may have put a path before ours.
            return Future.succeededFuture(
                    new ApiResponse(303, null, Map.of("Location", ".." + DASHBOARD + "second-factor" + query)));
        }
        return Future.succeededFuture(LinkPage.of(
                "One more step",
                "Enter the code your authenticator app shows, or one of your recovery codes.",
                FORM,
                "Sign in",
                List.of(Field.hidden("token", call.query().text("token").orElse("")), Field.code("code", "Code"))));
    }

    /**
     * Completes a sign-in from the page; refuses other sites, which must not sign a user in to an account of their choice.
     */
    private Future<ApiResponse> completeForm(ApiRequest call) {
        return completeSignIn(call).map(SignInResponse::page);
    }

    private Future<SignInResult> completeSignIn(ApiRequest call) {
        var request = CodeRequest.read(call.body());
        return signIn.complete(request.token(), request.code(), SignInClient.of(call));
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    private static String code(JsonBody body) {
        var code = body.text("code", 1, MAX_CODE_LENGTH);
        return body.build(() -> code);
    }

    private static UserId user(ApiRequest call) {
        return signedIn(call).user();
    }

    private static SignedIn signedIn(ApiRequest call) {
        return call.user().orElseThrow(() -> Failure.of(Kind.RESOURCE_NOT_FOUND, "A key is no user"));
    }

    private static ApiResponse success(Object data) {
        return ApiResponse.ok(DataResponse.of(data));
    }
}
