package io.godwit.segments;

import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static io.godwit.kit.api.SegmentApi.address;
import static io.godwit.kit.api.SegmentApi.all;
import static io.godwit.kit.api.SegmentApi.condition;
import static io.godwit.kit.api.SegmentApi.group;
import static io.godwit.kit.api.SegmentApi.json;
import static io.godwit.kit.api.SegmentApi.segment;
import static java.util.concurrent.CompletableFuture.supplyAsync;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.ContactApi;
import io.godwit.kit.api.SegmentApi;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests who is in a segment: members by address, and the news of tracked ones. */
@GodwitServer("GODWIT_ROLES=http,job")
class SegmentMembersTest {

    private static TestServer server;
    private static SegmentApi calls;

    @BeforeAll
    static void start() {
        calls = new SegmentApi(server, 0);
    }

    private static JsonObject emails(String... emails) {
        return new JsonObject().put("emails", new JsonArray(List.of(emails)));
    }

    private static String listed(String name) {
        return calls.made(new JsonObject().put("name", name).put("type", "STATIC"));
    }

    @Test
    void aStaticSegmentHasTheMembersItIsGiven() {
        var known = address();
        var unknown = address();
        calls.contact(known, new JsonObject());
        var id = listed("Given");
        var path = "/segments/" + id + "/members";

        var added = calls.posted(path, emails(known.toUpperCase(), unknown, "no address"));
        var again = calls.posted(path, emails(known));
        var members = calls.members(id);
        var removed = json(calls.call("DELETE", path, emails(known, unknown)));

        assertThat(added)
                .isEqualTo(new JsonObject()
                        .put("added", 1)
                        .put("created", 0)
                        .put("notFound", new JsonArray().add(unknown).add("no address")));
        assertThat(again.getInteger("added")).isEqualTo(1);
        assertThat(members).containsExactly(known);
        assertThat(removed).isEqualTo(new JsonObject().put("removed", 1));
        assertThat(calls.members(id)).isEmpty();
        assertThat(calls.got("/segments/" + id).getInteger("memberCount")).isZero();
        assertThat(calls.events(id)).isEmpty();
    }

    @Test
    void missingContactsAreMadeWhenAsked() {
        var here = address();
        var silent = address();
        calls.posted("/contacts", new JsonObject().put("email", here).put("subscribed", false));
        var id = listed("Made");
        var path = "/segments/" + id + "/members";

        var added = calls.posted(
                path,
                emails(here, silent, silent.toUpperCase())
                        .put("createMissing", true)
                        .put("subscribed", true));
        var other = address();
        calls.posted(path, emails(other).put("createMissing", true).put("subscribed", false));

        assertThat(added)
                .isEqualTo(new JsonObject().put("added", 2).put("created", 1).put("notFound", new JsonArray()));
        assertThat(calls.members(id)).containsExactlyInAnyOrder(here, silent, other);
        assertThat(subscribed(here)).isFalse();
        assertThat(subscribed(silent)).isTrue();
        assertThat(subscribed(other)).isFalse();
        assertThat(calls.got("/segments/" + id).getInteger("memberCount")).isEqualTo(3);
        assertThat(calls.computed(id))
                .isEqualTo(new JsonObject().put("added", 0).put("removed", 0).put("total", 3));
    }

    private static boolean subscribed(String email) {
        return (Boolean) server.database().value("SELECT subscribed FROM contacts WHERE email = ?", email);
    }

    @Test
    void membersAreGivenToStaticSegmentsOnlyAndConditionsToDynamicOnes() {
        var dynamic = calls.made(segment("Dynamic", group("d")));
        var list = listed("Static");

        assertFailure(calls.post("/segments/" + dynamic + "/members", emails("a@example.com")), 400, "BAD_REQUEST");
        assertFailure(
                calls.call("DELETE", "/segments/" + dynamic + "/members", emails("a@example.com")), 400, "BAD_REQUEST");
        assertFailure(calls.post("/segments/" + dynamic + "/compute", new JsonObject()), 400, "BAD_REQUEST");
        assertFailure(
                calls.post("/segments", segment("Both", group("d")).put("type", "STATIC")), 422, "VALIDATION_ERROR");
        assertFailure(
                calls.call("PATCH", "/segments/" + list, new JsonObject().put("filters", group("d"))),
                422,
                "VALIDATION_ERROR");
        assertFailure(calls.post("/segments", new JsonObject().put("name", "Neither")), 422, "VALIDATION_ERROR");
        for (var wrong : List.of(
                new JsonArray(),
                new JsonArray(IntStream.range(0, 501)
                        .mapToObj(n -> "a" + n + "@example.com")
                        .toList()),
                new JsonArray().add(5),
                new JsonArray().addNull())) {
            assertFailure(
                    calls.post("/segments/" + list + "/members", new JsonObject().put("emails", wrong)),
                    422,
                    "VALIDATION_ERROR");
        }
    }

    @Test
    void aMemberIsShownAsTheContactItIs() {
        var email = address();
        var contact = calls.contact(email, new JsonObject().put("group", "whole"));
        var list = listed("Whole");
        calls.posted("/segments/" + list + "/members", emails(email));
        var live = calls.made(segment("Whole", group("whole")));

        var whole = calls.got("/contacts/" + contact);

        assertThat(calls.got("/segments/" + list + "/contacts").getJsonArray("data"))
                .containsExactly(whole);
        assertThat(calls.got("/segments/" + live + "/contacts").getJsonArray("data"))
                .containsExactly(whole);
        assertThat(calls.posted("/segments/preview", new JsonObject().put("filters", group("whole")))
                        .getJsonArray("sample"))
                .containsExactly(whole);
    }

    @Test
    void aStaticSegmentKeepsWhetherItIsTrackedAndItsMembersAndTellsNobody() {
        var email = address();
        calls.contact(email, new JsonObject());
        var body = new JsonObject().put("name", "Kept").put("type", "STATIC").put("trackMembership", true);
        var made = calls.posted("/segments", body);
        var path = "/segments/" + made.getString("id");

        calls.posted(path + "/members", emails(email));
        var off = json(calls.call("PATCH", path, new JsonObject().put("trackMembership", false)));
        var on = json(calls.call("PATCH", path, new JsonObject().put("trackMembership", true)));
        var computed = calls.computed(made.getString("id"));

        assertThat(made.getBoolean("trackMembership")).isTrue();
        assertThat(off.getBoolean("trackMembership")).isFalse();
        assertThat(on.getBoolean("trackMembership")).isTrue();
        assertThat(computed)
                .isEqualTo(new JsonObject().put("added", 0).put("removed", 0).put("total", 1));
        assertThat(calls.members(made.getString("id"))).containsExactly(email);
        assertThat(calls.events(made.getString("id"))).isEmpty();
    }

    @Test
    void aDeletedContactLeavesWithoutAWord() {
        var email = address();
        var contact = calls.contact(email, new JsonObject().put("group", "deleted"));
        var tracked = calls.made(segment("Deleted", group("deleted")).put("trackMembership", true));

        calls.call("DELETE", "/contacts/" + contact, new JsonObject());

        assertThat(server.database().count("SELECT count(*) FROM segment_members WHERE segment_id = ?::uuid", tracked))
                .isZero();
        assertThat(calls.computed(tracked))
                .isEqualTo(new JsonObject().put("added", 0).put("removed", 0).put("total", 0));
        assertThat(server.database().count("SELECT count(*) FROM events WHERE data ->> 'segmentId' = ?", tracked))
                .isZero();
    }

    @Test
    void whoComesAndGoesIsToldOnceAndThoseWhoWereThereAreNot() {
        var there = address();
        var comes = address();
        calls.contact(there, new JsonObject().put("group", "vip"));
        var id = calls.made(segment("VIP – Ünited users!", group("vip")).put("trackMembership", true));
        var silent = calls.computed(id);
        calls.contact(comes, new JsonObject().put("group", "vip"));

        var entered = calls.computed(id);
        var unchanged = calls.computed(id);
        calls.contact(there, new JsonObject().put("group", "none"));
        var left = calls.computed(id);

        assertThat(silent)
                .isEqualTo(new JsonObject().put("added", 0).put("removed", 0).put("total", 1));
        assertThat(entered)
                .isEqualTo(new JsonObject().put("added", 1).put("removed", 0).put("total", 2));
        assertThat(unchanged)
                .isEqualTo(new JsonObject().put("added", 0).put("removed", 0).put("total", 2));
        assertThat(left)
                .isEqualTo(new JsonObject().put("added", 0).put("removed", 1).put("total", 1));
        assertThat(calls.events(id))
                .containsExactlyInAnyOrder(
                        "segment.vip-ünited-users.entry " + comes, "segment.vip-ünited-users.exit " + there);
        assertThat(calls.got("/segments/" + id).getInteger("memberCount")).isEqualTo(1);
        assertThat(server.database()
                        .value("SELECT data::text FROM events WHERE name LIKE 'segment.vip%.entry'")
                        .toString())
                .contains("VIP – Ünited users!", id);
    }

    @Test
    void trackingTurnedOnLaterTakesThePresentMembersInSilently() {
        calls.contact(address(), new JsonObject().put("group", "later"));
        var id = calls.made(segment("Later", group("later")));

        var tracked = json(calls.call("PATCH", "/segments/" + id, new JsonObject().put("trackMembership", true)));
        var late = address();
        calls.contact(late, new JsonObject().put("group", "later"));
        calls.computed(id);

        assertThat(tracked.getBoolean("trackMembership")).isTrue();
        assertThat(calls.events(id)).containsExactly("segment.later.entry " + late);
    }

    @Test
    void aNewNameKeepsTheNamesOfTheEventsAndEqualNamesHaveDifferentOnes() {
        var first = calls.made(segment("Twin", group("twin")).put("trackMembership", true));
        var second = calls.made(segment("twin!", group("twin")).put("trackMembership", true));
        calls.call("PATCH", "/segments/" + first, new JsonObject().put("name", "Renamed"));
        var email = address();
        calls.contact(email, new JsonObject().put("group", "twin"));

        calls.computed(first);
        calls.computed(second);

        assertThat(calls.events(first)).containsExactly("segment.twin.entry " + email);
        assertThat(calls.events(second)).containsExactly("segment.twin-2.entry " + email);
    }

    /** Its members by the filter before are recorded until the next computation. */
    @Test
    void anEditedFilterCountsAtOnceWhereTheSegmentIsNamed() {
        var stays = address();
        var leaves = address();
        calls.contact(stays, new JsonObject().put("group", "edited").put("plan", "pro"));
        calls.contact(leaves, new JsonObject().put("group", "edited"));
        var id = calls.made(segment("Edited", group("edited")).put("trackMembership", true));
        var filter = all(condition("data.group", "equals", "edited"), condition("data.plan", "equals", "pro"));

        json(calls.call("PATCH", "/segments/" + id, new JsonObject().put("filters", filter)));
        var named = ContactApi.emails(calls.got("/contacts?segmentId=" + id));
        calls.computed(id);

        assertThat(named).containsExactly(stays);
        assertThat(ContactApi.emails(calls.got("/contacts?segmentId=" + id))).containsExactly(stays);
        assertThat(calls.events(id)).containsExactly("segment.edited.exit " + leaves);
    }

    @Test
    void anEditAndADeletionCountAtOnceInTrackedSegmentsThatLeadToTheSegment() {
        var stays = address();
        calls.contact(stays, new JsonObject().put("group", "inner").put("plan", "pro"));
        calls.contact(address(), new JsonObject().put("group", "inner"));
        var inner = calls.made(segment("Inner", group("inner")));
        var between = calls.made(segment("Between", all(condition("segment." + inner, "memberOfSegment", ""))));
        var outer = calls.made(segment("Outer", all(condition("segment." + between, "memberOfSegment", "")))
                .put("trackMembership", true));
        var filter = all(condition("data.group", "equals", "inner"), condition("data.plan", "equals", "pro"));

        json(calls.call("PATCH", "/segments/" + inner, new JsonObject().put("filters", filter)));
        var edited = ContactApi.emails(calls.got("/contacts?segmentId=" + outer));
        calls.call("DELETE", "/segments/" + inner, new JsonObject());
        var deleted = ContactApi.emails(calls.got("/contacts?segmentId=" + outer));

        assertThat(edited).containsExactly(stays);
        assertThat(deleted).isEmpty();
    }

    @Test
    void aRefreshCountsAndTellsNobody() {
        var id = calls.made(segment("Refreshed", group("refreshed")).put("trackMembership", true));
        calls.contact(address(), new JsonObject().put("group", "refreshed"));

        var refreshed = calls.posted("/segments/" + id + "/refresh", new JsonObject());

        assertThat(refreshed.getInteger("memberCount")).isEqualTo(1);
        assertThat(calls.events(id)).isEmpty();
        assertThat(server.database().count("SELECT count(*) FROM segment_members WHERE segment_id = ?::uuid", id))
                .isZero();
    }

    @Test
    void computationsAtOnceTellEachChangeOnce() {
        var id = calls.made(segment("Rush", group("rush")).put("trackMembership", true));
        IntStream.range(0, 30).forEach(ignored -> calls.contact(address(), new JsonObject().put("group", "rush")));

        var answers = IntStream.range(0, 8).mapToObj(ignored -> supplyAsync(() -> calls.computed(id))).toList().stream()
                .map(CompletableFuture::join)
                .toList();

        assertThat(answers.stream()
                        .mapToInt(answer -> answer.getInteger("added"))
                        .sum())
                .isEqualTo(30);
        assertThat(answers)
                .allSatisfy(answer -> assertThat(answer.getInteger("total")).isEqualTo(30));
        assertThat(calls.events(id)).hasSize(30);
    }

    @Test
    void theBackgroundComputesWhatIsDue() {
        try (var busy = TestServer.start(Map.of("GODWIT_SEGMENTS_INTERVAL", "100ms"))) {
            var there = new SegmentApi(busy, 0);
            var tracked = there.made(segment("Tracked", group("bg")).put("trackMembership", true));
            var counted = there.made(segment("Counted", group("bg")));
            var email = address();
            there.contact(email, new JsonObject().put("group", "bg"));

            await().atMost(Duration.ofSeconds(30))
                    .until(() -> there.got("/segments/" + tracked).getInteger("memberCount") == 1
                            && there.got("/segments/" + counted).getInteger("memberCount") == 1);

            assertThat(there.events(tracked)).containsExactly("segment.tracked.entry " + email);
        }
    }
}
