package io.godwit.accounts;

import io.godwit.web.Access;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.DataResponse;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.vertx.core.Future;

/** {@code POST /auth/first-owner}, which the page behind the link of the console calls. */
final class FirstOwnerRoutes implements Routes {

    private final FirstOwnerSignIn firstOwner;

    FirstOwnerRoutes(FirstOwnerSignIn firstOwner) {
        this.firstOwner = firstOwner;
    }

    @Override
    public void mount(RouteTable api) {
        api.post("/auth/first-owner")
                .perClient()
                .access(Access.OPEN)
                .sameSiteOnly()
                .answers(DataResponse.class, SignInResponse.UserResponse.class)
                .answers(SignInResponse.SignInRefusal.class)
                .to(this::signIn);
    }

    private Future<ApiResponse> signIn(ApiRequest call) {
        var body = call.body();
        var password = NewPassword.optional(body, "password");
        return firstOwner
                .signIn(OneTimeToken.of(body), password, SignInClient.of(call))
                .map(SignInResponse::of);
    }
}
