package io.godwit.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.IdempotencyClaim;
import io.godwit.web.TestHttpServer;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Multipart bodies with one file. */
@CloseFields
class FileUploadTest {

    private static final String TYPE = "multipart/form-data; boundary=xYzZY";
    private static final int LARGEST = 1 << 20;

    private static final ConcurrentLinkedQueue<IdempotencyClaim> CLAIMS = new ConcurrentLinkedQueue<>();
    private static TestHttpServer server;

    @BeforeAll
    static void serve() {
        server = TestHttpServer.serving(api -> api.post("/file")
                .limit(LARGEST + (64 << 10))
                .file("file", LARGEST)
                .idempotent()
                .to(FileUploadTest::describe));
    }

    private static Future<ApiResponse> describe(ApiRequest call) {
        call.claim().ifPresent(CLAIMS::add);
        var file = call.upload();
        return Future.succeededFuture(ApiResponse.ok(Map.of(
                "name",
                file.fileName(),
                "type",
                file.contentType(),
                "text",
                file.bytes().length > 1000 ? "long" : new String(file.bytes()),
                "size",
                file.bytes().length)));
    }

    @Test
    void theFileIsTakenWithItsNameTypeAndBytesWhateverStandsAroundIt() {
        var answer = post(
                "preamble\r\n" + field("note", "hello") + file("a.csv", "a,b\r\n--xYzZ\r\n1,2") + end() + "epilogue");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(new JsonObject(answer.body()).getMap())
                .containsEntry("name", "a.csv")
                .containsEntry("type", "text/csv")
                .containsEntry("text", "a,b\r\n--xYzZ\r\n1,2");
    }

    @Test
    void anEmptyFileIsAFile() {
        var answer = post(file("a.csv", "") + end());

        assertThat(new JsonObject(answer.body()).getInteger("size")).isZero();
    }

    @Test
    void aLargeFileIsTakenAndGivesItsBytesBack() {
        var before = server.bytesLeft("other");

        var answer = post(file("a.csv", "x".repeat(LARGEST)) + end());

        assertThat(new JsonObject(answer.body()).getInteger("size")).isEqualTo(LARGEST);
        assertThat(server.bytesLeft("other")).isEqualTo(before);
    }

    @Test
    void aFileOneByteOverItsLimitIs413() {
        var refused = post(file("a.csv", "x".repeat(LARGEST + 1)) + end());

        assertThat(refused.statusCode()).isEqualTo(413);
    }

    @Test
    void aBodyOverTheLimitIsRefusedBeforeItComes() {
        var answer = server.raw("POST /file HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + TestHttpServer.SECRET_KEY
                + "\r\nContent-Type: " + TYPE + "\r\nExpect: 100-continue\r\nContent-Length: 50000000\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 413");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"application/json", "text/csv", "multipart/mixed; boundary=xYzZY", "multipart/form-datax", ""})
    void anotherMediaTypeIs415(String type) {
        assertThat(server.call("POST", "/file", file("a.csv", "a") + end(), "Content-Type", type)
                        .statusCode())
                .isEqualTo(415);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=other"})
    void aBoundaryThatIsMissingOrAnotherIs422(String type) {
        var answer = server.call("POST", "/file", file("a.csv", "a") + end(), "Content-Type", type);

        assertThat(answer.statusCode()).isEqualTo(422);
    }

    @Test
    void aQuotedBoundaryIsRead() {
        var answer = server.call(
                "POST",
                "/file",
                file("a.csv", "a") + end(),
                "Content-Type",
                "Multipart/Form-Data; charset=utf-8; Boundary=\"xYzZY\"");

        assertThat(answer.statusCode()).isEqualTo(200);
    }

    @Test
    void noFileIs422ThatNamesTheField() {
        var bodies = new String[] {
            "",
            field("file", "text without a file name") + end(),
            end(),
            part("file", "; filename=\"\"", "") + end(),
            part("other", "; filename=\"a.csv\"", "a") + end()
        };

        for (var body : bodies) {
            var answer = post(body);
            assertThat(answer.statusCode()).as(body).isEqualTo(422);
            assertThat(answer.body()).contains("\"field\":\"file\"");
        }
    }

    @Test
    void twoFilesAreRefused() {
        var twice = post(file("a.csv", "a") + file("b.csv", "b") + end());
        var beside = post(file("a.csv", "a") + part("other", "; filename=\"b.csv\"", "b") + end());

        assertThat(twice.statusCode()).isEqualTo(422);
        assertThat(beside.statusCode()).isEqualTo(422);
    }

    @Test
    void tenThousandPartsAreRefused() {
        var answer = post(field("n", "").repeat(10_000) + file("a.csv", "a") + end());

        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(answer.body()).contains("too_big");
    }

    @Test
    void aHeadThatNeverEndsIsRefused() {
        var long_ = "--xYzZY\r\nContent-Disposition: form-data; name=\"file\"\r\n" + "X: y\r\n".repeat(5_000);

        assertThat(post(long_ + "\r\na\r\n" + end()).statusCode()).isEqualTo(422);
    }

    @Test
    void aBodyThatIsCutOffAnywhereIsRefusedAndNeverOurFault() {
        var whole = file("a.csv", "a,b\r\n1,2") + "--xYzZY-";

        for (var length = 1; length <= whole.length(); length++) {
            assertThat(post(whole.substring(0, length)).statusCode())
                    .as("%d bytes", length)
                    .isEqualTo(422);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"a b;c=d.csv\" | a b;c=d.csv",
                "a.csv | a.csv",
                "\"say \\\"hi\\\".csv\" | say \"hi\".csv",
                "\"C:\\dir\\new.csv\" | C:\\dir\\new.csv",
                "\"..\\../etc/passwd\" | ..\\../etc/passwd",
                "\"a\u0001\u0000b.csv\" | ab.csv"
            })
    void theFileNameIsReadAsBrowsersWriteIt(String written, String read) {
        var answer = post(part("file", "; filename=" + written, "a") + end());

        assertThat(new JsonObject(answer.body()).getString("name")).isEqualTo(read);
    }

    @Test
    void anEncodedFileIsRefused() {
        var encoded = "--xYzZY\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n"
                + "Content-Transfer-Encoding: base64\r\n\r\nYSxi\r\n";

        assertThat(post(encoded + end()).statusCode()).isEqualTo(422);
    }

    @Test
    void theSamePartsBehindAnotherBoundaryAreTheSameRequest() {
        CLAIMS.clear();
        var body = file("a.csv", "a") + end();

        repeatable(body, TYPE);
        repeatable(body.replace("xYzZY", "aBcD"), "multipart/form-data; boundary=aBcD");
        repeatable(file("a.csv", "b") + end(), TYPE);
        repeatable(file("b.csv", "a") + end(), TYPE);

        var requests = CLAIMS.stream().map(IdempotencyClaim::request).toList();
        assertThat(requests).hasSize(4);
        assertThat(requests.get(1)).isEqualTo(requests.get(0));
        assertThat(requests.get(2)).isNotEqualTo(requests.get(0));
        assertThat(requests.get(3)).isNotEqualTo(requests.get(0));
    }

    private static void repeatable(String body, String type) {
        assertThat(server.call("POST", "/file", body, "Content-Type", type, "Idempotency-Key", "once")
                        .statusCode())
                .isEqualTo(200);
    }

    private static HttpResponse<String> post(String body) {
        return server.call("POST", "/file", body, "Content-Type", TYPE);
    }

    private static String file(String name, String content) {
        return "--xYzZY\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + name
                + "\"\r\nContent-Type: text/CSV; charset=utf-8\r\n\r\n" + content + "\r\n";
    }

    private static String field(String name, String content) {
        return part(name, "", content);
    }

    private static String part(String name, String more, String content) {
        return "--xYzZY\r\ncontent-disposition: form-data; name=\"" + name + "\"" + more + "\r\n\r\n" + content
                + "\r\n";
    }

    private static String end() {
        return "--xYzZY--\r\n";
    }
}
