package io.godwit.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.RouteCatalog;
import io.godwit.web.Access;
import io.godwit.web.RouteTable;
import io.vertx.core.http.HttpMethod;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Requests that pages of other sites cause on the open routes below {@code /auth}, which need no cookie and may give one: on
 * every such route, JSON or form.
 */
@GodwitServer
class ForeignPageTest {

    private static final List<String> STRANGERS = List.of("https://evil.example", "http://localhost:1", "file://");

    private static TestServer server;

    @TestFactory
    Stream<DynamicTest> aPageOfAnotherSiteIsRefusedByItsOriginAlone() {
        return openRoutes((route, path) -> STRANGERS.forEach(origin ->
                assertThat(send(route, path, "Origin", origin).statusCode()).isEqualTo(403)));
    }

    @TestFactory
    Stream<DynamicTest> aPageOfAnotherSiteIsRefusedByTheBrowsersWordAlone() {
        return openRoutes((route, path) -> {
            assertThat(send(route, path, "Sec-Fetch-Site", "cross-site").statusCode())
                    .isEqualTo(403);
            assertThat(send(route, path, "Origin", "null", "Sec-Fetch-Site", "cross-site")
                            .statusCode())
                    .isEqualTo(403);
            assertThat(send(route, path, "Origin", "null", "Sec-Fetch-Site", "same-site")
                            .statusCode())
                    .isEqualTo(403);
        });
    }

    /** Our pages send no referrer, so that browsers name no origin of their forms. */
    @TestFactory
    Stream<DynamicTest> aFormOfOurOwnPagesIsRead() {
        return forms((route, path) -> {
            assertThat(send(route, path).statusCode()).isEqualTo(422);
            assertThat(send(route, path, "Origin", "null").statusCode()).isEqualTo(422);
            assertThat(send(route, path, "Origin", "null", "Sec-Fetch-Site", "same-origin")
                            .statusCode())
                    .isEqualTo(422);
            assertThat(send(route, path, "Origin", server.baseUrl()).statusCode())
                    .isEqualTo(422);
        });
    }

    /** A script can always tell its origin; one that hides it runs in a frame of somebody's. */
    @TestFactory
    Stream<DynamicTest> aScriptWithoutAnOriginIsRefused() {
        return new RouteCatalog(server)
                .each(route -> isOpenPost(route) && !route.body().form(), (route, path) -> assertThat(
                                send(route, path, "Origin", "null").statusCode())
                        .isEqualTo(403));
    }

    @TestFactory
    Stream<DynamicTest> aLinkOfAnotherSiteEndsNoSession() {
        return new RouteCatalog(server).each(route -> route.path().equals("/auth/logout"), (route, path) -> {
            assertThat(send(route, path, "Sec-Fetch-Site", "cross-site").statusCode())
                    .isEqualTo(403);
            assertThat(send(route, path, "Origin", "https://evil.example").statusCode())
                    .isEqualTo(403);
            assertThat(send(route, path).statusCode()).isEqualTo(200);
        });
    }

    private static Stream<DynamicTest> openRoutes(RouteCatalog.Probe probe) {
        return new RouteCatalog(server).each(ForeignPageTest::isOpenPost, probe);
    }

    private static Stream<DynamicTest> forms(RouteCatalog.Probe probe) {
        return new RouteCatalog(server)
                .each(route -> isOpenPost(route) && route.body().form(), probe);
    }

    private static boolean isOpenPost(RouteTable.Route route) {
        return route.access() == Access.OPEN
                && route.method().equals(HttpMethod.POST)
                && route.path().startsWith("/auth/");
    }

    private static HttpResponse<String> send(RouteTable.Route route, String path, String... headers) {
        var type = route.body().form() ? "application/x-www-form-urlencoded" : "application/json";
        var body = route.method().equals(HttpMethod.POST) ? route.body().form() ? "x=" : "{}" : "";
        var all = Stream.concat(Stream.of(headers), Stream.of("Content-Type", type));
        return server.call(route.method().name(), path, "", body, all.toArray(String[]::new));
    }
}
