package io.godwit.contacts.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.JobApi;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests that the preview of an import tells its effects, and has none. */
@GodwitServer
class ImportPreviewTest {

    private static TestServer server;

    private static JobApi jobs(int project) {
        return new JobApi(server.baseUrl(), server.secretKey(project));
    }

    private static JsonObject preview(int project, String csv, Map<String, String> fields) {
        var answer = jobs(project).preview(csv.getBytes(StandardCharsets.UTF_8), fields);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.body();
    }

    private static List<String> effects(JsonObject preview) {
        return preview.getJsonArray("rows").stream()
                .map(row -> ((JsonObject) row).getString("effect"))
                .toList();
    }

    private static void contact(int project, String email, boolean subscribed, JsonObject data) {
        var body = new JsonObject()
                .put("email", email)
                .put("subscribed", subscribed)
                .put("data", data);
        var answer = server.post("/contacts", server.secretKey(project), body);
        assertThat(answer.statusCode()).as(answer.body()).isIn(200, 201);
    }

    @Test
    void eachRowIsCountedByWhatItWouldDoAndNothingIsWritten() {
        contact(0, "same@example.com", true, new JsonObject().put("plan", "pro"));
        contact(0, "other@example.com", true, new JsonObject().put("plan", "free"));
        contact(0, "no@example.com", false, new JsonObject());
        var csv = """
                E-Mail,plan,subscribed
                new@example.com,pro,yes
                same@example.com,pro,yes
                other@example.com,pro,yes
                no@example.com,,yes
                new@example.com,team,yes
                nonsense,pro,yes
                """;

        var preview = preview(0, csv, Map.of());

        assertThat(effects(preview)).containsExactly("new", "unchanged", "changed", "unchanged", "repeated", "invalid");
        assertThat(preview.getInteger("totalRows")).isEqualTo(6);
        assertThat(preview.getInteger("newCount")).isOne();
        assertThat(preview.getInteger("changedCount")).isOne();
        assertThat(preview.getInteger("unchangedCount")).isEqualTo(2);
        assertThat(preview.getInteger("repeatedCount")).isOne();
        assertThat(preview.getInteger("invalidCount")).isOne();
        assertThat(preview.getInteger("optedOutCount")).isOne();
        assertThat(preview.getInteger("resubscribedCount")).isZero();
        assertThat(preview.getJsonArray("rows").getJsonObject(3).getBoolean("subscribed"))
                .isFalse();
        assertThat(preview.getJsonArray("errors").getJsonObject(0).getInteger("row"))
                .isEqualTo(7);
        assertThat(server.get("/contacts/by-email/new@example.com", server.secretKey(0))
                        .statusCode())
                .isEqualTo(404);
        assertThat(new JsonObject(server.get("/jobs", server.secretKey(0)).body()).getInteger("total"))
                .isZero();
    }

    @Test
    void theFirstRowsShowWhatTheMappingMakesOfThem() {
        var preview = preview(
                1,
                "Adresse;Tarif;Notiz\nada@example.com;pro;secret\n",
                Map.of("mapping", "{\"Adresse\":\"email\",\"Tarif\":\"plan\",\"Notiz\":\"ignore\"}"));

        assertThat(preview.getJsonArray("columns").stream()
                        .map(column -> ((JsonObject) column).getString("name") + "="
                                + ((JsonObject) column).getString("becomes")))
                .containsExactly("Adresse=email", "Tarif=plan", "Notiz=ignore");
        var row = preview.getJsonArray("rows").getJsonObject(0);
        assertThat(row.getString("email")).isEqualTo("ada@example.com");
        assertThat(row.getJsonObject("data")).isEqualTo(new JsonObject().put("plan", "pro"));
    }

    @Test
    void theImportThenDoesWhatThePreviewSaid() {
        contact(1, "was@example.com", false, new JsonObject());
        var csv = """
                email,status
                fresh@example.com,subscribed
                was@example.com,subscribed
                dead@example.com,cleaned
                left@example.com,unsubscribed
                """;
        var proof = Map.of("resubscribe", "true", "proof", "They ticked the box on our fair");

        var preview = preview(1, csv, proof);
        var done = jobs(1).imported(csv, proof);

        assertThat(preview.getInteger("newCount")).isEqualTo(done.getInteger("createdCount"));
        assertThat(preview.getInteger("changedCount")).isEqualTo(done.getInteger("updatedCount"));
        assertThat(preview.getInteger("resubscribedCount")).isOne();
        assertThat(preview.getInteger("unsubscribedCount")).isEqualTo(done.getInteger("unsubscribedCount"));
        assertThat(preview.getInteger("suppressedCount")).isEqualTo(done.getInteger("suppressedCount"));
    }

    @Test
    void anAddressThatHadOptedOutBeforeItWasDeletedIsShownAsUnsubscribed() {
        contact(1, "gone@example.com", false, new JsonObject());
        var found = new JsonObject(server.get("/contacts/by-email/gone@example.com", server.secretKey(1))
                .body());
        var id = found.containsKey("id")
                ? found.getString("id")
                : found.getJsonObject("data").getString("id");
        server.call("DELETE", "/contacts/" + id, server.secretKey(1), "");

        var preview = preview(1, "email,subscribed\ngone@example.com,yes\n", Map.of());

        assertThat(effects(preview)).containsExactly("new");
        assertThat(preview.getInteger("optedOutCount")).isOne();
        assertThat(preview.getJsonArray("rows").getJsonObject(0).getBoolean("subscribed"))
                .isFalse();
    }

    @Test
    void onlyTheFirstTwentyRowsAreShownAndAllAreCounted() {
        var csv = new StringBuilder("email\n");
        for (var number = 0; number < 4_500; number++) {
            csv.append("many").append(number).append("@example.com\n");
        }

        var preview = preview(1, csv.toString(), Map.of());

        assertThat(preview.getJsonArray("rows")).hasSize(20);
        assertThat(preview.getInteger("newCount")).isEqualTo(4_500);
    }

    @Test
    void aFileWithoutAnAddressColumnIsRefusedWithASentence() {
        var answer = jobs(0).preview("name\nAda\n".getBytes(StandardCharsets.UTF_8), Map.of());

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text()).contains("email");
    }
}
