package io.godwit.web;

import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A cursor goes on with the list it came from: the rows after a row are others under another filter or in another order. */
@GodwitServer
class ListCursorTest {

    private static TestServer server;

    /** Two rows of each list. */
    @BeforeAll
    static void start() {
        for (var name : List.of("ada", "bo")) {
            var email = name + "@example.com";
            post(
                    "/v1/send",
                    new JsonObject()
                            .put("to", email)
                            .put("from", "hello@example.test")
                            .put("subject", "Hi")
                            .put("body", "<p>Hi</p>"));
            post("/v1/track", new JsonObject().put("email", email).put("event", "joined"));
            post("/suppressions", new JsonObject().put("email", "no-" + email).put("reason", "MANUAL"));
            post(
                    "/templates",
                    new JsonObject()
                            .put("name", name)
                            .put("subject", "Hi")
                            .put("body", "<p>Hi</p>")
                            .put("from", "hello@example.test")
                            .put("type", "TRANSACTIONAL"));
            post(
                    "/campaigns",
                    new JsonObject()
                            .put("name", name)
                            .put("subject", "Hi")
                            .put("body", "<p>Hi</p>")
                            .put("from", "hello@example.test")
                            .put("audienceType", "ALL"));
            post("/workflows", new JsonObject().put("name", name).put("eventName", "joined"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/emails, status=PENDING",
        "/emails, search=example",
        "/emails, startDate=2026-01-01",
        "/contacts, search=example",
        "/contacts, subscribed=true",
        "/contacts, sort=email",
        "/contacts, dir=asc",
        "/activity, types=event.triggered",
        "/events, eventName=joined",
        "/suppressions, reason=MANUAL",
        "/suppressions, search=example",
        "/templates, type=TRANSACTIONAL",
        "/templates, sort=name",
        "/workflows, search=a",
        "/campaigns, status=DRAFT",
        "/campaigns, sort=name",
        "/campaigns, dir=asc",
        "/campaigns, archived=false"
    })
    void aCursorIsRefusedUnderAnotherFilterOrOrder(String list, String filter) {
        var unfiltered = cursor(list + "?limit=1");

        var other = get(list + "?" + filter + "&cursor=" + unfiltered);

        assertFailure(other, 422, "VALIDATION_ERROR");
        assertThat(other.body()).contains("\"field\":\"cursor\"", "same list, filters and order");
    }

    @Test
    void aPageMayHaveAnotherLengthAndAnotherForm() {
        var cursor = cursor("/templates?limit=1&sort=name&search=");

        for (var query : List.of("limit=7&sort=name", "sort=name&view=list", "pageSize=3&sort=name&search=")) {
            var page = get("/templates?" + query + "&cursor=" + cursor);
            assertThat(page.statusCode()).as(page.body()).isEqualTo(200);
        }
    }

    private static HttpResponse<String> get(String path) {
        return server.get(path, server.secretKey(0));
    }

    private static String cursor(String path) {
        var cursor = new JsonObject(get(path).body()).getString("cursor");
        assertThat(cursor).as(path).isNotNull();
        return cursor;
    }

    private static JsonObject post(String path, JsonObject body) {
        var answer = server.post(path, server.secretKey(0), body);
        assertThat(answer.statusCode()).as(answer.body()).isIn(200, 201);
        return new JsonObject(answer.body());
    }
}
