package io.godwit.contacts.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.JobApi;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The forms of CSV files: separators, quotes, encodings, limits, and what is no such file. */
@GodwitServer
class ImportFileTest {

    private static TestServer server;
    private static JobApi client;

    @BeforeAll
    static void start() {
        client = new JobApi(server.baseUrl(), server.secretKey(0));
    }

    @AfterEach
    void empty() {
        for (var table : List.of("contacts", "events", "fields", "jobs")) {
            server.database().query("DELETE FROM " + table);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {",", ";", "\t"})
    void theSeparatorIsFoundOut(String separator) {
        var job = client.imported("name,email\nx,ada@example.com\n".replace(",", separator));

        assertThat(job.getString("state")).as(job.encode()).isEqualTo("completed");
        assertThat(data("ada@example.com").getString("name")).isEqualTo("x");
    }

    /** Spreadsheets on Windows write such a line and show it to nobody. */
    @ParameterizedTest
    @ValueSource(strings = {",", ";", "\t", "|"})
    void aFirstLineThatNamesTheSeparatorIsNoHeader(String separator) {
        var job = client.imported(
                "\ufeffsep=" + separator + "\r\nname|email\r\nx|ada@example.com\r\n".replace("|", separator));

        assertThat(job.getString("state")).as(job.encode()).isEqualTo("completed");
        assertThat(data("ada@example.com").getMap()).isEqualTo(Map.of("name", "x"));
    }

    @Test
    void quotedCellsMayHoldSeparatorsQuotesAndLines() {
        client.imported("email,\"note, long\",next\r\nada@example.com,\"a \"\"b\"\", c\r\nd\",e\r\n");

        assertThat(data("ada@example.com").getMap()).isEqualTo(Map.of("note, long", "a \"b\", c\r\nd", "next", "e"));
    }

    @Test
    void columnsOfOneNameAreFieldsOfTheirOwn() {
        client.imported("Email,Phone,Phone,Email,Phone,\nada@example.com,+49 1,+49 2,home@example.com,+49 3,x\n");

        assertThat(data("ada@example.com").getMap())
                .isEqualTo(
                        Map.of("Phone", "+49 1", "Phone 2", "+49 2", "Phone 3", "+49 3", "Email", "home@example.com"));
    }

    @ParameterizedTest
    @ValueSource(strings = {",", ";", "\t"})
    void blanksAroundQuotedCellsAreNotPartOfThem(String separator) {
        client.imported("email| \"a, b\" |n\n\"ada@example.com\" | \"x, \"\"y\"\"\"| \"1\"\n".replace("|", separator));

        assertThat(data("ada@example.com").getMap()).isEqualTo(Map.of("a, b", "x, \"y\"", "n", 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "windows-1252", "ISO-8859-1", "UTF-16LE", "UTF-16BE"})
    void theEncodingIsFoundOut(String charset) {
        var text = "email,name\nada@example.com,Zoë Ñandú\n";

        client.imported((charset.startsWith("UTF") ? "\ufeff" + text : text).getBytes(Charset.forName(charset)));

        assertThat(data("ada@example.com").getMap()).isEqualTo(Map.of("name", "Zoë Ñandú"));
    }

    @Test
    void unevenRowsAreTakenAsFarAsTheyGo() {
        var job = client.imported("email,a,b\nada@example.com\n\n  \nbob@example.com,1,2,, \n,,\n");

        assertThat(job.getInteger("totalRows")).isEqualTo(2);
        assertThat(job.getInteger("failureCount")).isZero();
        assertThat(data("ada@example.com").isEmpty()).isTrue();
        assertThat(data("bob@example.com").getMap()).isEqualTo(Map.of("a", 1, "b", 2));
    }

    /** A cell with the separator in it and no quotes moves the ones behind it: here one that says not to mail. */
    @Test
    void aRowWithMoreCellsThanTheHeaderHasColumnsIsRefused() {
        var job = client.imported(
                "email,name,status\nada@example.com,Lovelace, Ada,unsubscribed\nbob@example.com,Bob,\n");

        assertThat(job.getInteger("failureCount")).as(job.encode()).isOne();
        assertThat(job.getInteger("successCount")).isOne();
        assertThat(job.encode()).contains("The row has more cells than the header has columns");
        assertThat(server.database().count("SELECT count(*) FROM contacts")).isOne();
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "UTF-16LE"})
    void aByteOrderMarkWrittenTwiceIsNoPartOfTheFirstName(String charset) {
        client.imported(
                "\ufeff\ufeffsep=;\r\nplan;email\r\npro;ada@example.com\r\n".getBytes(Charset.forName(charset)));

        assertThat(data("ada@example.com").getMap()).isEqualTo(Map.of("plan", "pro"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n\n\n",
                "name,age\nAda,36\n",
                "email,name\nada@example.com,\"open\nbob@example.com,x\n",
                "email,name\nada@example.com,\"a\"b\n",
                "email,name\nada@example.com,\"a\"\u0000b\n"
            })
    void aFileThatIsNoListOfAddressesFailsWithAReasonAndWritesNothing(String csv) {
        var job = client.imported(csv);

        assertThat(job.getString("state")).isEqualTo("failed");
        assertThat(job.getString("status")).isEqualTo("failed");
        assertThat(job.getString("failedReason")).isNotBlank().doesNotContain("Exception", "siegmar");
        assertThat(job.getValue("result")).isNull();
        assertThat(server.database().count("SELECT count(*) FROM contacts")).isZero();
    }

    @Test
    void tenThousandColumnsAndALineOfFiveMegabytesEndTheJobWithAReason() {
        var columns = client.imported("email" + ",c".repeat(10_000) + "\nada@example.com" + ",x".repeat(10_000) + "\n");
        var line =
                client.imported("email,name\nada@example.com," + "x".repeat((5 << 20) - 100) + "\nbob@example.com,B\n");

        assertThat(columns.getString("state")).isEqualTo("failed");
        assertThat(columns.getString("failedReason")).contains("1000 columns");
        assertThat(columns.getInteger("imported")).isZero();
        assertThat(line.getInteger("failureCount")).isEqualTo(1);
        assertThat(line.getInteger("createdCount")).isEqualTo(1);
    }

    /** The first cells have given the field a type by then. A contact of the second chunk is locked until that chunk has failed. */
    @Test
    void anImportThatIsBegunAnewReadsItsColumnsAsBefore() throws Exception {
        client.imported("email\nn300@example.com\n");
        var rows = IntStream.range(1, 400)
                .mapToObj(number -> "n" + number + "@example.com,7\n")
                .collect(Collectors.joining());
        try (var held = server.database().connect()) {
            held.setAutoCommit(false);
            held.createStatement().execute("SELECT FROM contacts WHERE email = 'n300@example.com' FOR UPDATE");
            var job = client.queueImport("email,answer\nn0@example.com,none\n" + rows);
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> server.database().count("SELECT count(*) FROM jobs WHERE state = 'delayed'") == 1);

            held.rollback();

            assertThat(client.ended(job).getInteger("successCount")).isEqualTo(400);
        }
        assertThat(server.database().count("SELECT count(*) FROM contacts WHERE data -> 'answer' = '7'"))
                .isEqualTo(399);
    }

    @Test
    void aFileAtTheLimitIsTakenAndOneByteMoreIsNot() {
        var head = "email,name\nada@example.com,";
        var max = head + "x".repeat((5 << 20) - head.length());

        assertThat(client.upload(max.getBytes(StandardCharsets.UTF_8)).status()).isEqualTo(202);
        assertThat(client.upload((max + "x").getBytes(StandardCharsets.UTF_8)).status())
                .isEqualTo(413);
    }

    @Test
    void whatIsNoCsvFileIsRefused() throws IOException {
        var csv = "email\nada@example.com\n".getBytes(StandardCharsets.UTF_8);
        var program = new byte[] {'M', 'Z', 2, 0, 3, 0, 0, 0, 4};

        assertThat(client.upload("a.xlsx", "application/vnd.ms-excel", csv, Map.of())
                        .status())
                .isEqualTo(422);
        assertThat(client.upload("a.CSV", "application/octet-stream", csv, Map.of())
                        .status())
                .isEqualTo(202);
        assertThat(client.upload("a", "text/csv", csv, Map.of()).status()).isEqualTo(202);
        assertThat(client.upload("a.csv", "text/csv", zip(), Map.of()).status()).isEqualTo(422);
        assertThat(client.upload("a.csv", "text/csv", program, Map.of()).status())
                .isEqualTo(422);
        assertThat(client.api()
                        .post("/contacts/import", client.key(), new JsonObject())
                        .status())
                .isEqualTo(415);
    }

    private static JsonObject data(String email) {
        return new JsonObject(server.database()
                .value("SELECT data::text FROM contacts WHERE email = ?", email)
                .toString());
    }

    private static byte[] zip() throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("a.csv"));
            zip.write("email\nada@example.com\n".getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }
}
