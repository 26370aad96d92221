package io.godwit.web;

import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.SegmentApi;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists show what was asked for and nothing else. */
@GodwitServer
class ListFilterTest {

    private static TestServer server;
    private static String template;
    private static String workflow;

    /** Mail to Ada is new, mail to Bo of a workflow, and mail to Cy of a template, 40 days old. */
    @BeforeAll
    static void start() {
        template = made(
                "/templates",
                new JsonObject()
                        .put("name", "Welcome")
                        .put("subject", "Welcome on board")
                        .put("body", "<p>Hi</p>")
                        .put("from", "hello@example.test")
                        .put("type", "TRANSACTIONAL"));
        workflow = made("/workflows", new JsonObject().put("name", "Onboarding").put("eventName", "joined"));
        send(mail("ada@example.com", "Your invoice"));
        send(mail("bo@example.org", "News")
                .put("to", new JsonObject().put("email", "bo@example.org").put("name", "Bo Diddley")));
        send(new JsonObject().put("to", "cy@example.net").put("template", template));
        var execution = UUID.randomUUID();
        sql(
                "INSERT INTO executions (project_id, id, workflow_id, version, contact_id)"
                        + " SELECT project_id, ?::uuid, ?::uuid, 1, contact_id FROM emails WHERE project_id = ?::uuid AND to_email = 'bo@example.org'",
                execution.toString(),
                workflow,
                server.projectId(0));
        sql(
                "UPDATE emails SET execution_id = ?::uuid, source = 'WORKFLOW', email_class = 'MARKETING' WHERE to_email = 'bo@example.org'",
                execution.toString());
        sql(
                "UPDATE emails SET id = overlay(id::text PLACING left(uuid_v7_floor(now() - interval '40 days')::text, 13) FROM 1)::uuid"
                        + " WHERE to_email = 'cy@example.net'");
    }

    @ParameterizedTest
    @CsvSource({
        "search=ADA@, ada@example.com",
        "search=diddley, bo@example.org",
        "search=invoice, ada@example.com",
        "search=%25, ''",
        "subject=on BOARD, cy@example.net",
        "subject=ada, ''",
        "templateId=TEMPLATE, cy@example.net",
        "templateId=nothing, ''",
        "templateId=TEMPLATE&search=ada, ''",
        "workflowId=WORKFLOW, bo@example.org",
        "source=WORKFLOW, bo@example.org",
        "sourceType=TRANSACTIONAL, cy@example.net ada@example.com",
        "type=MARKETING, bo@example.org",
        "startDate=DAYS30, ada@example.com bo@example.org",
        "endDate=DAYS30, cy@example.net",
        "startDate=DAYS50&endDate=DAYS30, cy@example.net",
        "startDate=DAYS50&status=CLICKED, ''"
    })
    void mailIsFoundByWhatItIs(String query, String recipients) {
        var page = got("/emails?" + filled(query));

        assertThat(column(page.getJsonArray("data"), "to"))
                .containsExactlyInAnyOrder(recipients.isEmpty() ? new String[0] : recipients.split(" "));
        assertThat(page.getInteger("total")).isEqualTo(page.getJsonArray("data").size());
    }

    @Test
    void aFilteredListGoesOnBehindItsCursor() {
        var first = got("/emails?limit=1&startDate=" + days(30));
        var second = got("/emails?limit=1&startDate=" + days(30) + "&cursor=" + first.getString("cursor"));

        assertThat(first.getInteger("total")).isEqualTo(2);
        assertThat(second.getInteger("total")).isZero();
        assertThat(column(first.getJsonArray("data").addAll(second.getJsonArray("data")), "to"))
                .containsExactlyInAnyOrder("ada@example.com", "bo@example.org");
        assertThat(second.getBoolean("hasMore")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/emails?source=SMTP",
                "/emails?type=NEWS",
                "/emails?startDate=yesterday",
                "/emails?startDate=2026-02-01&endDate=2026-01-01",
                "/contacts?condition=nothing",
                "/contacts?condition=%7B%7D",
                "/events?name=a&eventName=b"
            })
    void whatCannotBeMeantIsRefused(String path) {
        assertFailure(server.get(path, server.secretKey(0)), 422, "VALIDATION_ERROR");
    }

    @Test
    void contactsAreFoundBySegmentAndByCondition() {
        var calls = new SegmentApi(server, 1);
        var pro = List.of(calls.contact("p1@example.com", plan("pro")), calls.contact("p2@example.com", plan("pro")));
        calls.contact("f1@example.com", plan("free"));
        var condition = SegmentApi.condition("data.plan", "equals", "pro");
        var dynamic = calls.made(SegmentApi.segment("Pro", SegmentApi.all(condition)));
        var fixed = calls.made(new JsonObject().put("name", "Some").put("type", "STATIC"));
        calls.posted(
                "/segments/" + fixed + "/members",
                new JsonObject()
                        .put("emails", new JsonArray().add("p2@example.com").add("f1@example.com")));
        var filter = URLEncoder.encode(SegmentApi.all(condition).encode(), StandardCharsets.UTF_8);

        var first = calls.got("/contacts?limit=1&segmentId=" + dynamic);
        var second = calls.got("/contacts?limit=1&segmentId=" + dynamic + "&cursor=" + first.getString("cursor"));

        assertThat(column(first.getJsonArray("data").addAll(second.getJsonArray("data")), "id"))
                .containsExactly(pro.get(1), pro.get(0));
        assertThat(first.getInteger("total")).isEqualTo(2);
        assertThat(emails(calls.got("/contacts?sort=email&segmentId=" + fixed)))
                .containsExactly("f1@example.com", "p2@example.com");
        assertThat(emails(calls.got("/contacts?condition=" + filter + "&segmentId=" + fixed)))
                .containsExactly("p2@example.com");
        assertThat(emails(calls.got("/contacts?search=p1&condition=" + filter))).containsExactly("p1@example.com");
        assertFailure(server.get("/contacts?segmentId=" + dynamic, server.secretKey(0)), 404, "RESOURCE_NOT_FOUND");
        assertFailure(server.get("/contacts?segmentId=nothing", server.secretKey(0)), 404, "RESOURCE_NOT_FOUND");
    }

    @Test
    void eventsAreFoundByName() {
        track("opened_account");
        track("closed_account");

        var page = got("/events?name=opened_account");

        assertThat(column(page.getJsonArray("events"), "name")).containsOnly("opened_account");
        assertThat(page).isEqualTo(got("/events?eventName=opened_account"));
    }

    @Test
    void theFeedEndsWhereItIsAskedTo() {
        track("long_ago");
        sql(
                "UPDATE events SET id = overlay(id::text PLACING left(uuid_v7_floor(now() - interval '3 days')::text, 13) FROM 1)::uuid,"
                        + " created_at = now() - interval '3 days' WHERE name = 'long_ago'");
        track("today");

        var feed = got("/activity?types=event.triggered&startDate=" + days(9) + "&endDate=" + days(1));

        assertThat(feed.getJsonArray("data"))
                .extracting(
                        item -> ((JsonObject) item).getJsonObject("metadata").getString("eventName"))
                .containsExactly("long_ago");
    }

    @Test
    void suppressedAddressesAreFoundByAPart() {
        for (var email : List.of("gone1@example.com", "gone2@example.org", "left@example.com")) {
            post("/suppressions", new JsonObject().put("email", email).put("reason", "BOUNCE"));
        }

        var found = got("/suppressions?search=GONE&reason=BOUNCE&limit=1");
        var rest = got("/suppressions?search=GONE&reason=BOUNCE&limit=1&cursor=" + found.getString("cursor"));

        assertThat(found.getInteger("total")).isEqualTo(2);
        assertThat(emails(found)).containsExactly("gone1@example.com");
        assertThat(emails(rest)).containsExactly("gone2@example.org");
        assertThat(got("/suppressions?search=%25").getJsonArray("data")).isEmpty();
    }

    private static JsonObject plan(String plan) {
        return new JsonObject().put("plan", plan);
    }

    private static JsonObject mail(String to, String subject) {
        return new JsonObject()
                .put("to", to)
                .put("from", "hello@example.test")
                .put("subject", subject)
                .put("body", "<p>Hi</p>");
    }

    private static void send(JsonObject mail) {
        assertThat(server.post("/v1/send", server.secretKey(0), mail).statusCode())
                .isEqualTo(200);
    }

    private static void track(String event) {
        post("/v1/track", new JsonObject().put("email", "ada@example.com").put("event", event));
    }

    private static JsonObject post(String path, JsonObject body) {
        return new JsonObject(server.post(path, server.secretKey(0), body).body());
    }

    private static String made(String path, JsonObject body) {
        return post(path, body).getString("id");
    }

    private static JsonObject got(String path) {
        var answer = server.get(path, server.secretKey(0));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonObject(answer.body());
    }

    private static void sql(String statement, Object... parameters) {
        server.database().query(statement, parameters);
    }

    private static String filled(String query) {
        return query.replace("TEMPLATE", query.contains("sourceType") ? "TEMPLATE" : template)
                .replace("workflowId=WORKFLOW", "workflowId=" + workflow)
                .replace("DAYS30", days(30))
                .replace("DAYS50", days(50))
                .replace(" ", "%20");
    }

    private static String days(int ago) {
        return Instant.now().minus(Duration.ofDays(ago)).toString();
    }

    private static List<String> emails(JsonObject page) {
        return column(page.getJsonArray("data"), "email");
    }

    private static List<String> column(JsonArray rows, String name) {
        return rows.stream().map(row -> ((JsonObject) row).getString(name)).toList();
    }
}
