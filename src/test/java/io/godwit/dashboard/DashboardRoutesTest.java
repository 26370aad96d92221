package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.web.RouteTable;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The files of the dashboard as clients of HTTP get them. */
@GodwitServer
class DashboardRoutesTest {

    private static TestServer server;
    private static DashboardFiles.Manifest manifest;

    @BeforeAll
    static void read() {
        var files = DashboardFiles.read();
        assumeTrue(files.isPresent(), "The dashboard was not built");
        manifest = files.get().manifest();
    }

    private static HttpResponse<String> get(String path, String... headers) {
        return server.call("GET", path, "", "", headers);
    }

    private static String header(HttpResponse<?> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    @Test
    void theRootLeadsBrowsersToTheDashboard() {
        var answer = get("/", "Accept", "text/html,application/xhtml+xml,*/*;q=0.8");

        assertThat(answer.statusCode()).isEqualTo(303);
        assertThat(header(answer, "Location")).isEqualTo("/app/");
    }

    @Test
    void theRootHasNothingForOtherClients() {
        assertThat(get("/", "Accept", "application/json").statusCode()).isEqualTo(404);
        assertThat(get("/", "Accept", "application/json").body()).contains("ROUTE_NOT_FOUND");
    }

    @Test
    void theIndexPageAllowsScriptsOfThisServerOnly() {
        var answer = get("/app/", "Sec-Fetch-Site", "none");
        var nonce = answer.body().replaceAll("(?s).*csp-nonce\" content=\"([^\"]+)\".*", "$1");

        assertThat(header(answer, "Content-Security-Policy"))
                .isEqualTo("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-" + nonce + "';"
                        + " img-src 'self' data: blob: https:; font-src 'self'; connect-src 'self'; frame-src 'self';"
                        + " base-uri 'none'; form-action 'self'; frame-ancestors 'none'");
        assertThat(header(answer, "Cross-Origin-Opener-Policy")).isEqualTo("same-origin");
        assertThat(header(answer, "Referrer-Policy")).isEqualTo("same-origin");
        assertThat(header(answer, "X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(header(answer, "Permissions-Policy")).contains("camera=()").contains("geolocation=()");
        assertThat(header(answer, "Cache-Control")).isEqualTo("no-cache");
        assertThat(answer.body()).hasSizeLessThan(2400);
    }

    /** Browsers take no notice of it there, and say so in the console. */
    @Test
    void theIndexPageHasNoOpenerPolicyWhereTheBrowserDoesNotTrustTheConnection() {
        assertThat(header(get("/app/"), "Cross-Origin-Opener-Policy")).isEmpty();
    }

    @Test
    void eachIndexPageHasANonceOfItsOwn() {
        assertThat(header(get("/app/"), "Content-Security-Policy"))
                .isNotEqualTo(header(get("/app/"), "Content-Security-Policy"));
    }

    @Test
    void everyPathBelowShowsTheIndexPage() {
        for (var path :
                List.of("/app/sign-in", "/app/p/1b4e/", "/app/p/1b4e/contacts", "/app/p/1b4e/campaigns/7?tab=links")) {
            assertThat(get(path).body()).contains("<div id=\"app\">");
        }
    }

    @Test
    void aFileIsKeptForEverInTheEncodingTheClientTakes() {
        var path = "/app/assets/" + manifest.script();
        for (var coding : List.of("br", "gzip")) {
            var answer = get(path, "Accept-Encoding", "deflate, " + coding + ";q=0.9");

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(header(answer, "Content-Encoding")).isEqualTo(coding);
            assertThat(header(answer, "Cache-Control")).isEqualTo("public, max-age=31536000, immutable");
            assertThat(header(answer, "Vary")).contains("Accept-Encoding");
            assertThat(header(answer, "Content-Type")).isEqualTo("text/javascript; charset=utf-8");
            assertThat(get(path, "Accept-Encoding", coding, "If-None-Match", header(answer, "ETag"))
                            .statusCode())
                    .isEqualTo(304);
        }
    }

    @Test
    void aClientWithoutEncodingsGetsThePlainFile() {
        var answer = get("/app/assets/" + manifest.style(), "Accept-Encoding", "identity, br;q=0");

        assertThat(header(answer, "Content-Encoding")).isEmpty();
        assertThat(answer.body()).contains("--accent");
    }

    @Test
    void aFileOfAnotherVersionIsNotFound() {
        var answer = get("/app/assets/main-REPLACED.js", "Accept", "text/html");

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).contains("ROUTE_NOT_FOUND");
    }

    @Test
    void theAddressProvidersLeadToIsTheSignInPage() {
        var answer = get("/auth/login?message=Not%20yet%20%26%20never");

        assertThat(answer.statusCode()).isEqualTo(303);
        assertThat(header(answer, "Location")).isEqualTo("/app/sign-in?message=Not+yet+%26+never");
    }

    @Test
    void aSecondStepThatBeganInTheDashboardGoesOnThere() {
        var answer = get("/auth/second-factor?token=a%2Bb&next=%2Fapp%2Fp%2F7");

        assertThat(answer.statusCode()).isEqualTo(303);
        assertThat(header(answer, "Location")).isEqualTo("../app/second-factor?token=a%2Bb&next=%2Fapp%2Fp%2F7");
        assertThat(get("/auth/second-factor?token=x&next=%2Felsewhere").statusCode())
                .isEqualTo(200);
    }

    @Test
    void aBuildWithoutTheDashboardSaysSo() {
        var table = new RouteTable();
        new DashboardRoutes("http://localhost", Optional.empty()).mount(table);

        var route = table.routes().stream()
                .filter(each -> each.path().equals("/app/*"))
                .findFirst()
                .orElseThrow();
        assertThat(route.aliases()).contains("/app/");
        assertThat(String.valueOf(route.handler().apply(null).result().body()))
                .contains("This build comes without the dashboard");
    }

    @Test
    void aBuildWithoutTheDashboardSaysSoInTheDocumentationToo() {
        var table = new RouteTable();
        new DocsRoutes("http://localhost", Optional.empty()).mount(table);

        assertThat(table.routes()).isNotEmpty().allSatisfy(route -> assertThat(
                        String.valueOf(route.handler().apply(null).result().body()))
                .contains("dashboard.skip", "/openapi.json"));
    }

    @Test
    void aProxysPathStandsBeforeEveryAddress() {
        var page = String.valueOf(
                IndexPage.ofDashboard(manifest, "/mail").response(true).body());

        assertThat(page)
                .contains("src=\"/mail/app/assets/" + manifest.script())
                .contains("godwit-base\" content=\"/mail\"")
                .doesNotContain("\"/app/");
    }
}
