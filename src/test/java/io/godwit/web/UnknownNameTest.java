package io.godwit.web;

import static io.godwit.kit.api.RouteCatalog.PATH_TO_BODY;
import static io.godwit.kit.api.RouteCatalog.WITHOUT_BODY;
import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static io.godwit.kit.api.RouteCatalog.bodyOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.RouteCatalog;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that unknown members are refused by name: members of bodies and parameters of queries that would do nothing. */
@GodwitServer
class UnknownNameTest {

    private static final String STRANGE = "unheardOf";

    private static TestServer server;
    private static RouteCatalog table;

    @BeforeAll
    static void start() {
        table = new RouteCatalog(server);
    }

    @TestFactory
    Stream<DynamicTest> anUnknownMemberOfAnyBodyIsRefusedByName() {
        return table.withBody()
                .filter(route -> PATH_TO_BODY.containsKey(route.path()))
                .map(route -> dynamicTest(route.method() + " " + route.path(), () -> {
                    var path = route.path().contains(":id")
                            ? route.path().replace(":id", table.idOf(route, 0))
                            : route.path();
                    var body = PATH_TO_BODY.get(route.path()).copy().put(STRANGE, 1);
                    var answer = server.call(route.method().name(), path, server.secretKey(0), body.encode());
                    if (answer.statusCode() != 404 && answer.statusCode() != 403) {
                        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(422);
                        assertThat(fields(answer)).contains(STRANGE);
                    }
                }));
    }

    @TestFactory
    Stream<DynamicTest> aRouteThatReadsNoBodyRefusesMembers() {
        return table.each(
                route -> route.access() != Access.OPEN && WITHOUT_BODY.contains(route.path()), (route, path) -> {
                    var body = new JsonObject().put(STRANGE, 1);
                    var refused = server.call(route.method().name(), path, server.secretKey(0), body.encode());
                    var key = server.secretKey(0);

                    if (refused.statusCode() != 404) {
                        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(422);
                        assertThat(fields(refused)).containsExactly(STRANGE);
                    }
                    assertThat(server.call(route.method().name(), path, key, "{}")
                                    .statusCode())
                            .isNotEqualTo(422);
                });
    }

    @TestFactory
    Stream<DynamicTest> anUnknownParameterOfAnyGuardedRouteIsRefusedByName() {
        return table.each(
                route -> route.access() != Access.OPEN && route.body().file().isEmpty(), (route, path) -> {
                    var query = "?" + (route.path().equals("/search") ? "q=ada&" : "") + STRANGE + "=1";
                    var answer = server.call(route.method().name(), path + query, server.secretKey(0), bodyOf(route));
                    if (answer.statusCode() != 404 && answer.statusCode() != 403) {
                        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(422);
                        assertThat(fields(answer)).contains(STRANGE);
                    }
                });
    }

    @Test
    void aRefusedWriteHasWrittenNothing() {
        var before = server.database().count("SELECT count(*) FROM contacts");
        var contact = new JsonObject().put("email", "nobody@example.com");

        var member = post("/contacts", contact.copy().put("tags", new JsonArray()));
        var parameter = post("/contacts?dryRun=true", contact);

        assertThat(List.of(member.statusCode(), parameter.statusCode())).containsOnly(422);
        assertThat(server.database().count("SELECT count(*) FROM contacts")).isEqualTo(before);
    }

    @Test
    void theSentenceNamesTheFirstMistake() {
        var answer = post(
                "/v1/send",
                new JsonObject().put("to", "ada@example.com").put("body", "b").put("subject", 7));

        var error = new JsonObject(answer.body());
        assertThat(error.getString("message"))
                .isEqualTo("Request validation failed: subject: Expected string, received number");
        assertThat(error.getJsonObject("error").getString("message")).isEqualTo(error.getString("message"));
    }

    @Test
    void theNearestKnownNameIsNamed() {
        var answer = post(
                "/v1/send",
                new JsonObject()
                        .put("to", "ada@example.com")
                        .put("from", "hello@example.test")
                        .put("subjct", "Hello")
                        .put("subject", "Hello")
                        .put("body", "b"));

        assertFailure(answer, 422, "VALIDATION_ERROR");
        assertThat(issue(answer).getString("code")).isEqualTo("unrecognized_keys");
        assertThat(new JsonObject(answer.body()).getString("message"))
                .isEqualTo("Request validation failed: subjct: Unknown member; did you mean subject?");
    }

    @ParameterizedTest
    @CsvSource({
        "/emails?pageSize=5,pageSize,known are",
        "/emails?contactid=5,contactid,did you mean contactId?",
        "/contacts?serach=x,serach,did you mean search?",
        "/workflows?trigger=EVENT,trigger,known are",
        "/analytics/timeseries?start_date=2026-01-01,start_date,did you mean startDate?"
    })
    void theNearestKnownParameterIsNamed(String path, String field, String hint) {
        var answer = server.get(path, server.secretKey(0));

        assertFailure(answer, 422, "VALIDATION_ERROR");
        assertThat(issue(answer).getString("field")).isEqualTo(field);
        assertThat(issue(answer).getString("message"))
                .startsWith("Unknown query parameter")
                .contains(hint);
    }

    @Test
    void membersOfNestedObjectsAreLookedAt() {
        var condition = new JsonObject()
                .put("field", "data.plan")
                .put("operator", "equals")
                .put("value", "pro")
                .put("caseSensitive", false);
        var filters = new JsonObject().put("operator", "AND").put("conditions", new JsonArray().add(condition));
        var file = new JsonObject()
                .put("filename", "a.txt")
                .put("contentType", "text/plain")
                .put("content", "YQ==")
                .put("charset", "utf-8");
        var mail = PATH_TO_BODY
                .get("/v1/send")
                .copy()
                .put(
                        "to",
                        new JsonArray()
                                .add(new JsonObject()
                                        .put("email", "ada@example.com")
                                        .put("nmae", "Ada")))
                .put("attachments", new JsonArray().add(file));

        assertThat(fields(post("/segments", new JsonObject().put("name", "Pro").put("filters", filters))))
                .containsExactly("filters.conditions.0.caseSensitive");
        assertThat(fields(post("/v1/send", mail))).containsExactly("to.0.nmae", "attachments.0.charset");
    }

    @Test
    void theSettingsOfAStepAreLookedAtWhenTheyAreSent() {
        var workflow = made("/workflows", PATH_TO_BODY.get("/workflows"));
        var config = new JsonObject().put("amount", 2).put("unit", "days").put("jitter", 5);
        var step = PATH_TO_BODY.get("/workflows/:id/steps").copy().put("config", config);

        var answer = post("/workflows/" + workflow + "/steps", step);

        assertFailure(answer, 422, "VALIDATION_ERROR");
        assertThat(fields(answer)).containsExactly("config.jitter");
    }

    @Test
    void namesThatAreTheCallersToChooseAreFree() {
        var anything = new JsonObject().put(STRANGE, 1).put("nested", new JsonObject().put(STRANGE, 2));
        var contact = new JsonObject().put("email", "free@example.com").put("data", anything);
        var event = contact.copy().put("event", "signed_up");
        var workflow = made("/workflows", PATH_TO_BODY.get("/workflows"));
        var step = new JsonObject()
                .put("type", "WEBHOOK")
                .put("name", "Tell them")
                .put("position", new JsonObject().put("x", 1).put("y", 2).put("zoom", 3))
                .put(
                        "config",
                        new JsonObject()
                                .put("url", "https://example.com/hook")
                                .put("headers", new JsonObject().put("X-Any", "1"))
                                .put("body", anything));

        assertThat(post("/contacts", contact).statusCode()).isEqualTo(201);
        assertThat(post("/v1/track", event).statusCode()).isEqualTo(200);
        assertThat(post("/workflows/" + workflow + "/steps", step).statusCode()).isEqualTo(201);
    }

    @Test
    void namesThatExistingClientsSendAndThatNeverDidAnythingAreAccepted() {
        var workflow =
                PATH_TO_BODY.get("/workflows").copy().put("enabled", false).put("triggerType", "EVENT");
        var mail = PATH_TO_BODY.get("/v1/send").copy().put("type", "html").put("withUnsubscribe", false);
        mail.remove("template");
        var campaign = made("/campaigns", PATH_TO_BODY.get("/campaigns"));
        var read = new JsonObject(
                server.get("/campaigns/" + campaign, server.secretKey(0)).body());

        assertThat(post("/workflows", workflow).statusCode()).isEqualTo(201);
        assertThat(post("/v1/send", mail).statusCode()).isEqualTo(200);
        assertThat(server.call(
                                "PUT",
                                "/campaigns/" + campaign,
                                server.secretKey(0),
                                read.getJsonObject("data").encode())
                        .statusCode())
                .isEqualTo(200);
    }

    /** Libraries write a list as a repeated parameter. */
    @Test
    void aParameterWithTwoValuesIsRefusedAndNotReadInPart() {
        var two = server.get("/activity?types=email.sent&types=email.opened&limit=10", server.secretKey(0));
        var same = server.get("/activity?types=email.sent&types=email.sent&limit=10", server.secretKey(0));

        assertThat(two.statusCode()).as(two.body()).isEqualTo(422);
        assertThat(two.body()).contains("\"field\":\"types\"", "Give it once");
        assertThat(same.statusCode()).as(same.body()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/campaigns?page=1&pageSize=20&search=x&status=DRAFT&sort=name&dir=asc&archived=true",
                "/contacts?limit=20&search=x&subscribed=true&sort=email&dir=asc",
                "/templates?page=1&pageSize=20&type=MARKETING&search=x&sort=name&dir=asc",
                "/templates?limit=20",
                "/workflows?page=1&pageSize=20&search=x&status=active&sort=steps&dir=asc",
                "/workflows/fields?eventName=x",
                "/segments?limit=20",
                "/events?limit=20&eventName=x",
                "/events/stats?startDate=2026-01-01&endDate=2026-02-01",
                "/activity?limit=10&types=email.sent&startDate=2026-01-01&endDate=2026-02-01",
                "/activity?contactId=nobody&types=email.sent",
                "/activity/stats?startDate=2026-01-01&endDate=2026-02-01",
                "/activity/recent-count?minutes=5",
                "/activity/upcoming?limit=10&daysAhead=30",
                "/analytics/timeseries?startDate=2026-01-01&endDate=2026-02-01&timeZone=UTC&stream=CAMPAIGN",
                "/analytics/top-campaigns?limit=10&startDate=2026-01-01&endDate=2026-02-01",
                "/analytics/campaign-stats?startDate=2026-01-01&endDate=2026-02-01",
                "/analytics/top-events?limit=5&startDate=2026-01-01&endDate=2026-02-01",
                "/analytics/overview?granularity=day&startDate=2026-01-01&endDate=2026-02-01&timeZone=UTC&stream=CAMPAIGN",
                "/analytics/leaderboard?kind=template&metric=clicks&limit=10&startDate=2026-01-01&endDate=2026-02-01",
                "/contacts/fields/plan/values?limit=100",
                "/suppressions?limit=20&reason=BOUNCE"
            })
    void theParametersOfExistingClientsAreAccepted(String path) {
        var answer = server.get(path, server.secretKey(0));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    /** Links in mails come back with what mail programs, wrappers and counters have hung on to them. */
    @ParameterizedTest
    @ValueSource(strings = {"/health?x=1", "/config?x=1", "/auth/verify-email?token=x&utm_source=mail"})
    void openRoutesTakeLinksThatWereDecorated(String path) {
        assertThat(server.get(path, "").statusCode()).isEqualTo(200);
    }

    @Test
    void whatReadsNoBodyIsDeclared() {
        assertThat(table.withBody()
                        .filter(route ->
                                route.access() != Access.OPEN && route.body().bodyless())
                        .map(RouteTable.Route::path))
                .containsExactlyInAnyOrderElementsOf(table.withBody()
                        .filter(route -> route.access() != Access.OPEN && WITHOUT_BODY.contains(route.path()))
                        .map(RouteTable.Route::path)
                        .toList());
        assertThat(server.routes().stream()
                        .filter(route -> !route.parameters().isEmpty())
                        .map(RouteTable.Route::method))
                .doesNotContain(HttpMethod.GET);
    }

    private static HttpResponse<String> post(String path, JsonObject body) {
        return server.post(path, server.secretKey(0), body);
    }

    private static String made(String path, JsonObject body) {
        var answer = new JsonObject(post(path, body).body());
        return answer.getString(
                "id", answer.getJsonObject("data", new JsonObject()).getString("id"));
    }

    private static JsonObject issue(HttpResponse<String> answer) {
        return issues(answer).getJsonObject(0);
    }

    private static List<String> fields(HttpResponse<String> answer) {
        return issues(answer).stream()
                .map(issue -> ((JsonObject) issue).getString("field"))
                .toList();
    }

    private static JsonArray issues(HttpResponse<String> answer) {
        return new JsonObject(answer.body()).getJsonObject("error").getJsonArray("errors");
    }
}
