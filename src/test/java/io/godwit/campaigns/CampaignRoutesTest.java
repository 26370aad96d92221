package io.godwit.campaigns;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.CampaignServer;
import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Campaigns as their authors see them, before they are sent. */
@CloseFields
class CampaignRoutesTest {

    private static CampaignServer server;

    @BeforeAll
    static void start() {
        server = CampaignServer.start();
    }

    @BeforeEach
    void clear() {
        server.clear();
    }

    @Test
    void aCampaignIsKeptAsADraftAndShownInEveryForm() {
        server.contacts("reader", 3);
        server.node().database().query("UPDATE contacts SET subscribed = false WHERE email = 'reader1@example.com'");
        server.node().database().query("""
                INSERT INTO contact_deltas (project_id, id, deltas) VALUES (?::uuid, gen_random_uuid(), '{"subscribed": -1}')
                """, server.node().projectId(0));

        var answer = server.call(
                "POST", "/campaigns", server.words().put("type", "MARKETING").put("description", "d"));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        var made = new JsonObject(answer.body());
        assertThat(made.getBoolean("success")).isTrue();
        assertThat(made.getMap())
                .containsAllEntriesOf(made.getJsonObject("data").getMap());
        assertThat(made.getMap())
                .containsEntry("name", "July")
                .containsEntry("description", "d")
                .containsEntry("type", "ALL")
                .containsEntry("audienceType", "ALL")
                .containsEntry("emailType", "MARKETING")
                .containsEntry("status", "DRAFT")
                .containsEntry("scheduledAt", null)
                .containsEntry("segmentId", null)
                .containsEntry("totalRecipients", 2)
                .containsEntry("sentCount", 0);
        var again = server.campaign(made.getString("id"));
        assertThat(again.getJsonObject("data")).isEqualTo(made.getJsonObject("data"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"name\": null}                                    | name",
                "{\"name\": \"\"}                                    | name",
                "{\"name\": \"a\\nb\"}                               | name",
                "{\"subject\": \"{{#if\"}                            | subject",
                "{\"body\": \"<p>\\n {{#each x}}\"}                  | body",
                "{\"from\": \"nobody\"}                              | from",
                "{\"replyTo\": \"nobody\"}                           | replyTo",
                "{\"audienceType\": \"SOME\"}                        | audienceType",
                "{\"audienceType\": null}                            | audienceType",
                "{\"audienceType\": \"SEGMENT\"}                     | segmentId",
                "{\"audienceType\": \"FILTERED\"}                    | audienceFilter",
                "{\"audienceType\": \"FILTERED\", \"audienceFilter\": {\"operator\": \"AND\", \"conditions\": []}} | audienceFilter.conditions",
                "{\"emailType\": \"OTHER\"}                          | emailType",
                "{\"emailType\": \"HEADLESS\", \"type\": \"MARKETING\"} | type",
            })
    void aMistakeIsToldWithItsField(String wrong, String field) {
        var answer = server.call("POST", "/campaigns", server.words().mergeIn(new JsonObject(wrong)));

        assertInvalid(answer, field);
    }

    @Test
    void aMistakeInThePlaceholdersIsToldWithItsPlace() {
        var answer = server.call("POST", "/campaigns", server.words().put("body", "<p>\n  {{#each x}}</p>"));

        assertThat(new JsonObject(answer.body())
                        .getJsonObject("error")
                        .getJsonObject("details")
                        .getMap())
                .containsEntry("line", 2)
                .containsEntry("column", 3);
    }

    @Test
    void aSenderOfAnotherDomainIsForbidden() {
        var answer = server.call("POST", "/campaigns", server.words().put("from", "a@example.org"));
        var id = server.create(server.words());
        var change = server.call("PUT", "/campaigns/" + id, new JsonObject().put("from", "a@example.org"));

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(change.statusCode()).isEqualTo(403);
    }

    @Test
    void aPutReplacesWhatItNamesAndNullClears() {
        var id = server.create(server.words().put("description", "d").put("fromName", "Ada"));

        var changed = server.call("PUT", "/campaigns/" + id, new JsonObject("""
                {"name": "August", "description": null, "emailType": "HEADLESS", "audienceType": "FILTERED", "audienceCondition":
                 {"logic": "AND", "groups": [{"filters": [{"field": "data.plan", "operator": "equals", "value": "pro"}]}]}}
                """));

        assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
        var campaign = server.campaign(id);
        assertThat(campaign.getMap())
                .containsEntry("name", "August")
                .containsEntry("description", null)
                .containsEntry("fromName", "Ada")
                .containsEntry("subject", "News for {{number}}")
                .containsEntry("emailType", "HEADLESS")
                .containsEntry("type", "FILTERED");
        assertThat(campaign.getJsonObject("audienceFilter").encode()).contains("data.plan");
        assertThat(campaign.getJsonObject("audienceCondition").encode()).contains("groups");
        var back = server.call("PUT", "/campaigns/" + id, campaign.getJsonObject("data"));
        assertThat(back.statusCode()).as(back.body()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2001-01-01T00:00:00Z",
                "9999-01-01T00:00:00Z",
                "tomorrow",
                "2030-01-01",
                "",
                "2030-01-01T00:00:00"
            })
    void aTimeThatIsNoneOrCannotBeIsRefused(String time) {
        var id = server.create(server.words());

        var answer = server.call("POST", "/campaigns/" + id + "/send", new JsonObject().put("scheduledFor", time));

        assertInvalid(answer, "scheduledFor");
        assertThat(server.status(id)).isEqualTo("DRAFT");
    }

    @Test
    void whatIsNotPossibleInAStateIsAConflict() {
        server.contacts("reader", 1);
        var id = server.create(server.words());
        for (var word : List.of("cancel", "pause", "resume")) {
            assertThat(server.move(id, word).statusCode()).as(word).isEqualTo(409);
        }
        schedule(id);
        assertThat(server.node()
                        .call("DELETE", "/campaigns/" + id, server.key(), "")
                        .statusCode())
                .isEqualTo(409);
        assertThat(server.call("PUT", "/campaigns/" + id, new JsonObject().put("subject", "Later"))
                        .statusCode())
                .isEqualTo(200);

        server.moved(id, "send");
        server.awaitStatus(id, "SENT");

        assertThat(server.sink().next().header("Subject")).contains("Later");
        assertThat(server.call("PUT", "/campaigns/" + id, new JsonObject().put("subject", "x"))
                        .statusCode())
                .isEqualTo(409);
        assertThat(server.move(id, "send").statusCode()).isEqualTo(409);
        assertThat(server.node()
                        .call("DELETE", "/campaigns/" + id, server.key(), "")
                        .statusCode())
                .isEqualTo(200);
        assertThat(server.node().get("/campaigns/" + id, server.key()).statusCode())
                .isEqualTo(404);
    }

    @Test
    void aCampaignForNobodyIsNotSent() {
        var id = server.create(server.words());

        var answer = server.move(id, "send");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(server.status(id)).isEqualTo("DRAFT");
    }

    @Test
    void aScheduledCampaignCanBeCancelled() {
        server.contacts("reader", 1);
        var id = server.create(server.words());
        schedule(id);

        assertThat(server.moved(id, "cancel").getString("status")).isEqualTo("CANCELLED");

        assertThat(server.stats(id).getLong("audience")).isZero();
        assertThat(server.node()
                        .call("DELETE", "/campaigns/" + id, server.key(), "")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void aCopyIsADraftOfItsOwn() {
        server.contacts("reader", 1);
        var id = server.create(server.words().put("name", "x".repeat(100)));
        server.moved(id, "send");
        server.awaitStatus(id, "SENT");

        var copy = server.move(id, "duplicate");

        assertThat(copy.statusCode()).isEqualTo(201);
        assertThat(new JsonObject(copy.body()).getMap())
                .containsEntry("name", "x".repeat(93) + " (Copy)")
                .containsEntry("status", "DRAFT")
                .containsEntry("sentCount", 0)
                .containsEntry("sentAt", null)
                .doesNotContainEntry("id", id);
    }

    @Test
    void aCopyIsMadeThoughTheSegmentIsGoneAndWaitsForAnotherAudience() {
        server.contacts("reader", 1);
        var list = new JsonObject("{\"name\": \"L\", \"type\": \"STATIC\"}");
        var segment = new JsonObject(server.call("POST", "/segments", list).body()).getString("id");
        var member = new JsonObject("{\"emails\": [\"reader1@example.com\"]}");
        server.call("POST", "/segments/" + segment + "/members", member);
        var id = server.create(server.words().put("audienceType", "SEGMENT").put("segmentId", segment));
        server.moved(id, "send");
        server.awaitStatus(id, "SENT");
        server.node().call("DELETE", "/segments/" + segment, server.key(), "");

        var copy = server.move(id, "duplicate");

        assertThat(copy.statusCode()).as(copy.body()).isEqualTo(201);
        var made = new JsonObject(copy.body());
        assertThat(made.getMap()).containsEntry("status", "DRAFT").containsEntry("totalRecipients", 0);
        assertThat(server.move(made.getString("id"), "send").statusCode()).isEqualTo(404);
        server.call("PUT", "/campaigns/" + made.getString("id"), new JsonObject().put("audienceType", "ALL"));
        server.moved(made.getString("id"), "send");
    }

    @Test
    void theListServesReadersOfBothStylesAndFindsByStateAndText() {
        var names = List.of("a", "b", "c", "d", "e");
        names.forEach(name -> server.create(server.words().put("name", name)));

        var first = server.get("/campaigns?limit=2");
        var byCursor = new ArrayList<String>();
        for (var page = first; ; page = server.get("/campaigns?limit=2&cursor=" + page.getString("cursor"))) {
            page.getJsonArray("data").forEach(one -> byCursor.add(((JsonObject) one).getString("name")));
            if (!page.getBoolean("hasMore")) {
                break;
            }
        }

        assertThat(first.getMap())
                .containsEntry("total", 5)
                .containsEntry("page", 1)
                .containsEntry("pageSize", 2)
                .containsEntry("totalPages", 3);
        assertThat(byCursor).containsExactly("e", "d", "c", "b", "a");
        assertThat(server.get("/campaigns?page=2&pageSize=2")
                        .getJsonArray("data")
                        .encode())
                .contains("\"c\"", "\"b\"");
        assertThat(server.get("/campaigns?search=NEWS%20FOR&status=DRAFT").getInteger("total"))
                .isEqualTo(5);
        assertThat(server.get("/campaigns?status=SENT").getInteger("total")).isZero();
        assertThat(server.node().get("/campaigns?status=GONE", server.key()).statusCode())
                .isEqualTo(422);
        assertThat(server.node().get("/campaigns?pageSize=101", server.key()).statusCode())
                .isEqualTo(422);
    }

    @Test
    void theListForScreensHasNoBodiesAndOneNameForTheArray() {
        List.of("a", "b").forEach(name -> server.create(server.words().put("name", name)));

        var list = server.get("/campaigns?view=list&limit=1");

        assertThat(list.fieldNames())
                .containsExactlyInAnyOrder("data", "total", "page", "pageSize", "totalPages", "cursor", "hasMore");
        assertThat(list.getJsonArray("data").getJsonObject(0).fieldNames())
                .contains("id", "name", "subject", "status", "totalRecipients", "openedCount")
                .doesNotContain("body");
        assertThat(server.node().get("/campaigns?view=all", server.key()).statusCode())
                .isEqualTo(422);
    }

    @Test
    void aSegmentStaysWhileACampaignNeedsIt() {
        server.contacts("reader", 1);
        var segment = new JsonObject(server.call(
                                "POST",
                                "/segments",
                                new JsonObject().put("name", "List").put("type", "STATIC"))
                        .body())
                .getString("id");
        server.call(
                "POST", "/segments/" + segment + "/members", new JsonObject("{\"emails\": [\"reader1@example.com\"]}"));
        var id = server.create(server.words().put("audienceType", "SEGMENT").put("segmentId", segment));

        var inUse = server.node()
                .call("DELETE", "/segments/" + segment, server.key(), "")
                .statusCode();
        server.moved(id, "send");
        server.awaitStatus(id, "SENT");
        var free = server.node()
                .call("DELETE", "/segments/" + segment, server.key(), "")
                .statusCode();

        assertThat(inUse).isEqualTo(409);
        assertThat(free).isEqualTo(204);
        assertThat(server.campaign(id).getValue("segment")).isNull();
    }

    @Test
    void anotherProjectsSegmentsAndCampaignsAreUnknown() {
        var foreign = new JsonObject(server.node()
                        .post(
                                "/segments",
                                server.node().secretKey(1),
                                new JsonObject().put("name", "Theirs").put("type", "STATIC"))
                        .body())
                .getString("id");
        var id = server.create(server.words());

        for (var segment : List.of(foreign, UUID.randomUUID().toString(), "none")) {
            var answer = server.call(
                    "POST",
                    "/campaigns",
                    server.words().put("audienceType", "SEGMENT").put("segmentId", segment));
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(404);
        }
        for (var path : List.of("", "/stats", "/recipients")) {
            var answer =
                    server.node().get("/campaigns/" + id + path, server.node().secretKey(1));
            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(answer.body()).contains("CAMPAIGN_NOT_FOUND");
        }
        assertThat(server.node()
                        .call(
                                "POST",
                                "/campaigns/" + id + "/send",
                                server.node().secretKey(1),
                                "")
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void aFieldIsUsedByTheCampaignsThatAskForIt() {
        server.create(server.words()
                .put("name", "Pros")
                .put("audienceType", "FILTERED")
                .put("audienceFilter", new JsonObject("""
                {"operator": "AND", "conditions": [{"field": "data.plan", "operator": "equals", "value": "pro"}]}
                """)));

        assertThat(server.node()
                        .get("/contacts/fields/data.plan/usage", server.key())
                        .body())
                .contains("Pros");
    }

    @Test
    void anEventStaysWhileACampaignThatHasNotEndedAsksForIt() {
        var id = server.create(
                server.words().put("audienceType", "FILTERED").put("audienceFilter", new JsonObject("""
                {"operator": "AND", "conditions": [{"field": "event.bought", "operator": "notTriggered"}]}
                """)));
        schedule(id);

        var refused = server.node().call("DELETE", "/events/bought", server.key(), "");
        var usage = server.get("/events/bought/usage");
        server.moved(id, "cancel");
        var deleted = server.node().call("DELETE", "/events/bought", server.key(), "");

        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
        assertThat(usage.getBoolean("canDelete")).isFalse();
        assertThat(usage.getJsonArray("usedInCampaigns").getJsonObject(0).getString("id"))
                .isEqualTo(id);
        assertThat(deleted.statusCode()).isEqualTo(200);
    }

    private static void schedule(String id) {
        var at = Instant.now().plus(Duration.ofDays(1)).toString();
        var answer = server.call("POST", "/campaigns/" + id + "/send", new JsonObject().put("scheduledFor", at));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    private static void assertInvalid(HttpResponse<String> answer, String field) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(422);
        assertThat(answer.body()).contains("\"field\":\"" + field);
    }
}
