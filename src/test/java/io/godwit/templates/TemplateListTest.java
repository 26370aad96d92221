package io.godwit.templates;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.sending.SendApiServer;
import io.godwit.sending.SendApiServer.Project;
import io.godwit.sending.SendApiServer.Response;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The list of templates, for readers of both styles. */
@CloseFields
class TemplateListTest {

    private static SendApiServer server;
    private final Project project = server.project();

    @BeforeAll
    static void start() {
        server = SendApiServer.start();
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
    void theListForScreensHasNoBodiesAndOneNameForTheArray() {
        named("a", "b", "c");

        var list = project.get("/templates?view=list&limit=2").body();

        assertThat(list.fieldNames())
                .containsExactlyInAnyOrder("data", "total", "page", "pageSize", "totalPages", "cursor", "hasMore");
        assertThat(list.getJsonArray("data")).hasSize(2).allSatisfy(item -> assertThat(((JsonObject) item).fieldNames())
                .contains("id", "name", "subject", "type", "updatedAt")
                .doesNotContain("body"));
        var rest = project.get("/templates?view=list&limit=2&cursor=" + list.getString("cursor"))
                .body();
        assertThat(rest.getJsonArray("data")).hasSize(1);
        assertThat(project.get("/templates?view=whole").status()).isEqualTo(422);
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

    /** A hundred templates of 2 MB each would be an answer of 200 MB. */
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

    private List<String> named(String... names) {
        return List.of(names).stream()
                .map(name -> project.template(new JsonObject().put("name", name)))
                .toList();
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

    private static void assertInvalid(Response answer, String field) {
        assertThat(answer.status()).as(answer.body().encode()).isEqualTo(422);
        assertThat(answer.fields()).containsExactly(field);
    }
}
