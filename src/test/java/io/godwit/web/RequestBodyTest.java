package io.godwit.web;

import static io.godwit.kit.api.RouteCatalog.PATH_TO_BODY;
import static io.godwit.kit.api.RouteCatalog.WITHOUT_BODY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.RouteCatalog;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Tests every route with a body it did not expect: wrong types, texts that hurt, members that are not the caller's to set. */
@GodwitServer
class RequestBodyTest {

    private static final String PLANTED_ID = "0badc0de-0000-7000-8000-00000000beef";
    private static final String PLANTED_TIME = "2001-02-03T04:05:06.000Z";

    private static final List<String> TEXTS = List.of(
            "",
            " ",
            "\u0000",
            "a\u0000b",
            "\ud800",
            "\udfff\ud800",
            "\uffff",
            "\u202e",
            "\r\n.\r\n",
            "%s%n",
            "'; DROP TABLE contacts; --",
            "x".repeat(70_000));

    private static TestServer server;
    private static RouteCatalog table;

    @BeforeAll
    static void start() {
        table = new RouteCatalog(server);
    }

    @TestFactory
    Stream<DynamicTest> anyMemberOfAnyWrongTypeIsRefusedByName() {
        return members().map(member -> dynamicTest(member.toString(), () -> refuseWrongTypes(member)));
    }

    /** Text PostgreSQL cannot store must be refused before the statement. */
    @TestFactory
    Stream<DynamicTest> noTextInAnyMemberIsOurFault() {
        return members()
                .map(member -> dynamicTest(member.toString(), () -> readShapes(member)
                        .forEach(shape -> TEXTS.forEach(text -> {
                            var value = shape.apply(text);
                            assertThat(post(member, value).status())
                                    .as(member + " = " + value)
                                    .isLessThan(500);
                        }))));
    }

    /** The plain text, and of the other shapes those the member takes: where a harmless one is refused, no text of it is read. */
    private static Stream<Function<String, Object>> readShapes(Member member) {
        var others = Stream.<Function<String, Object>>of(
                text -> new JsonObject().put("k", text),
                text -> new JsonObject().put(text, "v"),
                text -> new JsonArray().add(text));
        return Stream.concat(
                Stream.of(text -> text),
                others.filter(shape -> post(member, shape.apply("plain")).status() != 422));
    }

    @Test
    void everyRouteThatTakesABodyIsInTheTypeTable() {
        assertThat(table.withBody())
                .extracting(RouteTable.Route::path)
                .filteredOn(path -> !WITHOUT_BODY.contains(path))
                .allSatisfy(path -> assertThat(PATH_TO_BODY).containsKey(path));
    }

    @Test
    void whatIsNotTheCallersToSetIsIgnoredOrRefusedAndStoredNowhere() {
        var before = unchangeableBody();

        withMembers().forEach(route -> {
            var body = PATH_TO_BODY.get(route.path()).copy();
            body.remove("template");
            var path = pathOf(route);
            server.call(route.method().name(), path, server.secretKey(0), body.encode());
            planted().forEach(member -> {
                var more = body.copy().put(member.getKey(), member.getValue());
                var answer = server.call(route.method().name(), path, server.secretKey(0), more.encode());
                assertThat(answer.statusCode())
                        .as(path + answer.body())
                        .isIn(200, 201, 202, 400, 403, 404, 409, 422, 429);
            });
        });

        assertThat(unchangeableBody()).isEqualTo(before);
        assertThat(everything()).doesNotContain(PLANTED_ID, "2001-02-03");
        for (var name : List.of("contacts", "emails", "templates", "events")) {
            assertThat(server.database()
                            .count("SELECT count(*) FROM " + name + " WHERE project_id = ?::uuid", server.projectId(0)))
                    .as(name)
                    .isPositive();
            assertThat(server.database()
                            .count("SELECT count(*) FROM " + name + " WHERE project_id = ?::uuid", server.projectId(1)))
                    .as(name)
                    .isZero();
        }
        assertThat(server.database().count("SELECT count(*) FROM emails WHERE status = 'OPENED'"))
                .isZero();
    }

    private static JsonObject planted() {
        return new JsonObject()
                .put("id", PLANTED_ID)
                .put("contactId", PLANTED_ID)
                .put("projectId", server.projectId(1))
                .put("project_id", server.projectId(1))
                .put("project", new JsonObject().put("id", server.projectId(1)))
                .put("createdAt", PLANTED_TIME)
                .put("created_at", PLANTED_TIME)
                .put("updatedAt", PLANTED_TIME)
                .put("role", "OWNER")
                .put("verified", true)
                .put("emailVerified", true)
                .put("disabled", true)
                .put("memberCount", 7)
                .put("status", "OPENED")
                .put("opens", 9);
    }

    /** The members no request of these routes may change; a domain may be added and not verified. */
    private static String unchangeableBody() {
        var ofProjects = " WHERE project_id IN ('" + server.projectId(0) + "', '" + server.projectId(1) + "')";
        return Stream.of(
                        "SELECT id, disabled, requests_per_minute, keys_version, created_at FROM projects WHERE wiping IS NULL"
                                + ofProjects.replace(" WHERE project_id", " AND id"),
                        "SELECT * FROM users",
                        "SELECT * FROM memberships",
                        "SELECT * FROM domains" + ofProjects + " AND verified",
                        "SELECT * FROM api_keys" + ofProjects + " AND label IS NULL")
                .map(query -> server.database().query(query + " ORDER BY 1, 2").stream()
                        .map(row -> row.values().stream()
                                .map(value -> value instanceof byte[] bytes ? List.of(bytes.length) : value)
                                .toList())
                        .toList())
                .toList()
                .toString();
    }

    private static String everything() {
        return server
                .database()
                .query(
                        "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'")
                .stream()
                .map(row -> row.get("table_name"))
                .map(name -> server.database()
                        .query("SELECT t::text FROM " + name + " t")
                        .toString())
                .toList()
                .toString();
    }

    /** One member of the body of one route, which is called at this path. */
    private record Member(RouteTable.Route route, String path, String name) {
        @Override
        public String toString() {
            return route.path() + " " + name;
        }
    }

    private record Response(int status, String text) {}

    private static Stream<Member> members() {
        return withMembers().flatMap(route -> {
            var path = pathOf(route);
            return PATH_TO_BODY.get(route.path()).fieldNames().stream().map(name -> new Member(route, path, name));
        });
    }

    private static Stream<RouteTable.Route> withMembers() {
        return table.withBody().filter(route -> PATH_TO_BODY.containsKey(route.path()));
    }

    /** With the id of something that is there. */
    private static String pathOf(RouteTable.Route route) {
        return route.path().contains(":") ? route.path().replace(":id", table.idOf(route, 0)) : route.path();
    }

    private static Response post(Member member, Object value) {
        var body = PATH_TO_BODY.get(member.route().path()).copy().put(member.name(), value);
        var answer = server.call(member.route().method().name(), member.path(), server.secretKey(0), escaped(body));
        return new Response(answer.statusCode(), answer.body());
    }

    /** In ASCII, because half a surrogate pair survives no encoding but this. */
    private static String escaped(JsonObject body) {
        var ascii = new StringBuilder();
        body.encode().chars().forEach(unit -> {
            if (unit < 0x7f) {
                ascii.append((char) unit);
            } else {
                ascii.append("\\u%04x".formatted(unit));
            }
        });
        return ascii.toString();
    }

    private static void refuseWrongTypes(Member member) {
        for (var wrong : wrongTypes(PATH_TO_BODY.get(member.route().path()).getValue(member.name()))) {
            var answer = post(member, wrong);
            assertThat(answer.status()).as(member + " = " + wrong).isIn(404, 422);
            if (answer.status() == 422) {
                assertThat(answer.text()).contains("\"field\":\"" + member.name());
            }
        }
    }

    private static List<Object> wrongTypes(Object right) {
        var wrong =
                new ArrayList<Object>(List.of(12, new JsonArray().add(new JsonArray()), new JsonObject().put("x", 1)));
        if (!(right instanceof Boolean)) {
            wrong.add(true);
        }
        wrong.removeIf(value -> value.getClass() == right.getClass() && !(right instanceof JsonArray));
        if (!(right instanceof String)) {
            wrong.add("text");
        }
        return wrong;
    }
}
