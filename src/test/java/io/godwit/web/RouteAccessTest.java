package io.godwit.web;

import static io.godwit.kit.api.RouteCatalog.SOME_ID;
import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static io.godwit.kit.api.RouteCatalog.bodyOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.RouteCatalog;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Tests who may do what: every route the server declares by every path; a new one is in here by itself. */
@GodwitServer
class RouteAccessTest {

    private static final List<String> METHODS =
            List.of("GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "OPTIONS", "PROPFIND", "BREW");

    private static final List<String> OVERRIDES =
            List.of("X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override", "_method");

    private static TestServer server;
    private static RouteCatalog table;

    @BeforeAll
    static void start() {
        table = new RouteCatalog(server);
    }

    @TestFactory
    Stream<DynamicTest> aKnownRouteWithoutCredentialsIs401() {
        return table.eachGuarded((route, path) -> {
            var answer = server.call(route.method().name(), path, "", bodyOf(route));
            assertFailure(answer, 401, "MISSING_AUTH");
        });
    }

    @TestFactory
    Stream<DynamicTest> anUnknownKeyIs401() {
        return table.eachGuarded((route, path) -> {
            var answer = server.call(route.method().name(), path, "sk_" + "0".repeat(64), bodyOf(route));
            assertFailure(answer, 401, "INVALID_API_KEY");
        });
    }

    @TestFactory
    Stream<DynamicTest> aPublicKeyOpensTrackingAlone() {
        return table.each(route -> route.access() != Access.OPEN && route.access() != Access.ANY_KEY, (route, path) -> {
            var answer = server.call(route.method().name(), path, server.publicKey(0), bodyOf(route));
            assertFailure(answer, 401, "INVALID_API_KEY");
        });
    }

    @TestFactory
    Stream<DynamicTest> aForeignIdIsAnsweredLikeAnUnknownOne() {
        return table.each(RouteAccessTest::namesSomethingOfAProject, (route, path) -> {
            var foreign = table.idOf(route, 1);
            var asked = path.replace(SOME_ID, foreign);
            var answer = server.call(route.method().name(), asked, server.secretKey(0), bodyOf(route));
            var unknown = server.call(route.method().name(), path, server.secretKey(0), bodyOf(route));

            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(blanked(answer, foreign)).isEqualTo(blanked(unknown, SOME_ID));
        });
    }

    @TestFactory
    Stream<DynamicTest> anIdThatIsNoIdIsUnknown() {
        return table.each(route -> route.path().contains(":id") || route.path().contains(":jobId"), (route, path) -> {
            var asked = path.replace(SOME_ID, "..%2fx%00'");
            var answer = server.call(route.method().name(), asked, server.secretKey(0), bodyOf(route));
            assertThat(answer.statusCode()).isIn(400, 404);
        });
    }

    /** Headers that name another method. */
    @TestFactory
    Stream<DynamicTest> anotherMethodIs405WithThoseAllowed() {
        return table.each(ignored -> true, (route, path) -> {
            var known = table.at(route).stream().map(one -> one.method().name()).toList();
            for (var method :
                    METHODS.stream().filter(one -> !known.contains(one)).toList()) {
                var answer = server.call(
                        method,
                        path,
                        server.secretKey(0),
                        "",
                        overrides(route.method().name()));
                assertFailure(answer, 405, "METHOD_NOT_ALLOWED");
                assertThat(answer.headers().firstValue("Allow").orElse("").split(", "))
                        .containsExactlyInAnyOrderElementsOf(known);
            }
        });
    }

    @Test
    void aHeaderDoesNotMakeAReadADeletion() {
        server.post(
                "/v1/send",
                server.secretKey(0),
                new JsonObject()
                        .put("to", "ada@example.com")
                        .put("from", "hello@example.test")
                        .put("subject", "Stay")
                        .put("body", "b"));
        await().atMost(Duration.ofSeconds(30)).until(() -> !caught().isEmpty());

        server.call("GET", "/dev/mailbox/messages?_method=DELETE", "", "", overrides("DELETE"));

        assertThat(caught()).isNotEmpty();
    }

    @Test
    void anUnknownPathIs404WithOrWithoutCredentials() {
        assertFailure(server.get("/nothing/here", ""), 404, "ROUTE_NOT_FOUND");
        assertFailure(server.get("/nothing/here", server.secretKey(0)), 404, "ROUTE_NOT_FOUND");
    }

    private static JsonArray caught() {
        return new JsonArray(server.get("/dev/mailbox/messages", "").body());
    }

    private static String[] overrides(String method) {
        return OVERRIDES.stream().flatMap(name -> Stream.of(name, method)).toArray(String[]::new);
    }

    /** An invitation is its user's, who is asked for before it is. */
    private static boolean namesSomethingOfAProject(RouteTable.Route route) {
        return (route.path().contains(":id") || route.path().contains(":jobId"))
                && !route.path().startsWith("/users/@me/invitations/")
                && !route.path().startsWith("/users/@me/sessions/")
                && route.access() != Access.OPEN;
    }

    private static String blanked(HttpResponse<String> answer, String id) {
        return answer.body()
                .replace(id, "ID")
                .replaceAll("\"requestId\":\"[^\"]*\"", "")
                .replaceAll("\"timestamp\":\"[^\"]*\"", "")
                .replaceAll("\"time\":\\d+", "");
    }
}
