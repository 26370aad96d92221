package io.godwit.system;

import io.godwit.accounts.Operators;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.system.DeliveryCheckReader.DeliveryCheckResponse;
import io.godwit.system.TransportProbe.TransportTestResponse;
import io.godwit.web.Access;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.util.function.Supplier;

/** The endpoints for operators. An API key belongs to no user, so requests with one get a 404. */
public final class SystemRoutes implements Routes {

    private final Operators operators;
    private final SystemReader reader;
    private final TransportProbe probe;
    private final DeliveryCheckReader delivery;

    public SystemRoutes(Operators operators, SystemReader reader, TransportProbe probe, DeliveryCheckReader delivery) {
        this.operators = operators;
        this.reader = reader;
        this.probe = probe;
        this.delivery = delivery;
    }

    @Override
    public void mount(RouteTable api) {
        api.get("/system")
                .access(Access.USER)
                .answers(SystemResponse.class)
                .fails(Kind.FORBIDDEN)
                .to(call -> asOperator(call, reader::read));
        api.post("/system/transport/test")
                .access(Access.USER)
                .bodyless()
                .answers(TransportTestResponse.class)
                .to(call -> asOperator(call, probe::test));
        api.get("/system/delivery-check")
                .access(Access.USER)
                .answers(DeliveryCheckResponse.class)
                .fails(Kind.FORBIDDEN)
                .to(call -> asOperator(call, delivery::read));
    }

    private <T> Future<ApiResponse> asOperator(ApiRequest call, Supplier<Future<T>> work) {
        var user = call.user().orElseThrow(() -> Failure.of(Kind.RESOURCE_NOT_FOUND, "A key is no user"));
        return operators.require(user.user()).compose(ignored -> work.get()).map(ApiResponse::ok);
    }
}
