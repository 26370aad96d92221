package io.godwit.templates;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.Ids;
import io.godwit.sending.AcceptServer;
import io.godwit.sending.AcceptServer.Answer;
import io.godwit.sending.AcceptServer.Project;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is done with stored templates: listing, changing, copying, deleting. */
class LibraryTest {

    private static AcceptServer server;
    private final Project project = server.project();

    @BeforeAll
    static void start() {
        server = AcceptServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void theListServesReadersOfBothStyles() {
        named("a", "b", "c");
        server.project().template(new JsonObject());

        var list = project.get("/templates?limit=2").body();

        assertThat(names(list)).containsExactly("c", "b");
        assertThat(list.getJsonArray("data")).isEqualTo(list.getJsonArray("templates"));
        assertThat(list.getMap())
                .containsEntry("total", 3)
                .containsEntry("page", 1)
                .containsEntry("pageSize", 2)
                .containsEntry("totalPages", 2)
                .containsEntry("hasMore", true)
                .hasSize(8);
        assertThat(list.getJsonArray("templates").getJsonObject(0).fieldNames())
                .contains("id", "body", "from", "createdAt");
    }

    @Test
    void anEmptyListHasNoPages() {
        assertThat(project.get("/templates").body())
                .isEqualTo(new JsonObject()
                        .put("templates", new JsonArray())
                        .put("data", new JsonArray())
                        .put("total", 0)
                        .put("page", 1)
                        .put("pageSize", 20)
                        .put("totalPages", 0)
                        .putNull("cursor")
                        .put("hasMore", false));
    }

    @ParameterizedTest
    @CsvSource({
        "'', edcba",
        "sort=createdAt&dir=asc, abcde",
        "sort=name, abcde",
        "sort=name&dir=desc, edcba",
        "sort=updatedAt, aedcb",
        "sort=updatedAt&dir=asc, bcdea",
    })
    void cursorsAndPagesGoThroughTheSameOrder(String sorting, String order) {
        var first = named("a", "b", "c", "d", "e").get(0);
        project.patch("/templates/" + first, new JsonObject().put("subject", "changed"));

        assertThat(String.join("", byCursor(sorting))).isEqualTo(order);
        assertThat(String.join("", byPage(sorting))).isEqualTo(order);
    }

    @Test
    void namesAreSortedWhateverTheirCaseAndEqualOnesAreNotLost() {
        named("b", "B", "a", "Ä", "b", "A");

        assertThat(byCursor("sort=name").stream().map(name -> name.toLowerCase(java.util.Locale.ROOT)))
                .containsExactly("a", "a", "b", "b", "b", "ä");
    }

    @Test
    void aCursorOpensOnlyTheListingItCameFrom() {
        named("a", "b", "c");
        var cursor = project.get("/templates?limit=1").body().getString("cursor");

        assertThat(project.get("/templates?cursor=" + cursor).body().getInteger("total"))
                .isZero();
        assertInvalid(project.get("/templates?sort=name&cursor=" + cursor), "cursor");
        assertInvalid(project.get("/templates?dir=asc&cursor=" + cursor), "cursor");
        assertInvalid(server.project().get("/templates?cursor=" + cursor), "cursor");
        assertInvalid(project.get("/templates?page=1&cursor=" + cursor), "page");
    }

    @ParameterizedTest
    @CsvSource({
        "limit=0, limit",
        "limit=101, limit",
        "pageSize=0, pageSize",
        "pageSize=101, pageSize",
        "page=0, page",
        "page=-1, page",
        "page=1.5, page",
        "page=9999999, page",
        "sort=body, sort",
        "sort=, sort",
        "dir=up, dir",
        "type=HEADLES, type",
        "cursor=garbage, cursor"
    })
    void whatCannotBeListedIsRefusedByName(String query, String field) {
        assertInvalid(project.get("/templates?" + query), field);
    }

    @Test
    void aPageBehindTheLastIsEmpty() {
        named("a");

        var list = project.get("/templates?page=1000000&pageSize=100").body();

        assertThat(names(list)).isEmpty();
        assertThat(list.getInteger("total")).isEqualTo(1);
        assertThat(list.getBoolean("hasMore")).isFalse();
    }

    @Test
    void theSearchIsLiteralAndIgnoresCase() {
        project.template(new JsonObject().put("name", "100% Äpfel_\\"));
        project.template(new JsonObject().put("name", "x").put("subject", "Hallo ÄPFEL"));
        project.template(new JsonObject().put("name", "y").put("description", "It's äpfel' OR 1=1"));
        project.template(new JsonObject().put("name", "other").put("body", "äpfel"));

        assertThat(search("äPFEL")).containsExactly("y", "x", "100% Äpfel_\\");
        assertThat(search("%")).containsExactly("100% Äpfel_\\");
        assertThat(search("_")).containsExactly("100% Äpfel_\\");
        assertThat(search("\\")).containsExactly("100% Äpfel_\\");
        assertThat(search("' OR 1=1")).containsExactly("y");
        assertThat(search("x".repeat(5_000))).isEmpty();
        assertThat(search("")).hasSize(4);
    }

    @Test
    void theTypeNarrowsTheListAndItsTotal() {
        project.template(new JsonObject().put("name", "m").put("type", "MARKETING"));
        project.template(new JsonObject().put("name", "h").put("type", "HEADLESS"));
        named("t");

        var list = project.get("/templates?type=MARKETING").body();

        assertThat(names(list)).containsExactly("m");
        assertThat(list.getInteger("total")).isEqualTo(1);
    }

    /** F-10: a hundred templates of 2 MB each would be an answer of 200 MB. */
    @Test
    void bodiesThatWouldBurstTheAnswerAreLeftOut() {
        for (var at = 0; at < 6; at++) {
            project.template(new JsonObject().put("name", "n" + at).put("body", "x".repeat(1_900_000)));
        }

        var list = project.get("/templates").body().getJsonArray("templates");

        assertThat(list).hasSize(6);
        assertThat(list.stream().map(item -> ((JsonObject) item).getString("body") != null))
                .containsExactly(true, true, true, true, false, false);
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
        var ids =
                IntStream.range(0, 1_000).mapToObj(at -> Ids.next().toString()).toList();

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

    private Answer bulk(String... ids) {
        return project.post(
                "/templates/bulk-update",
                new JsonObject().put("ids", new JsonArray(List.of(ids))).put("delete", true));
    }

    private List<String> byCursor(String query) {
        var names = new ArrayList<String>();
        var next = "";
        while (next != null) {
            var list = project.get("/templates?limit=2&" + query + next).body();
            names.addAll(names(list));
            assertThat(list.getBoolean("hasMore")).isEqualTo(list.getString("cursor") != null);
            next = list.getString("cursor") == null ? null : "&cursor=" + list.getString("cursor");
        }
        return names;
    }

    private List<String> byPage(String query) {
        var names = new ArrayList<String>();
        var pages = 1;
        for (var page = 1; page <= pages; page++) {
            var list = project.get("/templates?pageSize=2&page=" + page + "&" + query)
                    .body();
            names.addAll(names(list));
            pages = list.getInteger("totalPages");
        }
        return names;
    }

    private List<String> search(String text) {
        return names(project.get("/templates?search=" + URLEncoder.encode(text, StandardCharsets.UTF_8))
                .body());
    }

    private static List<String> names(JsonObject list) {
        return list.getJsonArray("templates").stream()
                .map(item -> ((JsonObject) item).getString("name"))
                .toList();
    }

    private static void assertInvalid(Answer answer, String field) {
        assertThat(answer.status()).as(answer.body().encode()).isEqualTo(422);
        assertThat(answer.fields()).containsExactly(field);
    }
}
