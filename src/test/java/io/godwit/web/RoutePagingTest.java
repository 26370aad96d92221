package io.godwit.web;

import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.RouteCatalog;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Tests the lists and their pages, and the document about all routes beside the specification. */
@GodwitServer
class RoutePagingTest {

    private static final Set<String> WITH_LIMIT = Set.of(
            "/activity",
            "/campaigns",
            "/contacts",
            "/dead-letters",
            "/emails",
            "/events",
            "/jobs",
            "/segments",
            "/suppressions",
            "/templates",
            "/workflows",
            "/dev/mailbox/messages");
    private static final Set<String> WITH_CURSOR = Set.of(
            "/activity",
            "/campaigns",
            "/contacts",
            "/dead-letters",
            "/emails",
            "/events",
            "/jobs",
            "/segments",
            "/suppressions",
            "/templates",
            "/workflows");

    /** One thing, a page, or something for machines. */
    private static final Set<String> NO_LIST = Set.of(
            "/health",
            "/health/live",
            "/health/ready",
            "/contacts/export",
            "/suppressions/export",
            "/contacts/fields",
            "/metrics",
            "/config",
            "/webhooks/secret",
            "/auth/logout",
            "/auth/oauth-config",
            "/auth/verify-email",
            "/auth/second-factor",
            "/users/@me/second-factor",
            "/users/@me/sessions",
            "/auth/reset-password",
            "/auth/accept-invitation",
            "/users/@me",
            "/users/@me/projects",
            "/users/@me/invitations",
            "/projects",
            "/dev/mailbox",
            "/dev/mailbox/mailbox.css",
            "/dev/mailbox/mailbox.js",
            "/dev/mailbox/mailbox.svg",
            "/events/stats",
            "/events/names",
            "/workflows/fields",
            "/activity/stats",
            "/activity/recent-count",
            "/activity/types",
            "/activity/current",
            "/activity/upcoming",
            "/analytics/timeseries",
            "/analytics/top-campaigns",
            "/analytics/campaign-stats",
            "/analytics/top-events",
            "/analytics/deliverability",
            "/analytics/links",
            "/analytics/overview",
            "/analytics/leaderboard",
            "/analytics/heatmap",
            "/analytics/audience",
            "/",
            "/app",
            "/app/*",
            "/docs",
            "/docs/*",
            "/docs/demo-key",
            "/search",
            "/segments/summaries",
            "/system",
            "/system/delivery-check",
            "/receivers",
            "/delivery/choices",
            "/tls-reports",
            "/auth/login");

    /** Routes of ours that the specification of this API family does not have. */
    private static final List<String> OWN_ROUTES = List.of(
            "/emails",
            "/dead-letters",
            "/jobs",
            "/contacts/import/preview",
            "/users/@me/invitations",
            "/health",
            "/metrics",
            "/dev/mailbox",
            "/openapi.json",
            "/templates/bulk-update",
            "/webhooks/secret",
            "/templates/{id}/preview",
            "/uploads/{project}",
            "/campaigns/{id}/pause",
            "/campaigns/{id}/resume",
            "/campaigns/{id}/recipients",
            "/segments/preview",
            "/segments/explain",
            "/segments/{id}/explain",
            "/contacts/{id}/executions",
            "/workflows/bulk-update",
            "/workflows/{id}/simulate",
            "/workflows/{id}/duplicate",
            "/workflows/{id}/graph",
            "/workflows/{id}/transitions/{transitionId}/insert-step",
            "/contacts/export",
            "/domains/{id}",
            "/suppressions",
            "/analytics/deliverability",
            "/analytics/links",
            "/analytics/overview",
            "/analytics/leaderboard",
            "/analytics/heatmap",
            "/analytics/audience",
            "/contacts/by-email/{email}",
            "/contacts/public",
            "/unsubscribe",
            "/subscribe",
            "/manage",
            "/o/",
            "/c/",
            "/auth/accept-invitation",
            "/auth/forms/",
            "/oauth/",
            "/users/@me/password",
            "/users/@me/second-factor",
            "/users/@me/sessions",
            "/auth/login/second-factor",
            "/auth/second-factor",
            "/projects/{id}/keys",
            "/projects/{id}/stream",
            "/projects/{id}/audit",
            "/projects/{id}/leave",
            "/projects/{id}/transfer",
            "/projects/{id}/invitations",
            "/app",
            "/previews",
            "/auth/first-owner",
            "/auth/token-owner",
            "/auth/invitation-details",
            "/templates/{id}/test",
            "/contacts/{id}/consent",
            "/contacts/{id}/segments",
            "/segments/summaries",
            "/segments/{id}/history",
            "/workflows/{id}/steps/{stepId}/contacts",
            "/workflows/{id}/versions",
            "/docs",
            "/search",
            "/system",
            "/receivers",
            "/delivery/choices",
            "/tls-reports");

    private static final Set<String> ALSO_OWN_ROUTES = Set.of(
            "GET /activity/current",
            "DELETE /users/@me",
            "PATCH /users/@me",
            "GET /projects",
            "GET /projects/{id}",
            "POST /projects/{id}/security/appeal",
            "GET /",
            "GET /auth/login",
            "GET /auth/verify-email",
            "GET /auth/reset-password");

    private static TestServer server;
    private static RouteCatalog table;

    @BeforeAll
    static void start() {
        table = new RouteCatalog(server);
    }

    @TestFactory
    Stream<DynamicTest> aListRefusesABadLimit() {
        return table.each(route -> WITH_LIMIT.contains(route.path()), (route, path) -> {
            for (var limit :
                    List.of("0", "-1", "1e9", "1%3B", "1.5", "NaN", "", "%20", "+1%00", "1000000001", "9".repeat(30))) {
                refuse(path + "?limit=" + limit, "limit");
            }
            if (route.access() != Access.OPEN) {
                refuse(path + "?limit=101", "limit");
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> aListRefusesABadCursor() {
        return table.each(route -> WITH_CURSOR.contains(route.path()), (ignored, path) -> {
            for (var cursor : List.of("garbage", "%00", "..%2f", "A".repeat(87), "A".repeat(4_000))) {
                refuse(path + "?cursor=" + cursor, "cursor");
            }
        });
    }

    @Test
    void everyListIsInThePageTable() {
        assertThat(server.routes())
                .filteredOn(route ->
                        route.method().equals(HttpMethod.GET) && !route.path().contains(":"))
                .extracting(RouteTable.Route::path)
                .filteredOn(path -> !NO_LIST.contains(path))
                .containsExactlyInAnyOrderElementsOf(WITH_LIMIT);
    }

    @Test
    void theDocumentDescribesTheRoutesAndNothingElse() {
        var declared =
                server.routes().stream().map(RoutePagingTest::line).collect(Collectors.toCollection(TreeSet::new));
        declared.add("GET /openapi.json");
        declared.add("GET /docs/postman.json");

        assertThat(documented()).isEqualTo(declared);
    }

    @Test
    void theDocumentSaysWhoMayCallAndByWhichOtherPaths() {
        for (var route : server.routes()) {
            var operation = paths().getJsonObject(route.template())
                    .getJsonObject(route.method().name().toLowerCase(Locale.ROOT));
            var keys = operation.getJsonArray("security").encode();
            switch (route.access()) {
                case OPEN -> assertThat(keys).isEqualTo("[]");
                case ANY_KEY -> assertThat(keys).contains("publicKey", "secretKey");
                case KEY_ALONE -> assertThat(keys).isEqualTo("[{\"secretKey\":[]}]");
                case SECRET_KEY, USER -> assertThat(keys).isEqualTo("[{\"secretKey\":[]},{\"session\":[]}]");
            }
            if (!route.aliases().isEmpty()) {
                assertThat(operation.getJsonArray("x-aliases")).isEqualTo(new JsonArray(route.aliases()));
            }
            assertThat(operation.getJsonObject("responses").fieldNames())
                    .as(route.path())
                    .anyMatch(status -> status.startsWith("2") || status.startsWith("3"));
        }
    }

    /** A path that is nearly the specification's would be nobody's. */
    @Test
    void whatIsServedIsOfTheSpecificationOrOurs() {
        var specified = specified();

        assertThat(documented())
                .filteredOn(line -> OWN_ROUTES.stream().noneMatch(own -> line.split(" ", 2)[1].startsWith(own)))
                .filteredOn(line -> !ALSO_OWN_ROUTES.contains(line))
                .isSubsetOf(specified)
                .contains("POST /v1/send", "POST /v1/track", "POST /v1/verify", "POST /events/track");
    }

    private static void refuse(String asked, String field) {
        var answer = server.get(asked, server.secretKey(0));
        assertFailure(answer, 422, "VALIDATION_ERROR");
        assertThat(answer.body()).contains("\"field\":\"" + field);
    }

    private static Set<String> documented() {
        var lines = new TreeSet<String>();
        for (var path : paths()) {
            ((JsonObject) path.getValue())
                    .fieldNames()
                    .forEach(method -> lines.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey()));
        }
        return lines;
    }

    private static JsonObject paths() {
        return new JsonObject(server.get("/openapi.json", "").body()).getJsonObject("paths");
    }

    private static String line(RouteTable.Route route) {
        return route.method() + " " + route.template();
    }

    private static String braced(String path) {
        return path.replaceAll(":([a-zA-Z]+)", "{$1}");
    }

    /** Method and path a line, as the specification has them. */
    private static Set<String> specified() {
        try (var lines = Files.lines(Path.of("src", "test", "resources", "specified-endpoints.tsv"))) {
            return lines.map(line -> line.replaceAll("\\?.*", "").split("\t", -1))
                    .map(words -> words[0] + " " + braced(words[1]))
                    .collect(Collectors.toSet());
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }
}
