package io.godwit.segments;

import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static io.godwit.kit.api.SegmentApi.address;
import static io.godwit.kit.api.SegmentApi.all;
import static io.godwit.kit.api.SegmentApi.condition;
import static io.godwit.kit.api.SegmentApi.group;
import static io.godwit.kit.api.SegmentApi.json;
import static io.godwit.kit.api.SegmentApi.segment;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.SegmentApi;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Segments as a client sees them: made, changed, asked, listed. */
@GodwitServer
class SegmentRoutesTest {

    private static TestServer server;
    private static SegmentApi calls;

    @BeforeAll
    static void start() {
        calls = new SegmentApi(server, 0);
    }

    @Test
    void aSegmentIsAnsweredInBothSpellingsWithItsCount() {
        calls.contact(address(), new JsonObject().put("group", "spelt"));

        var made = calls.post("/segments", segment("Spelt", group("spelt")).put("description", "why"));

        assertThat(made.statusCode()).isEqualTo(201);
        var segment = new JsonObject(made.body());
        assertThat(segment.getJsonObject("filters")).isEqualTo(group("spelt"));
        assertThat(segment.getJsonObject("condition")).isEqualTo(groups("AND", group("spelt")));
        assertThat(segment.getInteger("memberCount")).isEqualTo(1);
        assertThat(segment.getBoolean("counted")).isTrue();
        assertThat(segment.getString("type")).isEqualTo("DYNAMIC");
        assertThat(segment.getBoolean("trackMembership")).isFalse();
        assertThat(segment.getString("projectId")).isEqualTo(server.projectId(0));
        assertThat(calls.got("/segments/" + segment.getString("id"))).isEqualTo(segment);
    }

    private static JsonObject groups(String logic, JsonObject filters) {
        var groups = new JsonArray();
        filters.getJsonArray("conditions")
                .forEach(one -> groups.add(new JsonObject().put("filters", new JsonArray().add(one))));
        return new JsonObject().put("logic", logic).put("groups", groups);
    }

    @Test
    void theOtherSpellingIsUnderstoodAndComesBackAsItWas() {
        calls.contact(address(), new JsonObject().put("group", "other").put("age", 30));
        calls.contact(address(), new JsonObject().put("group", "other").put("age", 10));
        var nested = new JsonObject()
                .put("logic", "OR")
                .put(
                        "groups",
                        new JsonArray()
                                .add(new JsonObject()
                                        .put(
                                                "filters",
                                                new JsonArray().add(condition("data.age", "greaterThan", 18)))));
        var condition = new JsonObject()
                .put("logic", "AND")
                .put(
                        "groups",
                        new JsonArray()
                                .add(new JsonObject()
                                        .put("filters", new JsonArray().add(condition("data.group", "equals", "other")))
                                        .put("conditions", nested)));

        var segment =
                calls.posted("/segments", new JsonObject().put("name", "Other").put("condition", condition));

        assertThat(segment.getJsonObject("condition")).isEqualTo(condition);
        assertThat(segment.getInteger("memberCount")).isEqualTo(1);
        assertThat(calls.posted("/segments", segment("Same", segment.getJsonObject("filters")))
                        .getInteger("memberCount"))
                .isEqualTo(1);
        var both =
                segment("Both", segment.getJsonObject("filters")).put("condition", segment.getJsonObject("condition"));
        assertThat(calls.post("/segments", both).statusCode()).isEqualTo(201);
        assertFailure(calls.post("/segments", both.put("filters", group("else"))), 422, "VALIDATION_ERROR");
    }

    @Test
    void segmentsAreABareListUnlessPagesAreAskedFor() {
        var other = new SegmentApi(server, 1);
        var ids = List.of(
                other.made(segment("One", group("l"))),
                other.made(segment("Two", group("l"))),
                other.made(segment("Three", group("l"))));

        var list = new JsonArray(server.get("/segments", server.secretKey(1)).body());
        var first = other.got("/segments?limit=2");
        var second = other.got("/segments?limit=2&cursor=" + first.getString("cursor"));

        assertThat(ids(list).subList(0, 3)).containsExactly(ids.get(2), ids.get(1), ids.get(0));
        assertThat(ids(first.getJsonArray("data"))).containsExactly(ids.get(2), ids.get(1));
        assertThat(first.getInteger("total")).isEqualTo(list.size());
        assertThat(first.getBoolean("hasMore")).isTrue();
        assertThat(ids(second.getJsonArray("data"))).startsWith(ids.get(0));
        assertThat(other.got("/segments?limit=100").getString("cursor")).isNull();
        assertThat(second.getInteger("total")).isZero();
        assertFailure(server.get("/segments?cursor=made-up", server.secretKey(1)), 422, "VALIDATION_ERROR");
    }

    private static List<String> ids(JsonArray segments) {
        return segments.stream().map(one -> ((JsonObject) one).getString("id")).toList();
    }

    @Test
    void membersAreLivePagesNewestFirst() {
        var emails = List.of(address(), address(), address());
        emails.forEach(email -> calls.contact(email, new JsonObject().put("group", "paged")));
        var id = calls.made(segment("Paged", group("paged")));
        var late = address();
        calls.contact(late, new JsonObject().put("group", "paged"));

        var first = calls.got("/segments/" + id + "/contacts?page=1&pageSize=3");
        var second = calls.got("/segments/" + id + "/contacts?page=2&pageSize=3");

        assertThat(emails(first)).containsExactly(late, emails.get(2), emails.get(1));
        assertThat(emails(second)).containsExactly(emails.get(0));
        assertThat(first.getInteger("total")).isEqualTo(4);
        assertThat(first.getInteger("totalPages")).isEqualTo(2);
        assertThat(first.getInteger("page")).isEqualTo(1);
        assertThat(first.getInteger("pageSize")).isEqualTo(3);
        assertThat(first.getJsonArray("data").getJsonObject(0).getJsonObject("data"))
                .isEqualTo(new JsonObject().put("group", "paged"));
        assertThat(emails(calls.got("/segments/" + id + "/contacts?page=9999999")))
                .isEmpty();
        for (var wrong : List.of("pageSize=101", "pageSize=0", "page=0", "page=-1", "page=x")) {
            assertFailure(
                    server.get("/segments/" + id + "/contacts?" + wrong, server.secretKey(0)), 422, "VALIDATION_ERROR");
        }
        // The computation in the background may already have counted the late contact, so only the refresh is certain.
        assertThat(calls.got("/segments/" + id).getInteger("memberCount")).isBetween(3, 4);
        assertThat(calls.posted("/segments/" + id + "/refresh", new JsonObject()))
                .isEqualTo(new JsonObject().put("memberCount", 4));
        assertThat(calls.got("/segments/" + id).getInteger("memberCount")).isEqualTo(4);
    }

    private static List<String> emails(JsonObject page) {
        return page.getJsonArray("data").stream()
                .map(one -> ((JsonObject) one).getString("email"))
                .toList();
    }

    @Test
    void aChangeOfTheFilterIsCountedAndTheRestStays() {
        calls.contact(address(), new JsonObject().put("group", "after"));
        var id = calls.made(segment("Before", group("before")).put("description", "old"));

        var renamed = json(calls.call("PATCH", "/segments/" + id, new JsonObject().put("name", "After")));
        var updated = json(calls.call("PATCH", "/segments/" + id, new JsonObject().put("filters", group("after"))));
        var cleared = json(calls.call("PATCH", "/segments/" + id, new JsonObject().putNull("description")));

        assertThat(renamed.getString("name")).isEqualTo("After");
        assertThat(renamed.getString("description")).isEqualTo("old");
        assertThat(renamed.getInteger("memberCount")).isZero();
        assertThat(updated.getInteger("memberCount")).isEqualTo(1);
        assertThat(updated.getString("name")).isEqualTo("After");
        assertThat(cleared.getString("description")).isNull();
        assertThat(cleared.getJsonObject("filters")).isEqualTo(group("after"));
        assertFailure(
                calls.call("PATCH", "/segments/" + id, new JsonObject().put("type", "STATIC")),
                422,
                "VALIDATION_ERROR");
    }

    @Test
    void aDeletedSegmentIsGone() {
        var id = calls.made(segment("Gone", group("gone")));

        assertThat(calls.call("DELETE", "/segments/" + id, new JsonObject()).statusCode())
                .isEqualTo(204);

        assertFailure(server.get("/segments/" + id, server.secretKey(0)), 404, "RESOURCE_NOT_FOUND");
        assertFailure(calls.call("DELETE", "/segments/" + id, new JsonObject()), 404, "RESOURCE_NOT_FOUND");
    }

    @Test
    void aSegmentMayAskForAnotherButNotForItself() {
        calls.contact(address(), new JsonObject().put("group", "inner"));
        var inner = calls.made(segment("Inner", group("inner")));
        var outer = calls.posted("/segments", segment("Outer", member(inner)));

        assertThat(outer.getInteger("memberCount")).isEqualTo(1);
        assertFailure(
                calls.call(
                        "PATCH", "/segments/" + inner, new JsonObject().put("filters", member(outer.getString("id")))),
                422,
                "VALIDATION_ERROR");
        assertFailure(
                calls.call("PATCH", "/segments/" + inner, new JsonObject().put("filters", member(inner))),
                422,
                "VALIDATION_ERROR");
        for (var unknown : List.of(
                UUID.randomUUID().toString(), "nothing", new SegmentApi(server, 1).made(segment("F", group("f"))))) {
            assertFailure(calls.post("/segments", segment("Lost", member(unknown))), 404, "RESOURCE_NOT_FOUND");
        }
        calls.call("DELETE", "/segments/" + inner, new JsonObject());
        assertThat(calls.posted("/segments/" + outer.getString("id") + "/refresh", new JsonObject())
                        .getInteger("memberCount"))
                .isZero();
    }

    private static JsonObject member(String segment) {
        return all(new JsonObject().put("field", "segment." + segment).put("operator", "memberOfSegment"));
    }

    @Test
    void aPreviewCountsAndShowsWithoutKeepingAnything() {
        for (var number = 0; number < 12; number++) {
            calls.contact(address(), new JsonObject().put("group", "preview"));
        }
        var before = server.database().count("SELECT count(*) FROM segments");

        var preview = calls.posted("/segments/preview", new JsonObject().put("filters", group("preview")));

        assertThat(preview.getInteger("count")).isEqualTo(12);
        assertThat(preview.getJsonArray("sample")).hasSize(10);
        assertThat(preview.getJsonArray("sample")
                        .getJsonObject(0)
                        .getJsonObject("data")
                        .getString("group"))
                .isEqualTo("preview");
        assertThat(server.database().count("SELECT count(*) FROM segments")).isEqualTo(before);
        assertFailure(calls.post("/segments/preview", new JsonObject().put("name", "x")), 422, "VALIDATION_ERROR");
    }

    @Test
    void aPreviewCountsTheSuppressedContactsAmongThoseItFinds() {
        var filter = all(
                condition("data.group", "equals", "listed"),
                new JsonObject()
                        .put("field", "event.joined")
                        .put("operator", "triggeredWithin")
                        .put("value", 1)
                        .put("unit", "days"));
        for (var reason : new String[] {"", "MANUAL", "BOUNCE", "COMPLAINT"}) {
            suppress(joined("listed"), reason);
        }
        suppress(joined("others"), "BOUNCE");
        suppress(address(), "BOUNCE");

        var preview = calls.posted("/segments/preview", new JsonObject().put("filters", filter));

        assertThat(preview.getInteger("count")).isEqualTo(4);
        assertThat(preview.getInteger("suppressed")).isEqualTo(3);
        assertThat(preview.getInteger("complained")).isEqualTo(1);
    }

    private static String joined(String group) {
        var email = address();
        calls.contact(email, new JsonObject().put("group", group));
        server.post(
                "/v1/track",
                server.secretKey(0),
                new JsonObject().put("email", email).put("event", "joined"));
        return email;
    }

    private static void suppress(String email, String reason) {
        if (!reason.isEmpty()) {
            server.database()
                    .query(
                            "INSERT INTO suppressions (project_id, email, reason) VALUES (?::uuid, ?, ?)",
                            server.projectId(0),
                            email,
                            reason);
        }
    }

    @Test
    void anExplanationTellsOfEachConditionWhatWasFoundAndWhetherItHeld() {
        var email = address();
        var contact = calls.contact(email, new JsonObject().put("plan", "pro").put("age", 17));
        server.post(
                "/v1/track",
                server.secretKey(0),
                new JsonObject().put("email", email).put("event", "bought"));
        var history = new JsonObject()
                .put("field", "event.bought")
                .put("operator", "triggeredWithin")
                .put("value", 1)
                .put("unit", "days");
        var id = calls.made(segment(
                "Why",
                all(
                        condition("data.plan", "equals", "pro"),
                        new JsonObject()
                                .put("operator", "OR")
                                .put(
                                        "conditions",
                                        new JsonArray()
                                                .add(condition("data.age", "greaterThan", 18))
                                                .add(condition("data.city", "equals", "Rome"))),
                        history)));

        var byId = calls.posted("/segments/" + id + "/explain", new JsonObject().put("contactId", contact));
        var byEmail = calls.posted("/segments/" + id + "/explain", new JsonObject().put("email", email.toUpperCase()));

        assertThat(byId).isEqualTo(byEmail);
        assertThat(byId.getBoolean("matches")).isFalse();
        var parts = byId.getJsonObject("explanation").getJsonArray("conditions");
        assertThat(parts.getJsonObject(0))
                .isEqualTo(condition("data.plan", "equals", "pro")
                        .put("held", true)
                        .put("found", "pro"));
        assertThat(parts.getJsonObject(1).getBoolean("held")).isFalse();
        var ages = parts.getJsonObject(1).getJsonArray("conditions");
        assertThat(ages.getJsonObject(0).getInteger("found")).isEqualTo(17);
        assertThat(ages.getJsonObject(1).containsKey("found")).isTrue();
        assertThat(ages.getJsonObject(1).getValue("found")).isNull();
        assertThat(parts.getJsonObject(2).getBoolean("held")).isTrue();
        assertThat(parts.getJsonObject(2).getString("found")).startsWith("20");
        for (var unknown : List.of(
                UUID.randomUUID().toString(), "x", new SegmentApi(server, 1).contact(address(), new JsonObject()))) {
            assertFailure(
                    calls.post("/segments/" + id + "/explain", new JsonObject().put("contactId", unknown)),
                    404,
                    "CONTACT_NOT_FOUND");
        }
        assertFailure(calls.post("/segments/" + id + "/explain", new JsonObject()), 422, "VALIDATION_ERROR");
    }

    @Test
    void aStickyTypeKeepsCodesThatLookLikeDatesApart() {
        calls.contact(address(), new JsonObject().put("batch", "none"));
        calls.contact(address(), new JsonObject().put("batch", "2024-03-01T08:00:00Z"));
        calls.contact(address(), new JsonObject().put("since", "2024-03-01T08:00:00Z"));

        var texts = calls.posted(
                "/segments/preview",
                new JsonObject().put("filters", all(condition("data.batch", "equals", "2024-03-01"))));
        var dates = calls.posted(
                "/segments/preview",
                new JsonObject().put("filters", all(condition("data.since", "equals", "2024-03-01"))));

        assertThat(texts.getInteger("count")).isZero();
        assertThat(dates.getInteger("count")).isEqualTo(1);
    }

    @Test
    void aFieldKnowsTheSegmentsThatAskForIt() {
        calls.contact(address(), new JsonObject().put("used", new JsonObject().put("deep", 1)));
        var id = calls.made(segment("User", all(condition("data.used.deep", "equals", 1))));

        var usage = calls.got("/contacts/fields/data.used/usage");

        assertThat(usage.getJsonArray("usedInSegments"))
                .isEqualTo(new JsonArray().add(new JsonObject().put("id", id).put("name", "User")));
        assertThat(usage.getBoolean("canDelete")).isFalse();
    }

    @Test
    void anEventKnowsTheSegmentsThatAskForIt() {
        var asked = new JsonObject().put("field", "event.asked.for").put("operator", "notTriggered");
        var id = calls.made(segment("Asker", all(asked)));

        var usage = calls.got("/events/asked.for/usage");

        assertThat(usage.getJsonArray("usedInSegments").getJsonObject(0).getString("id"))
                .isEqualTo(id);
    }

    @Test
    void aSegmentThatWasCountedWhenItWasMadeIsNotCountedAgainAtOnce() {
        var counted = calls.made(segment("Counted", group("counted")));

        assertThat(server.database()
                        .count(
                                "SELECT count(*) FROM segments WHERE id = ?::uuid AND due_at > now() + interval '4 minutes'",
                                counted))
                .isOne();
    }

    @Test
    void theSameKeyMakesOneSegment() {
        var body = segment("Once", group("once")).encode();
        var path = "/segments";

        var first = server.call("POST", path, server.secretKey(0), body, "Idempotency-Key", "segment-once");
        var again = server.call("POST", path, server.secretKey(0), body, "Idempotency-Key", "segment-once");

        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.headers().firstValue("Idempotent-Replay")).contains("true");
        assertThat(server.database().count("SELECT count(*) FROM segments WHERE name = 'Once'"))
                .isEqualTo(1);
    }
}
