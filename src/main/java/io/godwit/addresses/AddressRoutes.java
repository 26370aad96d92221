package io.godwit.addresses;

import io.godwit.web.Access;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.SpreadResponse;
import io.vertx.core.Future;

/** The endpoint {@code POST /v1/verify}. */
public final class AddressRoutes implements Routes {

    private final AddressVerifier verifier;

    public AddressRoutes(AddressVerifier verifier) {
        this.verifier = verifier;
    }

    @Override
    public void mount(RouteTable api) {
        api.post("/v1/verify")
                .alias("/verify")
                .access(Access.KEY_ALONE)
                .body(body -> body.email("email"))
                .answers(SpreadResponse.class, AddressReport.Findings.class)
                .to(this::verify);
    }

    private Future<ApiResponse> verify(ApiRequest call) {
        var body = call.body();
        var email = body.email("email");
        return verifier.verify(body.build(() -> email)).map(AddressRoutes::answer);
    }

    /** Builds the answer; the members of {@code data} are at the top level too, for clients of the first generation. */
    private static ApiResponse answer(AddressReport report) {
        return ApiResponse.ok(SpreadResponse.of(report.findings()));
    }
}
