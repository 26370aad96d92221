package io.godwit.templates;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.id.Ids;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.sending.SendApiServer;
import io.godwit.sending.SendApiServer.Project;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@CloseFields
class TemplateRoutesTest {

    private static SendApiServer server;
    private final Project project = server.project();

    @BeforeAll
    static void start() {
        server = SendApiServer.start();
    }

    @Test
    void aTemplateIsAnsweredWholeAndFoundAgain() {
        var body = template()
                .put("description", "For newcomers")
                .put("from", "Shop@OK.test")
                .put("fromName", "Shop")
                .put("replyTo", "reply@elsewhere.test");

        var created = project.post("/templates", body);

        assertThat(created.status()).isEqualTo(201);
        assertThat(created.body().getMap())
                .containsAllEntriesOf(body.copy().put("from", "shop@ok.test").getMap())
                .containsEntry("projectId", project.id().toString())
                .containsKeys("id", "createdAt", "updatedAt", "version")
                .hasSize(13);
        assertThat(project.get("/templates/" + created.body().getString("id")).body())
                .isEqualTo(created.body());
    }

    @Test
    void whatIsOptionalIsNullWhenAbsent() {
        var created = project.post("/templates", template().putNull("from").put("fromName", " "));

        assertThat(created.body().getMap())
                .containsEntry("from", null)
                .containsEntry("fromName", null)
                .containsEntry("replyTo", null)
                .containsEntry("description", null);
    }

    @Test
    void anUnknownAndAForeignTemplateAreNotFoundAlike() {
        var foreign = server.project().template(new JsonObject());

        for (var id : List.of(foreign, Ids.next().toString(), "x", "..%2fx")) {
            var answer = project.get("/templates/" + id);
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.code()).isEqualTo("TEMPLATE_NOT_FOUND");
        }
    }

    @Test
    void aSenderOfAnotherDomainIsForbidden() {
        var answer = project.post("/templates", template().put("from", "a@evil.test"));

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.code()).isEqualTo("FORBIDDEN");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "subject|'Hi {{name'|1|4",
                "body|'<p>\n  {{#if a}}\n</p>'|2|3",
                "body|'{{/each}}'|1|1",
                "body|'a {{}}'|1|3",
                "body|'{{#unless x}}'|1|1",
                "body|'<p>\n  {% if a %}\n</p>'|2|3",
                "body|'a {{ b | upcas }}'|1|3",
                "subject|'Hi *|FNAME|*'|1|4",
                "body|'{% for i in (1..99999999) %}{% endfor %}'|1|1"
            })
    void brokenSyntaxIsRefusedWithLineAndColumn(String field, String source, int line, int column) {
        var answer = project.post("/templates", template().put(field, source));

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.fields()).containsExactly(field);
        assertThat(answer.body().getJsonObject("error").getJsonObject("details"))
                .isEqualTo(
                        new JsonObject().put("field", field).put("line", line).put("column", column));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\nb", "a\rb", "a\u0085b", "a\u2028b", "a\u0007b"})
    void controlsAreRefusedInEveryLine(String text) {
        for (var field : List.of("name", "subject", "fromName")) {
            var answer = project.post("/templates", template().put(field, text));
            assertThat(answer.status()).isEqualTo(422);
            assertThat(answer.fields()).containsExactly(field);
        }
    }

    private static final Map<String, List<String>> FIELD_TO_TYPES = Map.of(
            "name", List.of("string"),
            "description", List.of("string", "empty", "null"),
            "subject", List.of("string", "long"),
            "body", List.of("string", "long"),
            "from", List.of("null"),
            "fromName", List.of("string", "empty", "null"),
            "replyTo", List.of("null"),
            "type", List.of());

    static Stream<Arguments> types() {
        var typeToValue = new LinkedHashMap<String, Object>();
        typeToValue.put("null", null);
        typeToValue.put("number", 7);
        typeToValue.put("string", "text");
        typeToValue.put("array", new JsonArray());
        typeToValue.put("object", new JsonObject());
        typeToValue.put("bool", true);
        typeToValue.put("long", "x".repeat(998));
        typeToValue.put("empty", "");
        return FIELD_TO_TYPES.keySet().stream().flatMap(field -> typeToValue.entrySet().stream()
                .map(entry -> Arguments.of(field, entry.getKey(), entry.getValue())));
    }

    @ParameterizedTest(name = "{0} as {1}")
    @MethodSource("types")
    void aFieldOfAnotherTypeIsRefusedByName(String field, String type, Object value) {
        var answer = project.post("/templates", template().put(field, value));

        if (FIELD_TO_TYPES.get(field).contains(type)) {
            assertThat(answer.status()).isEqualTo(201);
        } else {
            assertThat(answer.status()).isEqualTo(422);
            assertThat(answer.code()).isEqualTo("VALIDATION_ERROR");
            assertThat(answer.fields()).containsExactly(field);
        }
    }

    @Test
    void aRepeatedKeyCreatesOneTemplate() {
        var first = project.post("/templates", template(), "Idempotency-Key", "one");
        var second = project.post("/templates", template(), "Idempotency-Key", "one");
        var other = project.post("/templates", template().put("name", "Other"), "Idempotency-Key", "one");

        assertThat(second.body()).isEqualTo(first.body());
        assertThat(second.headers()).containsEntry("idempotent-replay", List.of("true"));
        assertThat(other.status()).isEqualTo(409);
        assertThat(other.code()).isEqualTo("IDEMPOTENCY_KEY_REUSED");
        assertThat(server.db().count("SELECT count(*) FROM templates WHERE project_id = ?", project.id()))
                .isEqualTo(1);
    }

    @Test
    void whatIsNotTheCallersToSetIsRefusedByName() {
        var id = Ids.next().toString();

        var refused = project.post(
                "/templates", template().put("id", id).put("projectId", id).put("createdAt", "2020-01-01"));

        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.body().encode())
                .contains("\"field\":\"id\"", "\"field\":\"projectId\"", "\"field\":\"createdAt\"");
    }

    private static JsonObject template() {
        return new JsonObject()
                .put("name", "Welcome")
                .put("subject", "Hi {{name ?? there}}")
                .put("body", "<p>{{#if vip}}{{name}}{{/if}}</p>")
                .put("type", "TRANSACTIONAL");
    }
}
