package io.godwit.contacts.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.ContactApi;
import io.godwit.kit.api.JobApi;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many contacts at once: hostile selections, and the three forms of body. */
@GodwitServer
class BulkOperationTest {

    private static TestServer server;
    private static JobApi client;
    private static JobApi other;

    @BeforeAll
    static void start() {
        client = new JobApi(server.baseUrl(), server.secretKey(0));
        other = new JobApi(server.baseUrl(), server.secretKey(1));
    }

    /** A job that a test only queued would change the contacts of the next one. */
    @AfterEach
    void empty() {
        await().atMost(Duration.ofSeconds(60))
                .until(() -> server.database().count("SELECT count(*) FROM jobs WHERE ended_at IS NULL") == 0);
        for (var table : List.of("segments", "contacts", "events", "fields", "jobs", "contact_deltas")) {
            server.database().query("DELETE FROM " + table);
        }
    }

    @Test
    void namedContactsAreUnsubscribedWithOneEventForEachThatFlips() {
        contacts(client, 3);
        client.imported("email,subscribed\nc0@example.com,no\n");
        server.database().query("DELETE FROM events");

        var job = client.bulk("unsubscribe", named(ids()));

        assertThat(job.getString("state")).isEqualTo("completed");
        assertThat(job.getString("status")).isEqualTo("completed");
        assertThat(job.getInteger("progress")).isEqualTo(100);
        assertThat(job.containsKey("data")).isFalse();
        assertThat(job.getJsonObject("result").getMap())
                .containsEntry("operation", "unsubscribe")
                .containsEntry("totalRequested", 3)
                .containsEntry("successCount", 2)
                .containsEntry("unchangedCount", 1)
                .containsEntry("failureCount", 0);
        assertThat(server.database().count("SELECT count(*) FROM contacts WHERE subscribed"))
                .isZero();
        assertThat(server.database().query("SELECT name FROM events"))
                .extracting(row -> row.get("name"))
                .containsExactly("contact.unsubscribed", "contact.unsubscribed");
    }

    @Test
    void foreignIdsAreToldLikeUnknownOnesAndLeftAlone() {
        contacts(other, 1);
        var foreign = ids().get(0);
        var unknown = UUID.randomUUID().toString();
        var asked = List.of(foreign, unknown, "no id");

        var flipped = client.bulk("unsubscribe", named(asked));
        var deleted = client.bulk("delete", named(asked).put("mode", "ids"));

        for (var job : List.of(flipped, deleted)) {
            assertThat(job.getInteger("failureCount")).isEqualTo(3);
            assertThat(job.getJsonArray("errors"))
                    .extracting(error -> ((JsonObject) error).getString("contactId"))
                    .isEqualTo(asked);
            assertThat(job.getJsonArray("errors"))
                    .extracting(error -> ((JsonObject) error).getString("error"))
                    .containsOnly("Contact not found");
        }
        assertThat(server.database().count("SELECT count(*) FROM contacts WHERE subscribed"))
                .isEqualTo(1);
    }

    @Test
    void deletedContactsTakeTheirEventsAlong() {
        contacts(client, 3);
        for (var number = 0; number < 3; number++) {
            client.api()
                    .post(
                            "/v1/track",
                            client.key(),
                            new JsonObject()
                                    .put("email", "c" + number + "@example.com")
                                    .put("event", "seen"));
        }
        var two = ids().subList(0, 2);

        var job = client.bulk("delete", named(two));

        assertThat(job.getInteger("successCount")).isEqualTo(2);
        assertThat(server.database().count("SELECT count(*) FROM contacts")).isEqualTo(1);
        assertThat(server.database().count("SELECT count(*) FROM events WHERE name = 'seen'"))
                .isEqualTo(1);
        assertThat(client.bulk("delete", named(two)).getInteger("failureCount")).isEqualTo(2);
    }

    @Test
    void anIdTwiceIsOneContact() {
        contacts(client, 1);
        var id = ids().get(0);

        var job = client.bulk("unsubscribe", named(List.of(id, id, id.toUpperCase(java.util.Locale.ROOT))));

        assertThat(job.getInteger("totalRequested")).isEqualTo(1);
        assertThat(job.getInteger("successCount")).isEqualTo(1);
    }

    @Test
    void aQueryFindsAPartOfTheAddressAsItIsWrittenAndTheSubscription() {
        client.imported("""
                email,subscribed
                a_b@example.com,yes
                axb@example.com,yes
                A_B2@example.com,no
                """);

        var job = client.bulk("unsubscribe", query(new JsonObject().put("search", "A_B")));
        var rest = client.bulk("delete", query(new JsonObject().put("subscribed", true)));

        assertThat(job.getInteger("totalRequested")).isEqualTo(2);
        assertThat(job.getInteger("successCount")).isEqualTo(1);
        assertThat(job.getInteger("unchangedCount")).isEqualTo(1);
        assertThat(rest.getInteger("successCount")).isEqualTo(1);
        assertThat(server.database().query("SELECT email FROM contacts ORDER BY email"))
                .extracting(row -> row.get("email"))
                .containsExactly("a_b2@example.com", "a_b@example.com");
    }

    @Test
    void aQueryReachesAllChunksButTheExcludedAndStaysInItsProject() {
        contacts(client, 2_300);
        contacts(other, 2);
        var all = ids();
        var excluded = all.subList(0, 700);

        var job = client.bulk(
                "unsubscribe", query(new JsonObject()).put("excludeIds", new JsonArray(List.copyOf(excluded))));

        var own = server.projectId(0);
        assertThat(job.getString("state")).isEqualTo("completed");
        assertThat(server.database()
                        .count(
                                "SELECT count(*) FROM contacts WHERE subscribed AND project_id = ?::uuid",
                                server.projectId(1)))
                .isEqualTo(2);
        var left =
                server.database().count("SELECT count(*) FROM contacts WHERE subscribed AND project_id = ?::uuid", own);
        assertThat(job.getInteger("successCount") + left).isEqualTo(2_300);
        assertThat(server.database().count("SELECT count(*) FROM events WHERE name = 'contact.unsubscribed'"))
                .isEqualTo(job.getInteger("successCount").longValue());
        assertThat(left).isBetween(698L, 700L);
    }

    @Test
    void aConditionAndASegmentFindTheContactsAndTheRestIsLeftAlone() {
        plans(1_300);
        contacts(other, 2);
        var pro = server.post(
                "/segments",
                client.key(),
                new JsonObject().put("name", "Pro").put("filters", plan("pro").getJsonObject("condition")));
        var excluded = new JsonArray(ids().subList(0, 2));
        var segment = new JsonObject(pro.body()).getString("id");

        var unsubscribed = client.bulk("unsubscribe", query(plan("free")).put("excludeIds", excluded));
        var some = client.bulk(
                "unsubscribe",
                query(new JsonObject()
                        .put("segmentId", segment)
                        .put("subscribed", true)
                        .put("search", "C12")));
        var deleted = client.bulk("delete", query(new JsonObject().put("segmentId", segment)));

        assertThat(unsubscribed.getInteger("successCount")).isEqualTo(129);
        assertThat(unsubscribed.getInteger("totalRequested")).isEqualTo(129);
        assertThat(some.getInteger("successCount")).isEqualTo(100);
        assertThat(deleted.getInteger("successCount")).isEqualTo(1_170);
        assertThat(deleted.getInteger("progress")).isEqualTo(100);
        assertThat(server.database().count("SELECT count(*) FROM contacts WHERE NOT subscribed"))
                .isEqualTo(129);
        assertThat(server.database().count("SELECT count(*) FROM contacts WHERE subscribed"))
                .isEqualTo(3);
    }

    @Test
    void aConditionThatTheOperationItselfChangesReachesEveryContactOnce() {
        plans(1_300);
        var subscribed = new JsonObject()
                .put("field", "subscribed")
                .put("operator", "equals")
                .put("value", true);

        var job = client.bulk("unsubscribe", query(condition(subscribed)));

        assertThat(job.getInteger("successCount")).isEqualTo(1_300);
        assertThat(job.getInteger("unchangedCount")).isZero();
        assertThat(server.database().count("SELECT count(*) FROM events WHERE name = 'contact.unsubscribed'"))
                .isEqualTo(1_300);
    }

    @Test
    void anUnknownSegmentAndAMistakeInAConditionAreToldAtOnceAndNothingIsQueued() {
        var wrong = query(condition(new JsonObject().put("field", "nope")));
        var unknown = query(new JsonObject().put("segmentId", UUID.randomUUID().toString()));

        assertThat(client.api()
                        .post("/contacts/bulk-delete", client.key(), wrong)
                        .status())
                .isEqualTo(422);
        assertThat(client.api()
                        .post("/contacts/bulk-delete", client.key(), unknown)
                        .status())
                .isEqualTo(404);
        assertThat(server.database().count("SELECT count(*) FROM jobs")).isZero();
    }

    /** One in ten has the plan free, the others have pro. */
    private static void plans(int count) {
        client.imported("email,plan\n"
                + IntStream.range(0, count)
                        .mapToObj(n -> "c%d@example.com,%s".formatted(n, n % 10 == 0 ? "free" : "pro"))
                        .collect(Collectors.joining("\n")));
    }

    private static JsonObject plan(String plan) {
        return condition(new JsonObject()
                .put("field", "data.plan")
                .put("operator", "equals")
                .put("value", plan));
    }

    private static JsonObject condition(JsonObject condition) {
        var all = new JsonObject().put("operator", "AND").put("conditions", new JsonArray().add(condition));
        return new JsonObject().put("condition", all);
    }

    @Test
    void aThousandAreTakenAndOneMoreIsNot() {
        var ids = IntStream.range(0, 1_001)
                .mapToObj(ignored -> UUID.randomUUID().toString())
                .toList();

        assertThat(client.bulk("delete", named(ids.subList(0, 1_000))).getInteger("failureCount"))
                .isEqualTo(1_000);
        assertThat(client.api()
                        .post("/contacts/bulk-delete", client.key(), named(ids))
                        .status())
                .isEqualTo(422);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{'contactIds':[]}",
                "{'contactIds':[7]}",
                "{'contactIds':[null]}",
                "{'contactIds':'x'}",
                "{'mode':'ids'}",
                "{'mode':'all'}",
                "{'mode':'query'}",
                "{'mode':'query','filter':7}",
                "{'mode':'query','filter':{'search':7}}",
                "{'mode':'query','filter':{'subscribed':'yes'}}",
                "{'mode':'query','filter':{'condition':'plan'}}",
                "{'mode':'query','filter':{'condition':null}}",
                "{'mode':'query','filter':{'condition':{}}}",
                "{'mode':'query','filter':{'segmentId':7}}",
                "{'mode':'query','filter':{'segmentId':null}}",
                "{'mode':'query','filter':{'segment':'trial'}}",
                "{'mode':'query','filter':{},'excludeIds':[7]}"
            })
    void aBodyThatIsNeitherFormIsRefusedAndNothingIsQueued(String body) {
        for (var operation : List.of("subscribe", "unsubscribe", "delete")) {
            var answer = client.api()
                    .post("/contacts/bulk-" + operation, client.key(), new JsonObject(body.replace('\'', '"')));
            assertThat(answer.status()).as(answer.text()).isEqualTo(422);
        }
        assertThat(server.database().count("SELECT count(*) FROM jobs")).isZero();
    }

    /** A capital I with a dot is two characters in small letters, of which the list looks for both. */
    @Test
    void aSearchSelectsTheContactsThatTheListShows() {
        var api = ContactApi.ofDemo(server, 0);
        api.post("ivy@example.com");
        api.post("\u0130ris@example.com");
        var search = "\u0130";
        var shown = api.emails("search=" + ContactApi.escaped(search));

        var job = client.bulk("unsubscribe", query(new JsonObject().put("search", search)));

        assertThat(shown).hasSize(1);
        assertThat(job.getInteger("successCount")).isEqualTo(1);
        assertThat(api.isSubscribed("ivy@example.com")).isTrue();
    }

    @Test
    void tooLongASearchAndTooManyExclusionsAreRefused() {
        var search = query(new JsonObject().put("search", "x".repeat(256)));
        var excluded = query(new JsonObject()).put("excludeIds", new JsonArray(Collections.nCopies(10_001, "x")));

        assertThat(client.api()
                        .post("/contacts/bulk-delete", client.key(), search)
                        .status())
                .isEqualTo(422);
        assertThat(client.api()
                        .post("/contacts/bulk-delete", client.key(), excluded)
                        .status())
                .isEqualTo(422);
    }

    @Test
    void aMistakeIsToldOnce() {
        var answer = client.api()
                .post("/contacts/bulk-subscribe", client.key(), new JsonObject().put("contactIds", "everybody"));

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.body().getJsonObject("error").getJsonArray("errors")).hasSize(1);
    }

    @Test
    void aRepeatedCallWithItsKeyIsOneJob() {
        contacts(client, 1);
        var key = Map.of("Idempotency-Key", UUID.randomUUID().toString());

        var first = client.api().post("/contacts/bulk-subscribe", client.key(), named(ids()), key);
        var second = client.api().post("/contacts/bulk-subscribe", client.key(), named(ids()), key);

        assertThat(first.status()).isEqualTo(202);
        assertThat(first.body().getString("message")).isNotBlank();
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(server.database().count("SELECT count(*) FROM jobs WHERE kind = 'contacts.bulk'"))
                .isEqualTo(1);
    }

    private static void contacts(JobApi owner, int count) {
        owner.imported("email\n"
                + IntStream.range(0, count)
                        .mapToObj(n -> "c" + n + "@example.com")
                        .collect(Collectors.joining("\n")));
    }

    private static List<String> ids() {
        return server.database().query("SELECT id::text AS id FROM contacts ORDER BY email").stream()
                .map(row -> row.get("id").toString())
                .toList();
    }

    private static JsonObject named(List<String> ids) {
        return new JsonObject().put("contactIds", new JsonArray(List.copyOf(ids)));
    }

    private static JsonObject query(JsonObject filter) {
        return new JsonObject().put("mode", "query").put("filter", filter);
    }
}
