package io.godwit.accounts;

import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.web.Access;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.DataResponse;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.vertx.core.Future;

/**
 * {@code POST /auth/token-owner}: tells the page behind the link of a password whose password it sets, so that the page can show
 * the address and a password manager keeps it. The link alone would set the password, so its address is no secret to its holder.
 */
final class TokenOwnerRoutes implements Routes {

    private static final String INVALID_TOKEN = "This link is not valid, was used already, or has expired";

    private final AccountRecovery recovery;

    TokenOwnerRoutes(AccountRecovery recovery) {
        this.recovery = recovery;
    }

    /** The address that a password is chosen for. */
    private record TokenOwnerResponse(EmailAddress email) {}

    @Override
    public void mount(RouteTable api) {
        api.post("/auth/token-owner")
                .perClient()
                .access(Access.OPEN)
                .sameSiteOnly()
                .body(OneTimeToken::of)
                .answers(DataResponse.class, TokenOwnerResponse.class)
                .to(this::owner);
    }

    private Future<ApiResponse> owner(ApiRequest call) {
        return recovery.passwordOwner(OneTimeToken.of(call.body()))
                .map(owner -> owner.orElseThrow(() -> Failure.of(Kind.BAD_REQUEST, INVALID_TOKEN)))
                .map(email -> ApiResponse.ok(DataResponse.of(new TokenOwnerResponse(email))));
    }
}
