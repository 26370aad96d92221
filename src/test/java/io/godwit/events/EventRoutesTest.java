package io.godwit.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.RouteCatalog;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code /events} by HTTP requests. The two projects of the server are told apart by their keys. */
@GodwitServer
class EventRoutesTest {

    private static TestServer server;
    private static String key;

    @BeforeAll
    static void start() {
        key = server.secretKey(0);
    }

    @Test
    void eventsAreListedTheNewestFirstWithTheirContact() {
        var contact = track("list@example.com", "listed", new JsonObject().put("plan", "pro"));
        track("list@example.com", "listed", new JsonObject());

        var page = json(server.get("/events?eventName=listed", key));

        assertThat(page.getInteger("total")).isEqualTo(2);
        assertThat(page.getBoolean("hasMore")).isFalse();
        assertThat(page.getJsonArray("data")).isEqualTo(page.getJsonArray("events"));
        var oldest = page.getJsonArray("events").getJsonObject(1);
        assertThat(oldest.getString("name")).isEqualTo("listed");
        assertThat(oldest.getString("contactId")).isEqualTo(contact);
        assertThat(oldest.getString("projectId")).isEqualTo(server.projectId(0));
        assertThat(oldest.getJsonObject("contact")).isEqualTo(new JsonObject().put("email", "list@example.com"));
        assertThat(oldest.getJsonObject("data")).isEqualTo(new JsonObject().put("plan", "pro"));
        assertThat(page.getJsonArray("events").getJsonObject(0).getValue("data"))
                .isNull();
    }

    @Test
    void cursorsLeadThroughAllEventsOnce() {
        for (int each = 0; each < 7; each++) {
            track("pages@example.com", "paged", new JsonObject().put("each", each));
        }
        var seen = new ArrayList<String>();

        var page = json(server.get("/events?eventName=paged&limit=3", key));
        while (true) {
            ids(page).forEach(seen::add);
            if (!page.getBoolean("hasMore")) {
                break;
            }
            page = json(server.get("/events?eventName=paged&limit=3&cursor=" + page.getString("cursor"), key));
            assertThat(page.getInteger("total")).isZero();
        }

        assertThat(seen).hasSize(7).doesNotHaveDuplicates().isSortedAccordingTo((one, other) -> other.compareTo(one));
        assertThat(page.getString("cursor")).isNull();
    }

    @Test
    void aPageHasTwentyEventsUnlessAsked() {
        var contact = "";
        for (int each = 0; each < 21; each++) {
            contact = track("many@example.com", "counted", new JsonObject());
        }

        for (var path : List.of("/events", "/events/contact/" + contact)) {
            assertThat(ids(json(server.get(path, key)))).hasSize(20);
            assertThat(ids(json(server.get(path + "?limit=100", key)))).hasSizeGreaterThan(20);
            RouteCatalog.assertFailure(server.get(path + "?limit=101", key), 422, "VALIDATION_ERROR");
        }
    }

    @Test
    void theEventsOfAContactAreItsOwn() {
        var contact = track("own@example.com", "owned", new JsonObject());
        track("other@example.com", "owned", new JsonObject());

        var page = json(server.get("/events/contact/" + contact, key));

        assertThat(page.getInteger("total")).isEqualTo(1);
        assertThat(page.getJsonArray("events").getJsonObject(0).getString("contactId"))
                .isEqualTo(contact);
        RouteCatalog.assertFailure(
                server.get("/events/contact/" + contact, server.secretKey(1)), 404, "CONTACT_NOT_FOUND");
    }

    @Test
    void namesAndStatsComeTheMostFrequentFirst() {
        var other = server.secretKey(1);
        for (var name : List.of("rare", "often", "often", "often", "now and then", "now and then")) {
            server.post("/v1/track", other, trackBody("stats@example.com", name, new JsonObject()));
        }

        var stats = new JsonArray(server.get("/events/stats", other).body());

        assertThat(stats).containsExactly(count("often", 3), count("now and then", 2), count("rare", 1));
        assertThat(json(server.get("/events/names", other)).getJsonArray("eventNames"))
                .containsExactly("often", "now and then", "rare");
        var today = LocalDate.now(ZoneOffset.UTC);
        assertThat(new JsonArray(
                        server.get("/events/stats?startDate=" + today.minusDays(1) + "&endDate=" + today, other)
                                .body()))
                .isEqualTo(stats);
        assertThat(new JsonArray(server.get("/events/stats?endDate=" + today.minusDays(2), other)
                        .body()))
                .isEmpty();
        RouteCatalog.assertFailure(server.get("/events/stats?startDate=yesterday", other), 422, "VALIDATION_ERROR");
        RouteCatalog.assertFailure(
                server.get("/events/stats?startDate=2026-02-01&endDate=2026-01-01", other), 422, "VALIDATION_ERROR");
    }

    @Test
    void theUsageOfANameTellsHowManyThereAreAndOfHowManyContacts() {
        track("one@example.com", "used", new JsonObject());
        track("one@example.com", "used", new JsonObject());
        track("two@example.com", "used", new JsonObject());

        var usage = json(server.get("/events/used/usage", key));

        assertThat(usage)
                .isEqualTo(new JsonObject()
                        .put("usedInSegments", new JsonArray())
                        .put("usedInCampaigns", new JsonArray())
                        .put("usedInWorkflows", new JsonArray())
                        .put("totalCount", 3)
                        .put("uniqueContacts", 2)
                        .put("canDelete", true));
        assertThat(json(server.get("/events/email.sent/usage", key)).getBoolean("canDelete"))
                .isFalse();
    }

    /** The names are as strange as callers may make them, or words of our own paths, and each finds only itself. */
    @Test
    void deletingANameDeletesExactlyIt() {
        var strange = List.of("100%", "100_", "a/b", "'; DROP TABLE events; --", "../names", "ünï", "a b");
        var own = List.of("names", "stats", "track", "contact", "usage");
        var names = Stream.concat(strange.stream(), own.stream()).toList();
        names.forEach(name -> track("strange@example.com", name, new JsonObject()));
        for (var name : names) {
            var path = "/events/" + encoded(name);
            assertThat(json(server.get(path + "/usage", key)).getInteger("totalCount"))
                    .as(name)
                    .isEqualTo(1);

            var answer = server.call("DELETE", path, key, "");

            assertThat(json(answer).getInteger("deletedCount")).as(name).isEqualTo(1);
            assertThat(json(server.get(path + "/usage", key)).getInteger("totalCount"))
                    .isZero();
        }
    }

    @Test
    void ourOwnEventsCannotBeDeleted() {
        RouteCatalog.assertFailure(server.call("DELETE", "/events/email.sent", key, ""), 400, "BAD_REQUEST");
        RouteCatalog.assertFailure(server.call("DELETE", "/events/segment.vip.entry", key, ""), 400, "BAD_REQUEST");
    }

    @Test
    void anEventOfAKnownContactIsRecordedByItsId() {
        var contact = track("known@example.com", "first", new JsonObject());
        var body = new JsonObject()
                .put("name", "opened account")
                .put("contactId", contact)
                .put("data", new JsonObject().put("account", 7));

        var answer = server.post("/events/track", key, body);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        var event = json(answer);
        assertThat(event.getString("contactId")).isEqualTo(contact);
        assertThat(event.getString("name")).isEqualTo("opened account");
        var listed = json(server.get("/events?eventName=opened%20account", key))
                .getJsonArray("events")
                .getJsonObject(0);
        assertThat(listed.getString("id")).isEqualTo(event.getString("id"));
        assertThat(listed.getJsonObject("data")).isEqualTo(new JsonObject().put("account", 7));
        assertThat(listed.getInstant("createdAt")).isEqualTo(event.getInstant("createdAt"));
        RouteCatalog.assertFailure(server.post("/events/track", server.secretKey(1), body), 404, "CONTACT_NOT_FOUND");
    }

    @Test
    void anEventOfAKnownEmailBelongsToItsContact() {
        var sent = json(server.post(
                "/v1/send",
                key,
                new JsonObject()
                        .put("to", "mail@example.com")
                        .put("from", "hello@" + server.domain(0))
                        .put("subject", "Hello")
                        .put("body", "<p>Hello</p>")));
        var mail = sent.getJsonObject("data").getJsonArray("emails").getJsonObject(0);
        var stranger = track("stranger@example.com", "first", new JsonObject());
        var body = new JsonObject().put("name", "answered").put("emailId", mail.getString("email"));

        var event = json(server.post("/events/track", key, body));

        assertThat(event.getString("contactId"))
                .isEqualTo(mail.getJsonObject("contact").getString("id"));
        assertThat(event.getString("emailId")).isEqualTo(mail.getString("email"));
        RouteCatalog.assertFailure(
                server.post("/events/track", key, body.copy().put("contactId", stranger)), 422, "VALIDATION_ERROR");
        RouteCatalog.assertFailure(server.post("/events/track", server.secretKey(1), body), 404, "RESOURCE_NOT_FOUND");
    }

    @Test
    void aNamedEventOfNobodyOrOfOursIsRefused() {
        RouteCatalog.assertFailure(
                server.post("/events/track", key, new JsonObject().put("name", "lonely")), 422, "VALIDATION_ERROR");
        RouteCatalog.assertFailure(
                server.post(
                        "/events/track",
                        key,
                        new JsonObject().put("name", "email.sent").put("contactId", RouteCatalog.SOME_ID)),
                422,
                "VALIDATION_ERROR");
        RouteCatalog.assertFailure(
                server.post(
                        "/events/track",
                        key,
                        new JsonObject().put("name", "lonely").put("contactId", "nobody")),
                404,
                "CONTACT_NOT_FOUND");
    }

    @Test
    void aNamedEventWithMembersOfWrongTypesIsRefusedByTheirNames() {
        var answer = server.post(
                "/events/track",
                key,
                new JsonObject()
                        .put("name", 12)
                        .put("contactId", 12)
                        .put("emailId", true)
                        .put("data", "x"));

        RouteCatalog.assertFailure(answer, 422, "VALIDATION_ERROR");
        assertThat(new JsonObject(answer.body()).getJsonObject("error").getJsonArray("errors"))
                .extracting(mistake -> ((JsonObject) mistake).getString("field"))
                .containsExactlyInAnyOrder("name", "contactId", "emailId", "data");
    }

    private static String track(String email, String event, JsonObject data) {
        return json(server.post("/v1/track", key, trackBody(email, event, data)))
                .getString("contact");
    }

    private static JsonObject trackBody(String email, String event, JsonObject data) {
        return new JsonObject().put("email", email).put("event", event).put("data", data);
    }

    private static JsonObject json(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
        return new JsonObject(answer.body());
    }

    private static List<String> ids(JsonObject page) {
        return page.getJsonArray("data").stream()
                .map(event -> ((JsonObject) event).getString("id"))
                .toList();
    }

    private static JsonObject count(String name, int count) {
        return new JsonObject().put("name", name).put("count", count);
    }

    private static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
