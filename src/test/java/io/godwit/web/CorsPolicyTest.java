package io.godwit.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.RouteCatalog;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * On every route by every path, each with one stranger of many: which pages of other origins a browser lets read our
 * answers. What one route says to all strangers is tested with the edge.
 */
@GodwitServer("GODWIT_HTTP_DASHBOARD_ORIGIN=" + CorsPolicyTest.APP)
class CorsPolicyTest {

    static final String APP = "https://app.example.com";
    private static final List<String> STRANGERS =
            List.of("https://evil.test", "null", APP + ".evil.test", "http://app.example.com", APP + ":444", "*");

    private static TestServer server;
    private static RouteCatalog table;

    @BeforeAll
    static void listRoutes() {
        table = new RouteCatalog(server);
    }

    @TestFactory
    Stream<DynamicTest> noStrangerIsLetIn() {
        return table.each(ignored -> true, (route, path) -> {
            var origin = STRANGERS.get(Math.floorMod(path.hashCode(), STRANGERS.size()));
            for (var answer : List.of(preflight(route, path, origin), ask(route, path, origin))) {
                assertThat(header(answer, "credentials")).as(origin).isEmpty();
                assertThat(header(answer, "origin")).as(origin).isEqualTo(isForBrowsers(route) ? "*" : "");
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> theDashboardIs() {
        return table.each(ignored -> true, (route, path) -> {
            var answer = preflight(route, path, APP);

            assertThat(header(answer, "origin")).isEqualTo(isForBrowsers(route) ? "*" : APP);
            assertThat(header(answer, "credentials")).isEqualTo(isForBrowsers(route) ? "" : "true");
            assertThat(header(answer, "methods")).contains(route.method().name());
        });
    }

    /** The cookie is that of a browser; a stranger's page has it too where its site is the same. */
    @Test
    void aPageOfTheDashboardWritesWithTheCookieAndReadsTheAnswer() {
        var cookie = BrowserUser.demo(server).cookie();

        var written = write(cookie, APP, "same-site");
        var read = server.call(
                "GET", "/contacts", "", "", "Cookie", cookie, "X-Project-Id", server.projectId(0), "Origin", APP);
        var refused = write(cookie, "https://evil.example.com", "same-site");

        assertThat(written.statusCode()).as(written.body()).isEqualTo(201);
        assertThat(read.statusCode()).isEqualTo(200);
        for (var answer : List.of(written, read)) {
            assertThat(header(answer, "origin")).isEqualTo(APP);
            assertThat(header(answer, "credentials")).isEqualTo("true");
            assertThat(answer.headers().firstValue("vary").orElse("")).contains("Origin");
            assertThat(answer.headers()
                            .firstValue("access-control-expose-headers")
                            .orElse(""))
                    .contains("X-Request-ID");
        }
        RouteCatalog.assertFailure(refused, 403, "FORBIDDEN");
        assertThat(header(refused, "credentials")).isEmpty();
    }

    private static HttpResponse<String> write(String cookie, String origin, String site) {
        return server.call(
                "POST",
                "/contacts",
                "",
                "{\"email\": \"ada@example.org\"}",
                "Cookie",
                cookie,
                "X-Project-Id",
                server.projectId(0),
                "Origin",
                origin,
                "Sec-Fetch-Site",
                site);
    }

    /** The only one a public key opens. */
    private static boolean isForBrowsers(RouteTable.Route route) {
        return route.path().equals("/v1/track");
    }

    private static HttpResponse<String> preflight(RouteTable.Route route, String path, String origin) {
        return server.call(
                "OPTIONS",
                path,
                "",
                "",
                "Origin",
                origin,
                "Access-Control-Request-Method",
                route.method().name());
    }

    private static HttpResponse<String> ask(RouteTable.Route route, String path, String origin) {
        return server.call(route.method().name(), path, "", "", "Origin", origin);
    }

    private static String header(HttpResponse<String> answer, String what) {
        return answer.headers().firstValue("Access-Control-Allow-" + what).orElse("");
    }
}
