package io.godwit.contacts.bulk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.godwit.kit.BrowserUser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.JobApi;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** CSV files go out. */
@GodwitServer
class ContactExportTest {

    private static TestServer server;
    private static BrowserUser owner;

    /** With the key of a project that has had no contact and no field yet. */
    private final JobApi client = new JobApi(server.baseUrl(), newProject());

    @BeforeAll
    static void start() {
        owner = BrowserUser.signedUp(server, "founder@example.com");
    }

    private static String newProject() {
        var made = owner.post("/users/@me/projects", new JsonObject().put("name", "Shop"));
        return new JsonObject(made.body()).getString("secret");
    }

    @Test
    void everyContactIsALineAndEveryFieldAColumn() {
        client.imported("email,plan,note\nada@example.com,pro,\"a, \"\"b\"\"\nc\"\nbob@example.com,,\n");
        track(
                "carl@example.com",
                new JsonObject()
                        .put("address", new JsonObject().put("town", "Oslo"))
                        .put("age", 7));

        var answer = server.get("/contacts/export", client.key());

        assertThat(answer.headers().firstValue("content-type")).contains("text/csv; charset=utf-8");
        assertThat(answer.headers().firstValue("content-disposition").orElseThrow())
                .startsWith("attachment")
                .contains(".csv");
        assertThat(answer.body()).startsWith("id,email,subscribed,createdAt,updatedAt,address,age,note,plan\r\n");
        var lines = lines(answer.body());
        assertThat(lines)
                .extracting(line -> line.get("email"))
                .containsExactly("ada@example.com", "bob@example.com", "carl@example.com");
        assertThat(lines.get(0))
                .containsEntry("plan", "pro")
                .containsEntry("note", "a, \"b\"\nc")
                .containsEntry("subscribed", "true");
        assertThat(lines.get(1)).containsEntry("plan", "");
        assertThat(lines.get(2)).containsEntry("address", "{\"town\":\"Oslo\"}").containsEntry("age", "7");
    }

    @Test
    void aKeyWithADotHasAColumnAlsoBesideAnObjectOfThatName() {
        client.imported("email,address.town,address.zip\nada@example.com,Bergen,\n");
        track(
                "bob@example.com",
                new JsonObject()
                        .put("address", new JsonObject().put("town", "Oslo").put("zip", 1)));

        var answer = server.get("/contacts/export", client.key()).body();

        assertThat(answer).startsWith("id,email,subscribed,createdAt,updatedAt,address,address.town\r\n");
        assertThat(lines(answer)).extracting(line -> line.get("address.town")).containsExactly("Bergen", "");
        assertThat(lines(answer).get(1)).containsEntry("address", "{\"zip\":1,\"town\":\"Oslo\"}");
    }

    @Test
    void noCellIsTakenForAFormula() {
        client.imported("email,=x,n\n+ada@example.com,\"=HYPERLINK(\"\"x\"\")\",-5\nbob@example.com,@SUM(A1),-2+3\n"
                + "carl@example.com,\"\t=1\",+1\n");

        var lines = lines(server.get("/contacts/export", client.key()).body());

        assertThat(lines).extracting(line -> line.get("email")).contains("'+ada@example.com");
        assertThat(lines)
                .extracting(line -> line.get("'=x"))
                .containsExactlyInAnyOrder("'=HYPERLINK(\"x\")", "'@SUM(A1)", "'\t=1");
        assertThat(lines).extracting(line -> line.get("n")).containsExactlyInAnyOrder("-5", "'-2+3", "'+1");
    }

    @Test
    void aProjectWithoutContactsGetsTheHeader() {
        assertThat(server.get("/contacts/export", client.key()).body())
                .isEqualTo("id,email,subscribed,createdAt,updatedAt\r\n");
    }

    @Test
    void filtersChooseAndMistakesAreRefused() {
        client.imported("email,subscribed\na_b@example.com,yes\naxb@example.com,yes\na_c@example.com,no\n");

        assertThat(lines(server.get("/contacts/export?search=A_", client.key()).body()))
                .hasSize(2);
        assertThat(lines(server.get("/contacts/export?search=A_&subscribed=true", client.key())
                        .body()))
                .hasSize(1);
        assertThat(lines(server.get("/contacts/export?subscribed=false", client.key())
                        .body()))
                .hasSize(1);
        assertThat(server.get("/contacts/export?subscribed=maybe", client.key()).statusCode())
                .isEqualTo(422);
        assertThat(server.get("/contacts/export?search=" + "x".repeat(300), client.key())
                        .statusCode())
                .isEqualTo(422);
    }

    @Test
    void aConditionAndASegmentChooseAsInTheListOfContacts() {
        client.imported("email,subscribed,plan\n"
                + IntStream.range(0, 1_300)
                        .mapToObj(n -> "c%d@example.com,%s,%s".formatted(n, n % 2 == 0, n % 10 == 0 ? "free" : "pro"))
                        .collect(Collectors.joining("\n")));
        var condition = new JsonObject()
                .put("field", "data.plan")
                .put("operator", "equals")
                .put("value", "pro");
        var filter = new JsonObject().put("operator", "AND").put("conditions", new JsonArray().add(condition));
        var segment = new JsonObject(server.post(
                        "/segments",
                        client.key(),
                        new JsonObject().put("name", "Pro").put("filters", filter))
                .body());
        var query = "condition=" + URLEncoder.encode(filter.encode(), UTF_8);

        assertThat(exported(query)).hasSize(1_170).allMatch(line -> line.get("plan")
                .equals("pro"));
        assertThat(exported("segmentId=" + segment.getString("id"))).isEqualTo(exported(query));
        assertThat(exported(query + "&subscribed=true&search=C12"))
                .extracting(line -> line.get("email"))
                .contains("c12@example.com", "c1298@example.com")
                .doesNotContain("c120@example.com", "c121@example.com")
                .hasSize(45);
    }

    @Test
    void anUnknownSegmentAndAMistakeInAConditionAreRefused() {
        var wrong = URLEncoder.encode("{\"operator\":\"AND\",\"conditions\":[{\"field\":\"nope\"}]}", UTF_8);

        assertThat(server.get("/contacts/export?condition=" + wrong, client.key())
                        .statusCode())
                .isEqualTo(422);
        assertThat(server.get("/contacts/export?segmentId=" + UUID.randomUUID(), client.key())
                        .statusCode())
                .isEqualTo(404);
    }

    /** A capital I with a dot is two characters in small letters, of which the list looks for both. */
    @Test
    void aSearchExportsTheContactsThatTheListShows() {
        client.imported("email\nivy@example.com\n\u0130ris@example.com\n");

        assertThat(exported("search=" + URLEncoder.encode("\u0130", UTF_8)))
                .extracting(line -> line.get("email"))
                .containsExactly("i\u0307ris@example.com");
    }

    private List<Map<String, String>> exported(String query) {
        return lines(server.get("/contacts/export?" + query, client.key()).body());
    }

    @Test
    void manyPagesAreOneFileAndAnotherProjectsContactsAreNotInIt() {
        new JobApi(server.baseUrl(), newProject()).imported("email\ntheirs@example.com\n");
        client.imported("email,n\n"
                + IntStream.range(0, 2_500)
                        .mapToObj(n -> "c" + n + "@example.com," + n)
                        .collect(Collectors.joining("\n")));

        var lines = lines(server.get("/contacts/export", client.key()).body());

        assertThat(lines.stream().map(line -> line.get("email")).distinct())
                .hasSize(2_500)
                .doesNotContain("theirs@example.com");
    }

    @Test
    void whatIsExportedCanBeImportedAgain() {
        client.imported("email,subscribed,plan,age,=x,quote\nada@example.com,no,pro,36,@home,'=a\n"
                + "+bob@example.com,yes,-2+3,1,+49 30 1,''-\n");
        var exported = server.get("/contacts/export", client.key()).body();
        var before = server.database().query("SELECT email, subscribed, data::text FROM contacts ORDER BY id");

        var job = client.imported(exported);

        assertThat(job.getInteger("updatedCount")).isEqualTo(2);
        assertThat(server.database().query("SELECT email, subscribed, data::text FROM contacts ORDER BY id"))
                .isEqualTo(before);
    }

    private void track(String email, JsonObject data) {
        var answer = server.post(
                "/v1/track",
                client.key(),
                new JsonObject().put("email", email).put("event", "seen").put("data", data));
        assertThat(answer.statusCode()).isEqualTo(200);
    }

    private static List<Map<String, String>> lines(String csv) {
        return CsvReader.builder().ofNamedCsvRecord(csv).stream()
                .map(NamedCsvRecord::getFieldsAsMap)
                .toList();
    }
}
