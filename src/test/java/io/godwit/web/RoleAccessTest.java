package io.godwit.web;

import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static io.godwit.kit.api.RouteCatalog.bodyOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.RouteCatalog;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Tests who may do what in a project: every route of the table by every role; {@code roles.tsv} names those not for all. */
@GodwitServer
class RoleAccessTest {

    private static final List<String> ROLES = List.of("MEMBER", "ADMIN", "OWNER");

    /** The routes that would end what the test works with; tests of their own see that the right roles may. */
    private static final Set<String> ENDING = Set.of(
            "DELETE /users/@me/projects/:id",
            "POST /users/@me/projects/:id/reset",
            "POST /projects/:id/leave",
            "POST /projects/:id/transfer",
            "DELETE /users/@me",
            "POST /users/@me/password");

    private static final Map<String, String> ROUTE_TO_LEAST = matrix();

    private static TestServer server;
    private static Map<String, BrowserUser> roleToPerson;
    private static BrowserUser stranger;
    private static String project;

    @BeforeAll
    static void start() {
        stranger = BrowserUser.signedUp(server, "stranger@example.com");
        var owner = BrowserUser.demo(server);
        roleToPerson = Map.of(
                "OWNER",
                owner,
                "ADMIN",
                BrowserUser.signedUp(server, "ADMIN@example.com"),
                "MEMBER",
                BrowserUser.signedUp(server, "MEMBER@example.com"));
        project = server.projectId(0);
        for (var role : List.of("ADMIN", "MEMBER")) {
            var body = new JsonObject().put("email", role + "@example.com").put("role", role);
            assertThat(owner.post("/projects/" + project + "/members", body).statusCode())
                    .isEqualTo(200);
            roleToPerson.get(role).acceptInvitations();
        }
    }

    @TestFactory
    Stream<DynamicTest> aRouteIsForThoseTheMatrixNames() {
        return ROLES.stream().flatMap(role -> routes(ignored -> true)
                .map(route -> dynamicTest(role + " " + name(route), () -> hold(role, route))));
    }

    private static void hold(String role, RouteTable.Route route) {
        var least = ROUTE_TO_LEAST.getOrDefault(name(route), "MEMBER");
        if (ROLES.indexOf(role) < ROLES.indexOf(least)) {
            assertFailure(ask(roleToPerson.get(role), route), 403, "FORBIDDEN");
        } else if (!ENDING.contains(name(route))) {
            var answer = ask(roleToPerson.get(role), route);
            assertThat(answer.statusCode()).as(answer.body()).isNotIn(401, 403).isLessThan(500);
        }
    }

    @TestFactory
    Stream<DynamicTest> aStrangerFindsNothing() {
        return routes(route -> route.access() == Access.SECRET_KEY)
                .map(route ->
                        dynamicTest(name(route), () -> assertFailure(ask(stranger, route), 404, "RESOURCE_NOT_FOUND")));
    }

    @TestFactory
    Stream<DynamicTest> nobodyActsFromAnotherSite() {
        return routes(route -> !route.method().name().equals("GET"))
                .map(route -> dynamicTest(
                        name(route),
                        () -> assertFailure(
                                ask(roleToPerson.get("OWNER"), route, "Origin", "https://evil.test"),
                                403,
                                "FORBIDDEN")));
    }

    @Test
    void theMatrixIsReadAndNamesRoutesThatAreThere() {
        assertThat(ROUTE_TO_LEAST.keySet())
                .filteredOn(line ->
                        routes(ignored -> true).anyMatch(route -> name(route).equals(line)))
                .hasSizeGreaterThan(12);
    }

    private static Stream<RouteTable.Route> routes(Predicate<RouteTable.Route> which) {
        return server.routes().stream()
                .filter(route -> route.access() == Access.SECRET_KEY || route.access() == Access.USER)
                .filter(which);
    }

    private static HttpResponse<String> ask(BrowserUser person, RouteTable.Route route, String... headers) {
        var path = route.callers()
                .project()
                .map(parameter -> route.path().replace(":" + parameter, project))
                .orElse(route.path())
                .replaceAll(":[a-zA-Z]+", RouteCatalog.SOME_ID);
        var all = Stream.concat(Stream.of(headers), Stream.of("X-Project-Id", project));
        return person.call(route.method().name(), path, bodyOf(route), all.toArray(String[]::new));
    }

    private static String name(RouteTable.Route route) {
        return route.method() + " " + route.path();
    }

    private static Map<String, String> matrix() {
        try (var lines = Files.lines(Path.of("src/test/resources/roles.tsv"))) {
            return lines.map(line -> line.split("\t"))
                    .collect(Collectors.toMap(line -> line[0] + " " + line[1], line -> line[2]));
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }
}
