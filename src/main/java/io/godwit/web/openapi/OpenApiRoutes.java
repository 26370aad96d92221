package io.godwit.web.openapi;

import com.google.common.base.Suppliers;
import io.godwit.web.Access;
import io.godwit.web.ApiResponse;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Serves the OpenAPI document; it is written at the first request. */
public final class OpenApiRoutes implements Routes {

    private final Supplier<byte[]> document;

    /**
     * Describes these routes.
     *
     * @param publicUrl the address of the API, without a trailing slash
     */
    public OpenApiRoutes(Supplier<List<RouteTable.Route>> routes, String publicUrl) {
        this.document = Suppliers.memoize(() -> OpenApiWriter.document(routes.get(), publicUrl));
    }

    @Override
    public void mount(RouteTable api) {
        api.get("/openapi.json")
                .access(Access.OPEN)
                .answers(Map.class)
                .to(call -> Future.succeededFuture(ApiResponse.ok(document.get())));
    }
}
