package io.godwit.web.openapi;

import com.google.common.base.Suppliers;
import io.godwit.web.Access;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.body.GzipCoding;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Serves the OpenAPI document, and the same as a Postman collection; each is written at its first request. */
public final class OpenApiRoutes implements Routes {

    private final Supplier<StoredDocument> document;
    private final Supplier<StoredDocument> collection;

    /** A document that was written once, as it is and compressed: it is the same for everybody. */
    private record StoredDocument(byte[] plain, byte[] compressed) {

        private static StoredDocument of(byte[] plain) {
            return new StoredDocument(plain, GzipCoding.compressed(plain));
        }

        private ApiResponse answer(ApiRequest call) {
            var answer = GzipCoding.isAccepted(call.header("accept-encoding").orElse(""))
                    ? ApiResponse.ok(compressed).with("content-encoding", GzipCoding.NAME)
                    : ApiResponse.ok(plain);
            return answer.with("vary", "accept-encoding");
        }
    }

    /**
     * Describes these routes.
     *
     * @param publicUrl the address of the API, without a trailing slash
     */
    public OpenApiRoutes(Supplier<List<RouteTable.Route>> routes, String publicUrl) {
        this.document = Suppliers.memoize(() -> StoredDocument.of(OpenApiWriter.document(routes.get(), publicUrl)));
        this.collection = Suppliers.memoize(() -> StoredDocument.of(OpenApiWriter.collection(routes.get(), publicUrl)));
    }

    @Override
    public void mount(RouteTable api) {
        api.get("/openapi.json")
                .access(Access.OPEN)
                .answers(Map.class)
                .to(call -> Future.succeededFuture(document.get().answer(call)));
        api.get("/docs/postman.json")
                .access(Access.OPEN)
                .answers(Map.class)
                .to(call -> Future.succeededFuture(collection.get().answer(call)));
    }
}
