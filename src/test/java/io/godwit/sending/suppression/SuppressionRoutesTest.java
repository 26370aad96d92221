package io.godwit.sending.suppression;

import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code /suppressions}: the list, and that it holds. */
@GodwitServer
class SuppressionRoutesTest {

    private static TestServer server;
    private static String key;
    private static String other;

    @BeforeAll
    static void start() {
        key = server.secretKey(0);
        other = server.secretKey(1);
    }

    @Test
    void anAddressOnTheListIsNotMailedAndOneTakenOffIs() {
        var added = add("Barred@Example.com");
        var status = statusOfMailTo("barred@example.com");

        var removed = server.call("DELETE", "/suppressions/barred%40example.com", key, "");

        assertThat(added.statusCode()).isEqualTo(201);
        assertThat(json(added).getMap())
                .containsEntry("email", "barred@example.com")
                .containsEntry("reason", "MANUAL")
                .containsEntry("evidence", "asked by phone");
        assertThat(status).isEqualTo("SUPPRESSED");
        assertThat(removed.statusCode()).isEqualTo(204);
        assertThat(statusOfMailTo("barred@example.com")).isEqualTo("SENT");
        assertFailure(server.call("DELETE", "/suppressions/barred@example.com", key, ""), 404, "RESOURCE_NOT_FOUND");
        assertFailure(server.call("DELETE", "/suppressions/nonsense", key, ""), 404, "RESOURCE_NOT_FOUND");
    }

    @Test
    void whatIsOnTheListStaysAsItCameThere() {
        add("twice@example.com");

        var again = server.post(
                "/suppressions",
                key,
                new JsonObject().put("email", "twice@example.com").put("reason", "BOUNCE"));

        assertThat(again.statusCode()).isEqualTo(200);
        assertThat(json(again).getString("reason")).isEqualTo("MANUAL");
    }

    @Test
    void oneAddressIsLookedUpAmongThoseThatContainIt() {
        add("look@up.example");
        add("alook@up.example");

        assertThat(lookUp("Look@up.example")).isEqualTo(1);
        assertThat(lookUp("ook@up.example")).isZero();
        assertThat(lookUp("look@up.example&reason=BOUNCE")).isZero();
        assertThat(lookUp("nonsense")).isZero();
    }

    private static int lookUp(String email) {
        var found = json(server.get("/suppressions?email=" + email, key));
        assertThat(found.getInteger("total"))
                .isEqualTo(found.getJsonArray("data").size());
        return found.getInteger("total");
    }

    @Test
    void aFileIsTakenInAndHandedOutAgain() {
        var lines = IntStream.range(0, 2_500)
                .mapToObj(each -> "c%04d@import.example;complaint;%s".formatted(each, each == 7 ? "=1+1" : "by hand"))
                .collect(Collectors.joining("\n", "Email;Reason;Evidence\n", "\nnonsense;;\nc0001@import.example;;\n"));

        var imported = json(upload(lines));
        var file = server.get("/suppressions/export?reason=COMPLAINT", key);
        var own = server.get("/suppressions/export", other).body();

        assertThat(imported.getMap())
                .containsEntry("imported", 2_500)
                .containsEntry("existing", 1)
                .containsEntry("invalid", 1);
        assertThat(imported.getJsonArray("errors").getJsonObject(0).getMap())
                .containsEntry("line", 2_502)
                .containsEntry("message", "Invalid email");
        assertThat(file.headers().firstValue("Content-Type")).hasValue("text/csv; charset=utf-8");
        assertThat(file.body().lines()).hasSize(2_501).doesNotHaveDuplicates();
        assertThat(file.body()).contains("c0007@import.example,COMPLAINT,'=1+1,");
        assertThat(own).doesNotContain("@import.example");
        assertThat(pages("reason=COMPLAINT&limit=100"))
                .hasSize(2_500)
                .doesNotHaveDuplicates()
                .isSorted();
        assertThat(json(upload(file.body())).getInteger("existing")).isEqualTo(2_500);
    }

    @Test
    void aFileWithoutAddressesIsRefused() {
        assertFailure(upload("name\nAda\n"), 400, "BAD_REQUEST");
    }

    @Test
    void aRefusalOfTheSenderInSendGridsListOfBlocksSuppressesNobody() {
        var answer = json(
                upload(
                        other,
                        "status,reason,email,created\n5.7.1,\"550 5.7.1 blocked using zen.spamhaus.org\",sg-blocked@exports.example,1790083507\n"));

        assertThat(answer.encode()).contains("refused the sender");
        assertThat(server.database()
                        .count("SELECT count(*) FROM suppressions WHERE email = 'sg-blocked@exports.example'"))
                .isZero();
    }

    /** SendGrid's list of blocks has what passes, and the list of bounces has the same columns. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | 450 4.2.2 over quota",
                "4.2.2 | over quota",
                "'' | 4.4.2 connection lost",
                "4.4.7 | 550 expired",
                "5.2.2 | 552 5.2.2 mailbox full",
                "5.2.2 | The mailbox is full",
                "'' | 450 greylisted, try again",
                "'' | 421 try again later"
            })
    void aRefusalThatPassesInSendGridsListOfBlocksSuppressesNobody(String status, String reason) {
        var answer = json(upload(
                other,
                "status,reason,email,created\n" + status + ",\"" + reason + "\",sg-passes@later.example,1790083507\n"));

        assertThat(answer.encode()).contains("for a while");
        assertThat(server.database().count("SELECT count(*) FROM suppressions WHERE email = 'sg-passes@later.example'"))
                .isZero();
    }

    @Test
    void anEntryOfOurOwnExportIsTheSameAddressAgain() {
        server.post("/suppressions", other, new JsonObject().put("email", "+plus@own.example"));
        var file = server.get("/suppressions/export", other).body();

        var imported = json(upload(other, file));

        assertThat(file).contains("'+plus@own.example");
        assertThat(imported.getInteger("imported")).isZero();
        assertThat(server.database().count("SELECT count(*) FROM suppressions WHERE email LIKE '%plus@own.example'"))
                .isOne();
    }

    @Test
    void theExportsOfOtherServicesAreRead() {
        upload(
                other,
                "status,reason,email,created\n5.1.1,\"550 5.1.1 No such user, sorry\",sg-bounce@exports.example,1790083507\n");
        upload(other, "email,ip,created\nsg-spam@exports.example,192.0.2.1,1790083507\n");
        upload(other, "email,created\nsg-unsubscribed@exports.example,1790083507\n");
        upload(
                other,
                "reason,email,created\nMail domain mentioned in email address is unknown,sg-invalid@exports.example,1790083507\n");
        upload(
                other,
                "[{\"created\":1790083507,\"email\":\"sg-json@exports.example\",\"reason\":\"550 gone\",\"status\":\"5.1.1\"}]");
        upload(
                other,
                "EmailAddress,SuppressionReason,Origin,CreatedAt\npm-bounce@exports.example,HardBounce,Recipient,2026-01-02T03:04:05Z\n");
        upload(
                other,
                "{\"Suppressions\":[{\"EmailAddress\":\"pm-spam@exports.example\",\"SuppressionReason\":\"SpamComplaint\","
                        + "\"Origin\":\"Recipient\",\"CreatedAt\":\"2026-01-02T03:04:05Z\"},"
                        + "{\"EmailAddress\":\"pm-manual@exports.example\",\"SuppressionReason\":\"ManualSuppression\"}]}");

        var kept = server
                .database()
                .query("SELECT email, reason, evidence FROM suppressions WHERE email LIKE '%@exports.example'")
                .stream()
                .map(row -> row.get("email").toString().replace("@exports.example", "") + " " + row.get("reason") + " "
                        + row.get("evidence"))
                .toList();
        assertThat(kept)
                .containsExactlyInAnyOrder(
                        "sg-bounce BOUNCE 550 5.1.1 No such user, sorry",
                        "sg-spam COMPLAINT null",
                        "sg-unsubscribed MANUAL null",
                        "sg-invalid BOUNCE Mail domain mentioned in email address is unknown",
                        "sg-json BOUNCE 5.1.1 550 gone",
                        "pm-bounce BOUNCE null",
                        "pm-spam COMPLAINT null",
                        "pm-manual MANUAL null");
    }

    /** As programs on Windows write it. */
    @ParameterizedTest
    @ValueSource(strings = {"\uFEFF", "\uFEFF\uFEFF", "\uFEFF \n"})
    void aByteOrderMarkBeforeJsonIsPassedOver(String mark) {
        var array = upload(
                mark + "[{\"created\":1790083507,\"email\":\"mark-sg@exports.example\",\"reason\":\"550 gone\"}]");
        var object = upload(
                mark
                        + "{\"Suppressions\":[{\"EmailAddress\":\"mark-pm@exports.example\",\"SuppressionReason\":\"HardBounce\"}]}");

        assertThat(array.statusCode()).as(array.body()).isEqualTo(200);
        assertThat(object.statusCode()).as(object.body()).isEqualTo(200);
        assertThat(server.database()
                        .count("SELECT count(*) FROM suppressions WHERE email LIKE 'mark-%@exports.example'"))
                .isEqualTo(2);
        server.database().query("DELETE FROM suppressions WHERE email LIKE 'mark-%'");
    }

    @Test
    void aFileThatOnlyBeginsLikeJsonIsRefused() {
        assertFailure(upload("{\"Suppressions\":"), 400, "BAD_REQUEST");
        assertFailure(upload("{\"other\":[]}"), 400, "BAD_REQUEST");
    }

    @Test
    void whatIsNoEntryIsRefused() {
        assertFailure(server.post("/suppressions", key, new JsonObject()), 422, "VALIDATION_ERROR");
        assertFailure(
                server.post(
                        "/suppressions",
                        key,
                        new JsonObject().put("email", "a@example.com").put("reason", "MOOD")),
                422,
                "VALIDATION_ERROR");
        assertFailure(server.get("/suppressions?reason=MOOD", key), 422, "VALIDATION_ERROR");
    }

    private static List<String> pages(String query) {
        var emails = new ArrayList<String>();
        var page = json(server.get("/suppressions?" + query, key));
        assertThat(page.getLong("total")).isEqualTo(2_500);
        while (true) {
            page.getJsonArray("data").forEach(each -> emails.add(((JsonObject) each).getString("email")));
            if (!page.getBoolean("hasMore")) {
                return emails;
            }
            page = json(server.get("/suppressions?" + query + "&cursor=" + page.getString("cursor"), key));
        }
    }

    private static HttpResponse<String> add(String email) {
        return server.post(
                "/suppressions", key, new JsonObject().put("email", email).put("evidence", "asked by phone"));
    }

    private static HttpResponse<String> upload(String file) {
        return upload(key, file);
    }

    private static HttpResponse<String> upload(String project, String file) {
        var body =
                "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"list.csv\"\r\nContent-Type: text/csv\r\n\r\n"
                        + file + "\r\n--x--\r\n";
        return server.call(
                "POST", "/suppressions/import", project, body, "Content-Type", "multipart/form-data; boundary=x");
    }

    private static String statusOfMailTo(String to) {
        var sent = json(server.post(
                "/v1/send",
                key,
                new JsonObject()
                        .put("to", to)
                        .put("from", "hello@example.test")
                        .put("subject", "Hello")
                        .put("body", "<p>Hello</p>")));
        var id = sent.getJsonArray("emails").getJsonObject(0).getString("email");
        return await().atMost(Duration.ofSeconds(60))
                .until(
                        () -> json(server.get("/emails/" + id, key)).getString("status"),
                        status -> !status.equals("PENDING") && !status.equals("SENDING"));
    }

    private static JsonObject json(HttpResponse<String> answer) {
        return new JsonObject(answer.body());
    }
}
