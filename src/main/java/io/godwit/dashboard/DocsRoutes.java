package io.godwit.dashboard;

import io.godwit.web.Access;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.LinkPage;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.util.Optional;

/**
 * Serves the documentation of the API below {@code /docs}: one page that reads {@code /openapi.json} and shows the guide or the
 * operation its path names. Nobody has to be signed in.
 */
public final class DocsRoutes implements Routes {

    private final Optional<IndexPage> index;

    /** @param publicUrl the address browsers know the server by; a proxy may have put a path before ours */
    public DocsRoutes(String publicUrl) {
        this(publicUrl, DashboardFiles.read());
    }

    DocsRoutes(String publicUrl, Optional<DashboardFiles> files) {
        this.index = files.map(built -> IndexPage.ofDocs(built.manifest(), DashboardRoutes.pathOf(publicUrl)));
    }

    @Override
    public void mount(RouteTable api) {
        api.get("/docs").access(Access.OPEN).answersFile("text/html").to(this::page);
        api.get("/docs/*").access(Access.OPEN).answersFile("text/html").to(this::page);
    }

    private Future<ApiResponse> page(ApiRequest call) {
        return Future.succeededFuture(index.map(page -> page.response(DashboardRoutes.isTrusted(call)))
                .orElseGet(() -> LinkPage.of(
                        200,
                        "The API of Godwit",
                        "This build comes without the pages of the documentation (dashboard.skip);"
                                + " GET /openapi.json has all of its content.")));
    }
}
