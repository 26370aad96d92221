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

/** Serves the OpenAPI document, and the same as a Postman collection; each is written at its first request. */
public final class OpenApiRoutes implements Routes {

    private final Supplier<byte[]> document;
    private final Supplier<byte[]> collection;

    /**
     * Describes these routes.
     *
     * @param publicUrl the address of the API, without a trailing slash
     */
    public OpenApiRoutes(Supplier<List<RouteTable.Route>> routes, String publicUrl) {
        this.document = Suppliers.memoize(() -> OpenApiWriter.document(routes.get(), publicUrl));
        this.collection = Suppliers.memoize(() -> OpenApiWriter.collection(routes.get(), publicUrl));
    }

    @Override
    public void mount(RouteTable api) {
        api.get("/openapi.json")
                .access(Access.OPEN)
                .answers(Map.class)
                .to(call -> Future.succeededFuture(ApiResponse.ok(document.get())));
        api.get("/docs/postman.json")
                .access(Access.OPEN)
                .answers(Map.class)
                .to(call -> Future.succeededFuture(ApiResponse.ok(collection.get())));
    }
}
