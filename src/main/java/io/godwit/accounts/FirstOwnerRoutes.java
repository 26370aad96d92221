package io.godwit.accounts;

import io.godwit.web.Access;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.DataResponse;
import io.godwit.web.JsonBody;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.util.Optional;

/** {@code POST /auth/first-owner}, which the page behind the link of the console calls. */
final class FirstOwnerRoutes implements Routes {

    private final FirstOwnerSignIn firstOwner;

    FirstOwnerRoutes(FirstOwnerSignIn firstOwner) {
        this.firstOwner = firstOwner;
    }

    /** The body of {@code POST /auth/first-owner}. */
    private record FirstOwnerRequest(OneTimeToken token, Optional<String> password) {

        static FirstOwnerRequest read(JsonBody body) {
            var password = NewPassword.optional(body, "password");
            return new FirstOwnerRequest(OneTimeToken.of(body), password);
        }
    }

    @Override
    public void mount(RouteTable api) {
        api.post("/auth/first-owner")
                .perClient()
                .access(Access.OPEN)
                .sameSiteOnly()
                .body(FirstOwnerRequest::read)
                .answers(DataResponse.class, SignInResponse.UserResponse.class)
                .answers(SignInResponse.SignInRefusal.class)
                .to(this::signIn);
    }

    private Future<ApiResponse> signIn(ApiRequest call) {
        var request = FirstOwnerRequest.read(call.body());
        return firstOwner
                .signIn(request.token(), request.password(), SignInClient.of(call))
                .map(SignInResponse::of);
    }
}
