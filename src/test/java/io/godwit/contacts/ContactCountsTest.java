package io.godwit.contacts;

import static io.godwit.kit.api.ContactApi.data;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.ContactApi;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** The counts against counting, after everything that can change them. */
@GodwitServer
class ContactCountsTest {

    private static final int CALLERS = 4;
    private static final int CALLS = 150;
    private static final int ADDRESSES = 25;

    private static TestServer server;

    /** The folding goes on beside it; what was folded and what was not must add up at any moment. */
    @RepeatedTest(2)
    void afterARandomMixOfEverythingTheCountsAreRight() throws Exception {
        var contacts = ContactApi.ofDemo(server, 0);
        var threads = Executors.newFixedThreadPool(CALLERS);
        var callers = new ArrayList<CompletableFuture<Void>>();

        for (var caller = 0; caller < CALLERS; caller++) {
            var random = new Random(caller);
            callers.add(CompletableFuture.runAsync(() -> mix(contacts, random), threads));
        }
        CompletableFuture.allOf(callers.toArray(CompletableFuture[]::new)).get();
        threads.shutdown();

        assertThat(counted(contacts)).isEqualTo(counting(contacts)).hasSizeGreaterThan(5);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> server.database().count("SELECT count(*) FROM contact_deltas") == 0);
        assertThat(counted(contacts)).isEqualTo(counting(contacts));
    }

    private static void mix(ContactApi contacts, Random random) {
        for (var call = 0; call < CALLS; call++) {
            var email = "a" + random.nextInt(ADDRESSES) + "@example.com";
            var body = new JsonObject().put("data", some(random));
            if (random.nextInt(3) == 0) {
                body.put("subscribed", random.nextBoolean());
            }
            switch (random.nextInt(12)) {
                case 0, 1, 2 ->
                    contacts.ok("POST", "/v1/track", body.put("email", email).put("event", "used"));
                case 3, 4 -> contacts.ok("POST", "/v1/send", body.mergeIn(contacts.mail(email)));
                case 5, 6, 7 -> contacts.ok("POST", "/contacts", body.put("email", email));
                case 8, 9 -> onKnown(contacts, email, id -> contacts.call("PATCH", "/contacts/" + id, body));
                case 10 ->
                    onKnown(
                            contacts,
                            email,
                            id -> contacts.call("PATCH", "/contacts/" + id, new JsonObject().putNull("data")));
                default -> delete(contacts, email, random);
            }
        }
    }

    private static void delete(ContactApi contacts, String email, Random random) {
        if (random.nextInt(8) == 0) {
            contacts.ok("DELETE", "/contacts/fields/data.k" + random.nextInt(3), new JsonObject());
        } else {
            onKnown(contacts, email, id -> server.call("DELETE", "/contacts/" + id, contacts.key(), ""));
        }
    }

    private static void onKnown(ContactApi contacts, String email, java.util.function.Consumer<String> call) {
        var answer = server.get("/contacts/by-email/" + email, contacts.key());
        if (answer.statusCode() == 200) {
            call.accept(new JsonObject(answer.body()).getString("id"));
        }
    }

    private static JsonObject some(Random random) {
        var data = new JsonObject();
        for (var count = random.nextInt(3); count >= 0; count--) {
            data.put(
                    "k" + random.nextInt(5),
                    switch (random.nextInt(6)) {
                        case 0 -> null;
                        case 1 -> data("x", random.nextInt(2), "y", data("z", true));
                        case 2 -> data("x", "text", "null", null);
                        case 3 -> new JsonArray().add(data("hidden", 1));
                        default -> random.nextInt(3);
                    });
        }
        return data;
    }

    /** The counts of the API. */
    private static Map<String, Long> counted(ContactApi contacts) {
        var counts = new TreeMap<String, Long>();
        counts.put("all", contacts.get("/contacts?limit=1").getLong("total"));
        counts.put("yes", contacts.get("/contacts?limit=1&subscribed=true").getLong("total"));
        counts.put("no", contacts.get("/contacts?limit=1&subscribed=false").getLong("total"));
        ContactApi.objects(contacts.get("/contacts/fields").getJsonArray("fields")).stream()
                .filter(field -> field.getBoolean("isCustom") && field.getDouble("coverage") > 0)
                .map(field -> field.getString("field"))
                .forEach(field -> counts.put(
                        field,
                        contacts.get("/contacts/fields/" + field + "/usage").getLong("contactCount")));
        return counts;
    }

    /** The counts of the rows. */
    private static Map<String, Long> counting(ContactApi contacts) {
        var rows = server.database()
                .query(
                        "SELECT subscribed, data::text AS data FROM contacts WHERE project_id = ?::uuid",
                        contacts.projectId());
        var counts = new TreeMap<String, Long>(Map.of("all", (long) rows.size(), "yes", 0L, "no", 0L));
        for (var row : rows) {
            counts.merge((Boolean) row.get("subscribed") ? "yes" : "no", 1L, Long::sum);
            count("data", new JsonObject((String) row.get("data")), counts);
        }
        return counts;
    }

    private static void count(String prefix, JsonObject object, Map<String, Long> counts) {
        for (var member : object) {
            if (member.getValue() != null) {
                counts.merge(prefix + "." + member.getKey(), 1L, Long::sum);
                if (member.getValue() instanceof JsonObject inner) {
                    count(prefix + "." + member.getKey(), inner, counts);
                }
            }
        }
    }

    /** One transaction: what is not written is not counted, without anybody's care. */
    @Test
    void aCallThatCannotBeWrittenIsNotCounted() {
        var contacts = ContactApi.ofNewProject(server);
        contacts.track("a@example.com", "k", 1);
        server.database().query("ALTER TABLE events ADD CONSTRAINT poison CHECK (name <> 'poison') NOT VALID");

        var answer = contacts.call(
                "POST",
                "/v1/track",
                new JsonObject()
                        .put("email", "b@example.com")
                        .put("event", "poison")
                        .put("data", data("k", 1)));
        server.database().query("ALTER TABLE events DROP CONSTRAINT poison");

        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(contacts.get("/contacts").getLong("total")).isEqualTo(1);
        assertThat(contacts.get("/contacts/fields/k/usage").getLong("contactCount"))
                .isEqualTo(1);
    }

    @Test
    void whatIsFoldedAndWhatIsNotAddUp() {
        var contacts = ContactApi.ofNewProject(server);
        server.database().query("""
                        INSERT INTO contact_deltas (project_id, id, deltas)
                        SELECT ?::uuid, gen_random_uuid(), '{"email": 1, "k": 2}' FROM generate_series(1, 5000)
                        """, contacts.projectId());

        var before = contacts.get("/contacts").getLong("total");
        await().atMost(Duration.ofSeconds(30))
                .until(() -> server.database().count("SELECT count(*) FROM contact_deltas") == 0);

        assertThat(List.of(before, contacts.get("/contacts").getLong("total"))).containsOnly(5_000L);
        assertThat(contacts.get("/contacts/fields/k/usage").getLong("contactCount"))
                .isEqualTo(10_000);
    }
}
