package io.godwit.contacts.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.JobApi;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** CSV files come in: what their rows become, and the jobs that take them. */
@GodwitServer
class ImportTest {

    private static TestServer server;
    private static JobApi client;

    @BeforeAll
    static void start() {
        client = new JobApi(server.baseUrl(), server.secretKey(0));
    }

    /** A job that a test only queued would write into the next one. */
    @AfterEach
    void empty() {
        await().atMost(Duration.ofSeconds(60))
                .until(() -> server.database().count("SELECT count(*) FROM jobs WHERE ended_at IS NULL") == 0);
        for (var table : List.of("contacts", "events", "fields", "jobs")) {
            server.database().query("DELETE FROM " + table);
        }
    }

    @Test
    void rowsBecomeContactsAndTheJobCountsThem() {
        var job = client.imported("""
                email,firstName,age
                ada@example.com,Ada,36
                bob@example.com,Bob,
                """);

        assertThat(job.getString("state")).isEqualTo("completed");
        assertThat(job.getString("status")).isEqualTo("completed");
        assertThat(job.getInteger("progress")).isEqualTo(100);
        assertThat(job.getString("id")).isEqualTo(job.getString("jobId"));
        assertThat(job.getInteger("totalRows")).isEqualTo(2);
        assertThat(job.getInteger("imported")).isEqualTo(2);
        assertThat(job.getJsonObject("result").getMap())
                .containsEntry("totalRows", 2)
                .containsEntry("successCount", 2)
                .containsEntry("createdCount", 2)
                .containsEntry("updatedCount", 0)
                .containsEntry("failureCount", 0);
        assertThat(job.getValue("failedReason")).isNull();
        assertThat(job.containsKey("data")).isFalse();
        assertThat(data("ada@example.com").getMap()).isEqualTo(Map.of("firstName", "Ada", "age", 36));
        assertThat(data("bob@example.com").getMap()).isEqualTo(Map.of("firstName", "Bob"));
        assertThat(subscribed("ada@example.com")).isTrue();
        assertThat(server.database().count("SELECT count(*) FROM job_files")).isZero();
    }

    @Test
    void anExistingContactIsMergedAndNoFileSubscribesWhoSaidNo() {
        client.imported("email,subscribed,plan,town\nada@example.com,no,pro,Paris\nbob@example.com,yes,pro,Rome\n");

        var job = client.imported("email,plan,town\nADA@example.com ,free,\n");
        client.imported("email,Subscribed\nbob@example.com,NO\nada@example.com,\n");

        assertThat(job.getInteger("updatedCount")).isEqualTo(1);
        assertThat(data("ada@example.com").getMap()).isEqualTo(Map.of("plan", "free", "town", "Paris"));
        assertThat(subscribed("ada@example.com")).isFalse();
        assertThat(subscribed("bob@example.com")).isFalse();
        assertThat(server.database().query("SELECT name FROM events"))
                .extracting(row -> row.get("name"))
                .containsExactly("contact.unsubscribed");
    }

    /** In the other project, because the types of a project's fields stay as the first value made them. */
    @Test
    void cellsBecomeWhatTheyMeanAndAllElseStaysText() {
        new JobApi(server.baseUrl(), server.secretKey(1)).imported("""
                email,a,b,c,d,e,f,g,h,i,j,locale
                ada@example.com,TRUE,false,42,-1.5,007,+49,1e3,2026-01-31, padded ,99999999999999999999,5
                """);

        var data = data("ada@example.com");
        assertThat(data.getMap())
                .containsEntry("a", true)
                .containsEntry("b", false)
                .containsEntry("c", 42)
                .containsEntry("e", "007")
                .containsEntry("f", "+49")
                .containsEntry("g", "1e3")
                .containsEntry("h", "2026-01-31")
                .containsEntry("i", "padded")
                .containsEntry("j", "99999999999999999999")
                .containsEntry("locale", "5");
        assertThat(data.getDouble("d")).isEqualTo(-1.5);
        assertThat(server
                        .database()
                        .query("SELECT name, type FROM fields WHERE project_id = ?::uuid", server.projectId(1))
                        .stream()
                        .collect(Collectors.toMap(row -> row.get("name"), row -> row.get("type"))))
                .containsEntry("a", "boolean")
                .containsEntry("c", "number")
                .containsEntry("h", "date")
                .containsEntry("e", "string");
    }

    /** A list that came back as a text would be no list for templates any more. */
    @Test
    void ourOwnExportComesBackAsItWas() {
        var data = new JsonObject()
                .put("code", "12345")
                .put("answer", "true")
                .put("orders", new JsonArray().add(new JsonObject().put("sku", "a")))
                .put("address", new JsonObject().put("city", "Bonn"))
                .put("list", "[1]")
                .put("object", "{\"a\":1}")
                .put("marked", "'[1]")
                .put("hint", "[optional] see page 3")
                .put("formula", "=\"01234\"")
                .put("large", new BigInteger("12345678901234567890"))
                .put("count", 5);
        server.post(
                "/contacts",
                client.key(),
                new JsonObject().put("email", "back@example.com").put("data", data));

        client.imported(
                server.get("/contacts/export?search=back@", client.key()).body());

        assertThat(data("back@example.com")).isEqualTo(data);
    }

    /** NO is Norway and a name, 1.10 is another version than 1.1, and postal codes have one type. */
    @Test
    void aCellThatWouldNotBeWrittenAgainAsItIsStaysText() {
        client.imported("""
                email,country,lastname,version,price,zip,n
                ada@example.com,NO,Yes,1.10,19.90,01234,1.5
                bob@example.com,DE,no,2,20.5,90210,2
                """);

        assertThat(data("ada@example.com").getMap())
                .isEqualTo(Map.of(
                        "country",
                        "NO",
                        "lastname",
                        "Yes",
                        "version",
                        "1.10",
                        "price",
                        "19.90",
                        "zip",
                        "01234",
                        "n",
                        1.5));
        assertThat(data("bob@example.com").getMap())
                .isEqualTo(Map.of(
                        "country", "DE", "lastname", "no", "version", "2", "price", "20.5", "zip", "90210", "n", 2));
    }

    /** Programs write texts so, which a spreadsheet would show as numbers otherwise. */
    @Test
    void aFormulaThatIsNothingButATextIsThatText() {
        client.imported("email,zip,code,phone,formula\n"
                + "\"=\"\"ada@example.com\"\"\",\"=\"\"01234\"\"\",=\"12345\",=\"0049 30\",=1+1\n");

        assertThat(data("ada@example.com").getMap())
                .isEqualTo(Map.of("zip", "01234", "code", "12345", "phone", "0049 30", "formula", "=1+1"));
    }

    @Test
    void aFieldThatHasNumbersOrFlagsAlreadyGoesOnWithThem() {
        client.imported("email,total,vip\nada@example.com,5,true\n");

        client.imported("email,total,vip\nada@example.com,19.90,no\nbob@example.com,7,Yes\n");

        assertThat(data("ada@example.com").getDouble("total")).isEqualTo(19.9);
        assertThat(data("ada@example.com").getValue("vip")).isEqualTo(false);
        assertThat(data("bob@example.com").getMap()).isEqualTo(Map.of("total", 7, "vip", true));
    }

    @Test
    void aBadRowIsToldWithItsLineAndTheOthersAreTaken() {
        var job = client.imported("""
                email,name
                ada@example.com,Ada

                nobody,"two
                lines"
                ,NoAddress
                bob@example.com,Bob
                carl@example.com,%s
                """.formatted("x".repeat(70_000)));

        assertThat(job.getInteger("totalRows")).isEqualTo(5);
        assertThat(job.getInteger("createdCount")).isEqualTo(2);
        assertThat(job.getInteger("skipped")).isEqualTo(3);
        var errors = job.getJsonArray("errors");
        assertThat(errors)
                .extracting(error -> ((JsonObject) error).getInteger("row"))
                .containsExactly(4, 5, 7);
        assertThat(errors.getJsonObject(0).getMap())
                .containsEntry("email", "nobody")
                .containsEntry("error", "Invalid email")
                .containsEntry("reason", "Invalid email");
        assertThat(job.getJsonObject("result").getJsonArray("errors")).isEqualTo(errors);
    }

    @Test
    void errorsAreKeptToAThousandAndAllAreCounted() {
        var rows = IntStream.range(0, 3_000).mapToObj(row -> "nobody" + row).collect(Collectors.joining("\n"));

        var job = client.imported("email\n" + rows + "\n");

        assertThat(job.getString("state")).isEqualTo("completed");
        assertThat(job.getInteger("failureCount")).isEqualTo(3_000);
        assertThat(job.getJsonArray("errors")).hasSize(1_000);
    }

    @Test
    void whatPostgresCannotStoreFailsItsRowAlone() {
        var job = client.imported("email,name\nada@example.com,a\u0000b\nx\u0000y@example.com,b\nbob@example.com,c\n");

        assertThat(job.getString("state")).as(job.encode()).isEqualTo("completed");
        assertThat(job.getInteger("createdCount")).isEqualTo(1);
        assertThat(job.getInteger("failureCount")).isEqualTo(2);
    }

    @Test
    void anAddressTwiceInAFileIsOneContactAndTheLaterRowWinsButForANo() {
        var job = client.imported(
                "email,subscribed,n,first\nada@example.com,yes,1,x\nADA@example.com,no,2,\nada@example.com,yes,3,\n");

        assertThat(job.getInteger("createdCount")).isEqualTo(1);
        assertThat(job.getInteger("updatedCount")).isEqualTo(2);
        assertThat(data("ada@example.com").getMap()).isEqualTo(Map.of("n", 3, "first", "x"));
        assertThat(server.database().count("SELECT count(*) FROM contacts")).isEqualTo(1);
        assertThat(server.database().query("SELECT name FROM events ORDER BY id"))
                .extracting(row -> row.get("name"))
                .containsExactly("contact.unsubscribed");
    }

    @Test
    void reservedAndHarmfulColumnsDoNoHarmAndFormulasAreKeptAsWritten() {
        var formulas = List.of("=HYPERLINK(\"http://x\")", "@SUM(A1)", "\t=1+1", "+1+1", "-2+3");

        client.imported("email,id,createdAt,__proto__,constructor,a,b,c,d,e,\nada@example.com,7,2001-01-01,p,q,"
                + formulas.stream()
                        .map(cell -> '"' + cell.replace("\"", "\"\"") + '"')
                        .collect(Collectors.joining(","))
                + ",nameless\n");

        var data = data("ada@example.com");
        assertThat(List.of("a", "b", "c", "d", "e")).extracting(data::getString).isEqualTo(formulas);
        assertThat(data.fieldNames()).containsOnly("__proto__", "constructor", "a", "b", "c", "d", "e");
    }

    @Test
    void theSameFileTwiceAtOnceIsTwoJobsWithOneEnd() {
        var csv = "email,n\n"
                + IntStream.range(0, 2_000)
                        .mapToObj(n -> "c" + n + "@example.com," + n)
                        .collect(Collectors.joining("\n"));

        var jobs = List.of(
                        CompletableFuture.supplyAsync(() -> client.queueImport(csv)),
                        CompletableFuture.supplyAsync(() -> client.queueImport(csv)))
                .stream()
                .map(CompletableFuture::join)
                .toList();
        var ended = jobs.stream().map(client::ended).toList();

        assertThat(jobs).doesNotHaveDuplicates();
        assertThat(ended).extracting(job -> job.getInteger("successCount")).containsOnly(2_000);
        assertThat(ended.stream()
                        .mapToInt(job -> job.getInteger("createdCount"))
                        .sum())
                .isEqualTo(2_000);
        assertThat(server.database().count("SELECT count(*) FROM contacts")).isEqualTo(2_000);
        assertThat(server.database().count("SELECT count(*) FROM events")).isZero();
    }

    @Test
    void anImportThatIsRepeatedWithItsKeyIsOneJob() {
        var csv = "email\nada@example.com\n".getBytes(StandardCharsets.UTF_8);
        var key = Map.of("Idempotency-Key", UUID.randomUUID().toString());

        var first = client.upload("a.csv", "text/csv", csv, key);
        var second = client.upload("a.csv", "text/csv", csv, key);
        var other =
                client.upload("a.csv", "text/csv", "email\nbob@example.com\n".getBytes(StandardCharsets.UTF_8), key);

        assertThat(second.body()).isEqualTo(first.body());
        assertThat(second.headers().firstValue("Idempotent-Replay")).contains("true");
        assertThat(other.status()).isEqualTo(409);
        assertThat(server.database().count("SELECT count(*) FROM jobs")).isEqualTo(1);
    }

    @Test
    void aJobIsNobodyElsesAndAnImportIsNoBulkOperation() {
        var id = client.queueImport("email\nada@example.com\n");
        var other = new JobApi(server.baseUrl(), server.secretKey(1));

        assertThat(other.api().get("/contacts/import/" + id, other.key()).status())
                .isEqualTo(404);
        assertThat(client.api().get("/contacts/bulk/" + id, client.key()).status())
                .isEqualTo(404);
        assertThat(client.api().get("/contacts/import/1", client.key()).status())
                .isEqualTo(404);
        assertThat(client.api()
                        .get("/contacts/import/" + UUID.randomUUID(), client.key())
                        .status())
                .isEqualTo(404);
        await().atMost(Duration.ofSeconds(30)).until(() -> JobApi.hasEnded(client.importJob(id)));
    }

    @Test
    void theSameAddressesInTwoProjectsAreTwoContacts() {
        var other = new JobApi(server.baseUrl(), server.secretKey(1));
        other.imported("email,plan\nada@example.com,theirs\n");

        client.imported("email,plan\nada@example.com,ours\n");

        assertThat(server.database().query("SELECT data->>'plan' AS plan FROM contacts ORDER BY 1"))
                .extracting(row -> row.get("plan"))
                .containsExactly("ours", "theirs");
    }

    private static JsonObject data(String email) {
        return new JsonObject(server.database()
                .value("SELECT data::text FROM contacts WHERE email = ?", email)
                .toString());
    }

    private static boolean subscribed(String email) {
        return (Boolean) server.database().value("SELECT subscribed FROM contacts WHERE email = ?", email);
    }
}
