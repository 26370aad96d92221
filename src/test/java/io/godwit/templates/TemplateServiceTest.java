package io.godwit.templates;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.id.Ids;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.sending.SendApiServer;
import io.godwit.sending.SendApiServer.Project;
import io.godwit.sending.SendApiServer.Response;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests stored templates: changing, copying, deleting. */
@CloseFields
class TemplateServiceTest {

    private static SendApiServer server;
    private final Project project = server.project();

    @BeforeAll
    static void start() {
        server = SendApiServer.start();
    }

    @Test
    void aChangeTouchesWhatItNamesAndNullClears() {
        var id = project.template(new JsonObject()
                .put("description", "old")
                .put("fromName", "Shop")
                .put("replyTo", "r@x.test"));
        var before = project.get("/templates/" + id).body();

        var changed = project.patch(
                "/templates/" + id,
                new JsonObject()
                        .put("name", "New")
                        .put("type", "HEADLESS")
                        .putNull("description")
                        .putNull("from")
                        .putNull("fromName")
                        .putNull("replyTo")
                        .putNull("subject"));

        assertThat(changed.status()).isEqualTo(200);
        assertThat(changed.body().getMap())
                .containsAllEntriesOf(before.copy()
                        .mergeIn(new JsonObject().put("name", "New").put("type", "HEADLESS"))
                        .putNull("description")
                        .putNull("from")
                        .putNull("fromName")
                        .putNull("replyTo")
                        .put("version", 2)
                        .put("updatedAt", changed.body().getString("updatedAt"))
                        .getMap());
        assertThat(changed.body().getString("updatedAt")).isGreaterThanOrEqualTo(before.getString("updatedAt"));
        assertThat(project.get("/templates/" + id).body()).isEqualTo(changed.body());
    }

    @Test
    void aChangeIsUsedByTheNextSend() {
        var id = project.template(new JsonObject().put("subject", "old"));
        project.sendTemplate(id, new JsonObject());

        project.patch("/templates/" + id, new JsonObject().put("subject", "new"));
        project.sendTemplate(id, new JsonObject());

        assertThat(server.db()
                        .query("SELECT subject FROM contents WHERE project_id = ? ORDER BY created_at", project.id()))
                .extracting(row -> row.get("subject"))
                .containsExactly("old", "new");
    }

    @ParameterizedTest
    @CsvSource({
        "name, ''",
        "subject, ''",
        "subject, 'a{{'",
        "body, ''",
        "body, '{{#if x}}'",
        "type, X",
        "from, x",
        "replyTo, x"
    })
    void aChangeIsCheckedLikeANewTemplate(String field, String value) {
        var id = project.template(new JsonObject());
        var before = project.get("/templates/" + id).body();

        var answer = project.patch(
                "/templates/" + id, new JsonObject().put("name", "N" + field).put(field, value));

        assertThat(answer.status()).isEqualTo(422);
        assertThat(project.get("/templates/" + id).body()).isEqualTo(before);
    }

    @Test
    void aChangeToAForeignDomainIsForbidden() {
        var id = project.template(new JsonObject());

        var answer = project.patch("/templates/" + id, new JsonObject().put("from", "a@evil.test"));

        assertThat(answer.status()).isEqualTo(403);
    }

    @Test
    void aDeletedTemplateIsGoneAtOnceAndSentMailKeepsItsCopy() {
        var id = project.template(new JsonObject().put("subject", "kept"));
        var email = project.sendTemplate(id, new JsonObject())
                .getJsonArray("emails")
                .getJsonObject(0)
                .getString("email");

        var deleted = project.delete("/templates/" + id);

        assertThat(deleted.status()).isEqualTo(204);
        assertThat(project.get("/templates/" + id).status()).isEqualTo(404);
        assertThat(project.delete("/templates/" + id).status()).isEqualTo(404);
        assertThat(project.post(
                                "/v1/send",
                                new JsonObject().put("to", "a@b.test").put("template", id))
                        .code())
                .isEqualTo("TEMPLATE_NOT_FOUND");
        assertThat(project.get("/emails/" + email).body().getString("subject")).isEqualTo("kept");
    }

    @Test
    void aCopyIsATemplateOfItsOwn() {
        var id = project.template(new JsonObject().put("description", "d").put("type", "HEADLESS"));
        var source = project.get("/templates/" + id).body();

        var copy = project.post("/templates/" + id + "/duplicate", new JsonObject());

        assertThat(copy.status()).isEqualTo(201);
        assertThat(copy.body().getString("name")).isEqualTo("Welcome (Copy)");
        assertThat(copy.body().getString("id")).isNotEqualTo(id);
        for (var field : List.of("subject", "body", "description", "type", "from", "projectId")) {
            assertThat(copy.body().getValue(field)).isEqualTo(source.getValue(field));
        }
    }

    @Test
    void theNameOfACopyFitsAndIsNotCutWithinACharacter() {
        var id = project.template(new JsonObject().put("name", "x".repeat(92) + "🎈".repeat(4)));

        var copy = project.post("/templates/" + id + "/duplicate", new JsonObject());

        assertThat(copy.body().getString("name")).isEqualTo("x".repeat(92) + " (Copy)");
    }

    @Test
    void aRepeatedCopyIsOneCopy() {
        var id = project.template(new JsonObject());

        var first = project.post("/templates/" + id + "/duplicate", new JsonObject(), "Idempotency-Key", "k");
        var second = project.post("/templates/" + id + "/duplicate", new JsonObject(), "Idempotency-Key", "k");

        assertThat(second.body()).isEqualTo(first.body());
        assertThat(project.get("/templates").body().getInteger("total")).isEqualTo(2);
    }

    @Test
    void whatUsesATemplateIsListed() {
        var id = project.template(new JsonObject());

        assertThat(project.get("/templates/" + id + "/usage").body())
                .isEqualTo(new JsonObject()
                        .put("campaigns", new JsonArray())
                        .put("workflowSteps", new JsonArray())
                        .put("campaignCount", 0)
                        .put("workflowStepCount", 0)
                        .put("canDelete", true));
    }

    @Test
    void aTemplateAWorkflowSendsIsNeitherDeletedAloneNorWithOthers() {
        var ids = named("a", "b");
        server.usedByWorkflow(ids.get(0));

        for (var refused : List.of(project.delete("/templates/" + ids.get(0)), bulk(ids.get(1), ids.get(0)))) {
            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.code()).isEqualTo("CONFLICT");
            assertThat(refused.body().encode()).contains("Onboarding");
        }
        var usage = project.get("/templates/" + ids.get(0) + "/usage").body();
        assertThat(usage.getJsonArray("workflowSteps").getJsonObject(0).getMap())
                .containsKeys("id", "workflowId")
                .containsEntry("name", "Send")
                .containsEntry("workflowName", "Onboarding");
        assertThat(usage.getInteger("workflowStepCount")).isEqualTo(1);
        assertThat(usage.getBoolean("canDelete")).isFalse();
        assertThat(project.get("/templates").body().getInteger("total")).isEqualTo(2);
    }

    @Test
    void manyTemplatesAreDeletedAllOrNone() {
        var ids = named("a", "b", "c");
        var foreign = server.project().template(new JsonObject());

        for (var stranger : List.of(foreign, Ids.next().toString(), "no id")) {
            var refused = bulk(ids.get(0), stranger);
            assertThat(refused.status()).isEqualTo(404);
            assertThat(refused.code()).isEqualTo("TEMPLATE_NOT_FOUND");
        }
        assertThat(project.get("/templates").body().getInteger("total")).isEqualTo(3);

        var done = bulk(ids.get(0), ids.get(1), ids.get(0));
        assertThat(done.status()).isEqualTo(200);
        assertThat(done.body()).isEqualTo(new JsonObject().put("deleted", 2));
        assertThat(names(project.get("/templates").body())).containsExactly("c");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{'ids':[],'delete':true}",
                "{'ids':['x']}",
                "{'ids':['x'],'delete':false}",
                "{'ids':[1],'delete':true}",
                "{'ids':'x','delete':true}"
            })
    void aBulkRequestThatAsksForNothingPossibleIsRefused(String body) {
        assertThat(project.post("/templates/bulk-update", new JsonObject(body.replace('\'', '"')))
                        .status())
                .isEqualTo(422);
    }

    @Test
    void aThousandIdsAreTakenAndOneMoreIsNot() {
        var ids = IntStream.range(0, 1_000)
                .mapToObj(ignored -> Ids.next().toString())
                .toList();

        assertThat(bulk(ids.toArray(String[]::new)).status()).isEqualTo(404);
        var more = new ArrayList<>(ids);
        more.add(Ids.next().toString());
        assertInvalid(bulk(more.toArray(String[]::new)), "ids");
    }

    private List<String> named(String... names) {
        return List.of(names).stream()
                .map(name -> project.template(new JsonObject().put("name", name)))
                .toList();
    }

    private Response bulk(String... ids) {
        return project.post(
                "/templates/bulk-update",
                new JsonObject().put("ids", new JsonArray(List.of(ids))).put("delete", true));
    }

    private static List<String> names(JsonObject list) {
        return list.getJsonArray("templates").stream()
                .map(item -> ((JsonObject) item).getString("name"))
                .toList();
    }

    private static void assertInvalid(Response answer, String field) {
        assertThat(answer.status()).as(answer.body().encode()).isEqualTo(422);
        assertThat(answer.fields()).containsExactly(field);
    }
}
