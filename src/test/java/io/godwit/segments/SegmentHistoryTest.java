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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sizes of segments day by day, their usages, the segments of a contact, and explanations of filters that are not saved. */
@GodwitServer
class SegmentHistoryTest {

    private static TestServer server;
    private SegmentApi calls;
    private final String group = UUID.randomUUID().toString();

    @BeforeEach
    void call() {
        calls = new SegmentApi(server, 0);
    }

    private List<String> sizes(String segment, String query) {
        return list(calls.got("/segments/" + segment + "/history" + query).getJsonArray("sizes"));
    }

    private static List<String> list(JsonArray sizes) {
        return sizes.stream()
                .map(JsonObject.class::cast)
                .map(size -> size.getString("day") + " " + size.getInteger("memberCount"))
                .toList();
    }

    private void remember(String segment, int daysAgo, int count) {
        server.database().query("""
                        INSERT INTO segment_sizes (project_id, segment_id, day, member_count)
                        VALUES (?::uuid, ?::uuid, (now() AT TIME ZONE 'UTC')::date - ?, ?)
                        """, server.projectId(0), segment, daysAgo, count);
    }

    private static String day(int ago) {
        return server.database()
                .query("SELECT ((now() AT TIME ZONE 'UTC')::date - ?)::text AS day", ago)
                .get(0)
                .get("day")
                .toString();
    }

    @Test
    void eachComputationRecordsTheSizeOfTheDay() {
        var segment = calls.made(segment("Recorded", group(group)).put("trackMembership", true));
        calls.contact(address(), new JsonObject().put("group", group));

        calls.computed(segment);

        assertThat(sizes(segment, "")).containsExactly(day(0) + " 1");
    }

    @Test
    void aRecountReplacesTheSizeOfTheDayAndForgetsWhatIsTooOld() {
        var segment = calls.made(segment("Recounted", group(group)));
        remember(segment, 2, 7);
        remember(segment, 400, 1);
        calls.posted("/segments/" + segment + "/refresh", new JsonObject());
        calls.contact(address(), new JsonObject().put("group", group));

        calls.posted("/segments/" + segment + "/refresh", new JsonObject());

        assertThat(sizes(segment, "?days=400")).containsExactly(day(2) + " 7", day(0) + " 1");
        assertThat(sizes(segment, "?days=1")).containsExactly(day(0) + " 1");
    }

    @Test
    void aSummaryHasTheSizesAndTheUsagesOfEachSegment() {
        var used = calls.made(segment("Used", group(group)));
        var other = calls.made(segment("Other", all(condition("segment." + used, "memberOfSegment", null))));
        remember(used, 1, 5);
        var campaign = calls.posted(
                "/campaigns",
                new JsonObject()
                        .put("name", "To them")
                        .put("subject", "s")
                        .put("body", "<p>b</p>")
                        .put("from", "hello@" + server.domain(0))
                        .put("audienceType", "SEGMENT")
                        .put("segmentId", used));

        var summaries = new JsonArray(server.get(
                        "/segments/summaries?ids=" + used + "," + other + "," + UUID.randomUUID(), server.secretKey(0))
                .body());

        assertThat(summaries).hasSize(2);
        var summary = summaries.stream()
                .map(JsonObject.class::cast)
                .filter(one -> one.getString("segmentId").equals(used))
                .findFirst()
                .orElseThrow();
        assertThat(list(summary.getJsonArray("sizes"))).contains(day(1) + " 5");
        assertThat(summary.getInteger("uses")).isEqualTo(2);
        assertThat(summary.getJsonArray("usedBy").stream()
                        .map(JsonObject.class::cast)
                        .map(use -> use.getString("kind") + " " + use.getString("name")))
                .containsExactlyInAnyOrder("CAMPAIGN To them", "SEGMENT Other");
        assertThat(campaign.isEmpty()).isFalse();
    }

    @Test
    void theSegmentsOfAContactAreThoseItIsListedInAndThoseItMatches() {
        var address = address();
        var contact = calls.contact(address, new JsonObject().put("group", group));
        var matched = calls.made(segment("Matched", group(group)));
        calls.made(segment("Not matched", group("another " + group)));
        var nested = calls.made(segment("Nested", all(condition("segment." + matched, "memberOfSegment", null))));
        var tracked = calls.made(segment("Tracked", group(group)).put("trackMembership", true));
        var listed = calls.made(new JsonObject().put("name", "Listed").put("type", "STATIC"));
        calls.posted("/segments/" + listed + "/members", new JsonObject().put("emails", List.of(address)));

        var segments = calls.got("/contacts/" + contact + "/segments").getJsonArray("data");

        var mine = List.of(matched, nested, tracked, listed);
        assertThat(segments.stream()
                        .map(JsonObject.class::cast)
                        .filter(one -> mine.contains(one.getString("id"))
                                || one.getString("name").equals("Not matched"))
                        .map(one -> one.getString("name") + " " + (one.getString("since") != null)))
                .containsExactly("Listed true", "Tracked true", "Nested false", "Matched false");
    }

    @Test
    void aFilterThatIsNotSavedIsExplained() {
        var address = address();
        calls.contact(address, new JsonObject().put("group", group).put("age", 20));
        var filters = all(condition("data.group", "equals", group), condition("data.age", "greaterThan", 30));

        var told = calls.posted(
                "/segments/explain", new JsonObject().put("email", address).put("filters", filters));

        assertThat(told.getBoolean("matches")).isFalse();
        assertThat(told.getValue("member")).isNull();
        var parts = told.getJsonObject("explanation").getJsonArray("conditions");
        assertThat(parts.getJsonObject(0).getBoolean("held")).isTrue();
        assertThat(parts.getJsonObject(1).getBoolean("held")).isFalse();
        assertThat(parts.getJsonObject(1).getInteger("found")).isEqualTo(20);
    }

    @Test
    void anExplanationNeedsAContactAndAFilter() {
        var filters = new JsonObject().put("filters", group(group));

        assertFailure(calls.post("/segments/explain", filters), 422, "VALIDATION_ERROR");
        assertFailure(
                calls.post("/segments/explain", new JsonObject().put("email", address())), 422, "VALIDATION_ERROR");
        assertFailure(
                calls.post("/segments/explain", filters.copy().put("email", address())), 404, "CONTACT_NOT_FOUND");
    }

    @Test
    void anotherProjectSeesNoneOfIt() {
        var contact = calls.contact(address(), new JsonObject().put("group", group));
        var segment = calls.made(segment("Apart", group(group)));
        var key = server.secretKey(1);

        assertFailure(server.get("/segments/" + segment + "/history", key), 404, "RESOURCE_NOT_FOUND");
        assertFailure(server.get("/contacts/" + contact + "/segments", key), 404, "CONTACT_NOT_FOUND");
        assertThat(server.get("/segments/summaries?ids=" + segment, key).body()).isEqualTo("[]");
        var asked = new JsonObject().put("contactId", contact).put("filters", group(group));
        assertFailure(server.post("/segments/explain", key, asked), 404, "CONTACT_NOT_FOUND");
        assertThat(json(server.get("/segments/" + segment + "/history", server.secretKey(0)))
                        .getString("segmentId"))
                .isEqualTo(segment);
    }
}
