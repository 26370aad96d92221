package io.godwit.contacts;

import static io.godwit.kit.api.ContactApi.data;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.ContactApi;
import io.godwit.kit.api.JobApi;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The same changes leave the same contact, whichever way they come in: against each other and a naive model. */
@GodwitServer
class MergeRulesTest {

    private static final int SEEDS = 12;
    private static final int STEPS = 8;

    private static final List<String> KEYS = List.of("plan", "age", "address", "a.b", "locale", "Plan");
    private static final List<String> DROPPED =
            List.of("id", "email", "svc_id", "plunk_email", "unsubscribeUrl", "subscribed", "createdAt");

    /** None of the keys above, which have values of every kind. */
    private static final List<String> COLUMNS = List.of("tier", "years", "c.d", "Tier", "id", "svc_id", "createdAt");

    private static final int FILES = 4;
    private static final int FILED = 12;

    private static TestServer server;
    private static ContactApi contacts;

    @BeforeAll
    static void start() {
        contacts = ContactApi.ofDemo(server, 0);
    }

    /** One way a change can come in. */
    private record Entry(String name, BiConsumer<String, JsonObject> write) {}

    private static List<Entry> ways() {
        return List.of(
                new Entry(
                        "send",
                        (email, data) -> contacts.ok(
                                "POST", "/v1/send", contacts.mail(email).put("data", data))),
                new Entry(
                        "track",
                        (email, data) -> contacts.ok(
                                "POST", "/v1/track", body(email, data).put("event", "used"))),
                new Entry("post", (email, data) -> contacts.ok("POST", "/contacts", body(email, data))),
                new Entry("patch", MergeRulesTest::patch));
    }

    private static JsonObject body(String email, JsonObject data) {
        return new JsonObject().put("email", email).put("data", data);
    }

    private static void patch(String email, JsonObject data) {
        var contact = contacts.post(email).getString("id");
        contacts.ok("PATCH", "/contacts/" + contact, new JsonObject().put("data", data));
    }

    @TestFactory
    Stream<DynamicTest> everyWayInLeavesTheSameData() {
        return IntStream.range(0, SEEDS).mapToObj(seed -> DynamicTest.dynamicTest("seed " + seed, () -> compare(seed)));
    }

    private static void compare(int seed) {
        var random = new Random(seed);
        var changes = new ArrayList<JsonObject>();
        for (var step = 0; step < STEPS; step++) {
            changes.add(change(random));
        }
        var expected = new JsonObject();
        changes.forEach(change -> merge(expected, change));

        for (var way : ways()) {
            var email = way.name() + seed + "@example.com";
            changes.forEach(change -> way.write().accept(email, change));
            assertThat(contacts.byEmail(email).getJsonObject("data"))
                    .as(way.name() + " of " + changes)
                    .isEqualTo(expected);
        }
    }

    /** A file can say less than a call: plain values, and nothing where a cell is empty. */
    @Test
    void aFileLeavesTheSameDataAsCallsThatSayTheSame() {
        var random = new Random(5);
        var files = new JobApi(server.baseUrl(), contacts.key());
        var expected = new JsonObject[FILED];
        Arrays.setAll(expected, ignored -> new JsonObject());

        for (var file = 0; file < FILES; file++) {
            var csv = new StringBuilder("email," + String.join(",", COLUMNS) + "\n");
            for (var each = 0; each < FILED; each++) {
                var row = row(random);
                csv.append("filed")
                        .append(each)
                        .append("@example.com,")
                        .append(cells(row))
                        .append('\n');
                contacts.ok("POST", "/contacts", body("posted" + each + "@example.com", row));
                merge(expected[each], row);
            }
            assertThat(files.imported(csv.toString()).getInteger("successCount"))
                    .isEqualTo(FILED);
        }

        for (var each = 0; each < FILED; each++) {
            assertThat(dataOf("filed" + each)).isEqualTo(expected[each]);
            assertThat(dataOf("posted" + each)).isEqualTo(expected[each]);
        }
    }

    private static JsonObject dataOf(String name) {
        return contacts.byEmail(name + "@example.com").getJsonObject("data");
    }

    private static JsonObject row(Random random) {
        var row = new JsonObject();
        COLUMNS.forEach(
                column -> row.put(column, random.nextInt(7) < 2 ? "" : cell(random, COLUMNS.indexOf(column) % 4)));
        return row;
    }

    /** A field has values of one kind, as in life: a file cannot tell a number from a text that looks like one. */
    private static Object cell(Random random, int kind) {
        return switch (kind) {
            case 0 -> random.nextInt(5);
            case 1 -> random.nextBoolean();
            case 2 ->
                List.of("2026-01-0" + (1 + random.nextInt(9)), "A00" + random.nextInt(9))
                        .get(random.nextInt(2));
            default -> "text, \"" + random.nextInt(3) + "\"";
        };
    }

    private static String cells(JsonObject row) {
        return COLUMNS.stream()
                .map(column -> '"' + String.valueOf(row.getValue(column)).replace("\"", "\"\"") + '"')
                .collect(Collectors.joining(","));
    }

    private static JsonObject change(Random random) {
        var change = new JsonObject();
        for (var count = random.nextInt(4); count >= 0; count--) {
            var key = KEYS.get(random.nextInt(KEYS.size()));
            change.put(key, key.equals("locale") ? "nl" : value(random, 0));
        }
        if (random.nextInt(3) == 0) {
            change.put(DROPPED.get(random.nextInt(DROPPED.size())), "hidden");
        }
        return change;
    }

    private static Object value(Random random, int depth) {
        return switch (random.nextInt(depth < 2 ? 10 : 6)) {
            case 0 -> null;
            case 1 -> "";
            case 2 -> random.nextInt(5);
            case 3 -> random.nextBoolean();
            case 4 -> "text " + random.nextInt(3);
            case 5 -> "2026-01-0" + (1 + random.nextInt(9));
            case 6 -> data("value", value(random, 2), "persistent", random.nextBoolean());
            case 7 -> new JsonArray().add(random.nextInt(3)).add(data("in", "list"));
            case 8 -> data("city", value(random, depth + 1), "zip", "007");
            default -> data("value", "no wrapper");
        };
    }

    /** As the specification says it, and no cleverer. */
    private static void merge(JsonObject stored, JsonObject change) {
        for (var member : change) {
            var value = member.getValue();
            if (DROPPED.contains(member.getKey())) {
                continue;
            }
            if (value instanceof JsonObject object && object.getValue("persistent") instanceof Boolean persistent) {
                if (!persistent) {
                    continue;
                }
                value = object.getValue("value");
            }
            if (value == null) {
                stored.remove(member.getKey());
            } else if (!"".equals(value)) {
                stored.put(member.getKey(), value);
            }
        }
    }
}
