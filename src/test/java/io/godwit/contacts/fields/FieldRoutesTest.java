package io.godwit.contacts.fields;

import static io.godwit.kit.api.ContactApi.data;
import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.ContactApi;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@GodwitServer
class FieldRoutesTest {

    private static TestServer server;

    private final ContactApi contacts = ContactApi.ofNewProject(server);

    @Test
    void withoutContactsThereAreTheStandardFields() {
        assertThat(contacts.get("/contacts/fields"))
                .isEqualTo(new JsonObject()
                        .put(
                                "fields",
                                new JsonArray()
                                        .add(described("createdAt", "date", false, 1))
                                        .add(described("email", "string", false, 1))
                                        .add(described("subscribed", "boolean", false, 1))
                                        .add(described("updatedAt", "date", false, 1)))
                        .put("count", 4));
    }

    private static JsonObject described(String field, String type, boolean custom, double coverage) {
        return new JsonObject()
                .put("field", field)
                .put("type", type)
                .put("isCustom", custom)
                .put("coverage", coverage);
    }

    @Test
    void customFieldsAreDescribedByTypeAndCoverageNestedOnesToo() {
        contacts.post("a@example.com", "plan", "pro", "address", data("city", "Rome", "geo", data("lat", 41.9)));
        contacts.track(
                "b@example.com", "since", "2026-01-31", "plan", "free", "tags", new JsonArray().add(data("x", 1)));
        contacts.post("c@example.com", "vip", true);
        contacts.post("d@example.com", "at", "2026-01-31T10:00:00.000Z", "zip", "007");

        var fields = contacts.get("/contacts/fields");

        assertThat(ContactApi.objects(fields.getJsonArray("fields")))
                .containsExactly(
                        described("createdAt", "date", false, 1),
                        described("data.address", "string", true, 0.25),
                        described("data.address.city", "string", true, 0.25),
                        described("data.address.geo", "string", true, 0.25),
                        described("data.address.geo.lat", "number", true, 0.25),
                        described("data.at", "date", true, 0.25),
                        described("data.plan", "string", true, 0.5),
                        described("data.since", "date", true, 0.25),
                        described("data.tags", "string", true, 0.25),
                        described("data.vip", "boolean", true, 0.25),
                        described("data.zip", "string", true, 0.25),
                        described("email", "string", false, 1),
                        described("subscribed", "boolean", false, 1),
                        described("updatedAt", "date", false, 1));
        assertThat(fields.getInteger("count")).isEqualTo(14);
    }

    @Test
    void theFirstTypeStaysAndTheValueIsStoredAsSent() {
        contacts.post("a@example.com", "level", null);
        contacts.post("a@example.com", "level", 5);

        contacts.track("b@example.com", "level", "five");
        contacts.post("a@example.com", "level", null);

        assertThat(contacts.field("data.level")).isEqualTo(described("data.level", "number", true, 0.5));
        assertThat(contacts.dataOf("b@example.com")).containsEntry("level", "five");
    }

    /** Data whose keys are data: a field for each would be thousands. */
    @Test
    void anObjectOfManyKeysIsOneField() {
        var object = new JsonObject();
        for (var at = 0; at < 101; at++) {
            object.put("key" + at, at);
        }

        contacts.post("a@example.com", "counts", object);

        assertThat(contacts.get("/contacts/fields").getInteger("count")).isEqualTo(5);
    }

    @Test
    void keysNoPathCanNameMakeNoFieldAndDoNoHarm() {
        contacts.track("a@example.com", "o", data("", 1, "x.y", 2, "k".repeat(900), 3, "null", null, "fine", 4));

        assertThat(contacts.get("/contacts/fields").getInteger("count")).isEqualTo(4 + 2);
        assertThat(contacts.field("data.o.fine").getString("type")).isEqualTo("number");
    }

    @Test
    void valuesAreDistinctAndKeepTheirTypes() {
        contacts.post("a@example.com", "mix", "007", "o", data("in", "side"));
        contacts.post("b@example.com", "mix", 7);
        contacts.post("c@example.com", "mix", "true");
        contacts.post("d@example.com", "mix", true);
        contacts.post("e@example.com", "mix", "007");
        contacts.post("f@example.com", "mix", data("x", 1));
        contacts.post("g@example.com", "mix", 1.50);

        var values = contacts.get("/contacts/fields/data.mix/values");

        assertThat(values.getString("field")).isEqualTo("data.mix");
        assertThat(values.getJsonArray("values")).containsExactlyInAnyOrder("007", 1.5, 7, "true", true);
        assertThat(values.getJsonArray("values")).startsWith("007", 1.5, 7);
        assertThat(values.getInteger("count")).isEqualTo(5);
        assertThat(values.getInteger("limit")).isEqualTo(100);
        assertThat(contacts.get("/contacts/fields/mix/values").getJsonArray("values"))
                .isEqualTo(values.getJsonArray("values"));
        assertThat(contacts.get("/contacts/fields/data.o.in/values").getJsonArray("values"))
                .containsExactly("side");
    }

    @Test
    void valuesAreLimitedAndTheLimitIsChecked() {
        for (var at = 0; at < 5; at++) {
            contacts.post("a" + at + "@example.com", "n", "v" + at);
        }

        var values = contacts.get("/contacts/fields/n/values?limit=2");

        assertThat(values.getJsonArray("values")).containsExactly("v0", "v1");
        for (var limit : List.of("0", "201", "x")) {
            assertFailure(
                    server.get("/contacts/fields/n/values?limit=" + limit, contacts.key()), 422, "VALIDATION_ERROR");
        }
    }

    @Test
    void standardFieldsHaveTheirOwnValues() {
        contacts.post("a@example.com");

        assertThat(contacts.get("/contacts/fields/subscribed/values").getJsonArray("values"))
                .containsExactly(true, false);
        assertThat(contacts.get("/contacts/fields/email/values").getJsonArray("values"))
                .isEmpty();
    }

    @Test
    void usageTellsWhoWouldMissAField() {
        contacts.post("a@example.com", "plan", "pro");
        contacts.post("b@example.com");

        assertThat(contacts.get("/contacts/fields/data.plan/usage")).isEqualTo(usage(1).put("canDelete", true));
        assertThat(contacts.get("/contacts/fields/email/usage")).isEqualTo(usage(2).put("canDelete", false));
        assertThat(contacts.get("/contacts/fields/unknown/usage").getLong("contactCount"))
                .isZero();
    }

    private static JsonObject usage(int count) {
        return new JsonObject()
                .put("usedInSegments", new JsonArray())
                .put("usedInCampaigns", new JsonArray())
                .put("usedInWorkflows", new JsonArray())
                .put("contactCount", count);
    }

    @Test
    void aDeletedFieldIsGoneFromEveryContactWithItsTypeAndWhatWasInside() {
        server.database().query("""
                        INSERT INTO contacts (project_id, id, email, subscribed, data)
                        SELECT ?::uuid, gen_random_uuid(), 'old' || n || '@example.com', true, '{"old": {"in": 1}, "keep": 1}'
                          FROM generate_series(1, 1200) n
                        """, contacts.projectId());
        contacts.post("a@example.com", "old", data("in", 2), "keep", 1);
        contacts.post("b@example.com", "keep", 1);

        var deleted = contacts.ok("DELETE", "/contacts/fields/data.old", new JsonObject());

        assertThat(deleted).isEqualTo(new JsonObject().put("deletedFrom", 1_201));
        assertThat(server.database()
                        .count(
                                "SELECT count(*) FROM contacts WHERE project_id = ?::uuid AND jsonb_exists(data, 'old')",
                                contacts.projectId()))
                .isZero();
        assertThat(contacts.dataOf("a@example.com")).containsOnlyKeys("keep");
        assertThat(contacts.field("data.old")).isEmpty();
        assertThat(contacts.field("data.old.in")).isEmpty();
        assertThat(contacts.ok("DELETE", "/contacts/fields/old", new JsonObject())
                        .getInteger("deletedFrom"))
                .isZero();
    }

    /** Also by the API of a node that has cached which fields it knows. */
    @Test
    void aFieldThatComesBackGetsItsTypeAnew() {
        contacts.track("a@example.com", "level", 5, "o", data("in", 1));
        contacts.track("b@example.com", "level", 6, "o", data("in", 1));
        contacts.ok("DELETE", "/contacts/fields/level", new JsonObject());
        contacts.ok("DELETE", "/contacts/fields/o.in", new JsonObject());

        contacts.track("a@example.com", "level", "high", "o", data("in", true));

        assertThat(contacts.field("data.level").getString("type")).isEqualTo("string");
        assertThat(contacts.field("data.o.in").getString("type")).isEqualTo("boolean");
        assertThat(contacts.field("data.o.in").getDouble("coverage")).isEqualTo(0.5);
    }

    @Test
    void aNestedFieldIsDeletedOutOfItsObject() {
        contacts.post("a@example.com", "address", data("city", "Rome", "zip", data("code", "007", "plus", 4)));

        var deleted = contacts.ok("DELETE", "/contacts/fields/data.address.zip.code", new JsonObject());

        assertThat(deleted.getInteger("deletedFrom")).isEqualTo(1);
        assertThat(contacts.byEmail("a@example.com").getJsonObject("data"))
                .isEqualTo(data("address", data("city", "Rome", "zip", data("plus", 4))));
        assertThat(contacts.field("data.address.zip.plus")).isNotEmpty();
        assertThat(contacts.field("data.address.zip.code")).isEmpty();
    }

    @Test
    void aKeyWithADotIsFoundByItsName() {
        contacts.post("a@example.com", "a.b", "literal");
        contacts.post("b@example.com", "a", data("b", "nested"));

        assertThat(contacts.get("/contacts/fields/data.a.b/values").getJsonArray("values"))
                .containsExactly("literal", "nested");
        assertThat(contacts.ok("DELETE", "/contacts/fields/a.b", new JsonObject())
                        .getInteger("deletedFrom"))
                .isEqualTo(2);
        assertThat(contacts.dataOf("a@example.com")).isEmpty();
        assertThat(contacts.dataOf("b@example.com")).isEqualTo(Map.of("a", Map.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"email", "subscribed", "createdAt", "updatedAt", "data.email"})
    void aStandardFieldCannotBeDeleted(String field) {
        assertFailure(server.call("DELETE", "/contacts/fields/" + field, contacts.key(), ""), 422, "VALIDATION_ERROR");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "data.a'); drop",
                "data.a\"->b",
                "data.$.*",
                "data.__proto__",
                "data.%",
                "data.a{}",
                "data...",
                "$1"
            })
    void anyNameIsAKeyAndNothingElse(String field) {
        var key = field.replaceFirst("^data\\.", "");
        contacts.post("a@example.com", key, "mine", "other", "stays");
        var path = "/contacts/fields/" + ContactApi.escaped(field);

        assertThat(contacts.get(path + "/values").getJsonArray("values")).containsExactly("mine");
        assertThat(contacts.get(path + "/usage").getInteger("contactCount")).isEqualTo(1);
        assertThat(contacts.ok("DELETE", path, new JsonObject()).getInteger("deletedFrom"))
                .isEqualTo(1);
        assertThat(contacts.dataOf("a@example.com")).isEqualTo(Map.of("other", "stays"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"data.", "LONG"})
    void whatCanBeNoNameIsRefused(String field) {
        var path = "/contacts/fields/" + field.replace("LONG", "x".repeat(1_024));

        for (var asked : List.of("GET " + path + "/values", "GET " + path + "/usage", "DELETE " + path)) {
            var answer = server.call(asked.split(" ")[0], asked.split(" ")[1], contacts.key(), "");
            assertFailure(answer, 422, "VALIDATION_ERROR");
        }
    }

    @Test
    void manyDotsAreNotManyPlans() {
        var field = "a.".repeat(200) + "b";

        assertThat(contacts.get("/contacts/fields/" + field + "/values").getJsonArray("values"))
                .isEmpty();
    }
}
