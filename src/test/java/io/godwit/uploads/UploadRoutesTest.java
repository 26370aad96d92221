package io.godwit.uploads;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.db.TestDatabase;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.ApiContract;
import io.godwit.kit.api.RouteCatalog;
import io.godwit.kit.net.ObjectStore;
import io.godwit.kit.net.TcpProxy;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Images from the upload to whoever reads the mail. */
class UploadRoutesTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final byte[] LOGO = SampleImages.real("png", 40, 30);

    private static TestServer server;
    private static TestServer cloud;
    private static ObjectStore store;

    @BeforeAll
    static void start() {
        server = TestServer.start();
        store = ObjectStore.start();
        cloud = TestServer.start(store.settings());
    }

    @AfterAll
    static void stop() {
        server.close();
        cloud.close();
        store.close();
    }

    @Test
    void anImageIsKeptUnderARandomNameAndHandedOutToAnybody() throws Exception {
        var answer = upload("logo.png", "image/png", LOGO);
        var body = new JsonObject(answer.body());

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(body.getString("key")).matches(server.projectId(0) + "/[0-9a-f]{32}\\.png");
        assertThat(body.getString("url")).isEqualTo(server.baseUrl() + "/uploads/" + body.getString("key"));
        assertThat(body.getMap())
                .containsEntry("filename", "logo.png")
                .containsEntry("contentType", "image/png")
                .containsEntry("size", LOGO.length)
                .containsEntry("width", 40)
                .containsEntry("height", 30)
                .hasSize(7);

        var image = fetch("GET", body.getString("url"));
        assertThat(image.statusCode()).isEqualTo(200);
        assertThat(image.body()).isEqualTo(LOGO);
        assertHeaders(image, "image/png");
    }

    @Test
    void aHeadSaysHowLongTheImageIsAndSendsNothing() throws Exception {
        var url = new JsonObject(upload("a.png", "image/png", LOGO).body()).getString("url");

        var head = fetch("HEAD", url);

        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.headers().firstValue("content-length")).hasValue(String.valueOf(LOGO.length));
        assertThat(head.body()).isEmpty();
        assertThat(fetch("GET", url).body()).isEqualTo(LOGO);
    }

    /** A page that is an image too stays an image: its type is ours, and no script of it runs. */
    @ParameterizedTest
    @CsvSource({
        "evil.html, text/html",
        "../../etc/passwd, image/png",
        "x.svg, image/svg+xml",
        ".htaccess, ''",
        "x.png\\0.html, image/gif"
    })
    void theTypeIsThatOfTheContentAndTheNameIsNobodys(String name, String type) throws Exception {
        var polyglot = SampleImages.joined(
                SampleImages.real("jpg", 5, 5),
                SampleImages.text("<html><script>alert(document.domain)</script></html>"));

        var body = new JsonObject(upload(name, type, polyglot).body());

        assertThat(body.getString("contentType")).isEqualTo("image/jpeg");
        assertThat(body.getString("key")).matches(server.projectId(0) + "/[0-9a-f]{32}\\.jpg");
        assertHeaders(fetch("GET", body.getString("url")), "image/jpeg");
    }

    @ParameterizedTest
    @ValueSource(strings = {"<svg xmlns='http://www.w3.org/2000/svg'/>", "<html></html>", "RIFF____AVI LIST", "x"})
    void whatIsNoImageIsRefusedWhateverItClaims(String content) {
        var answer = upload("logo.png", "image/png", SampleImages.text(content));

        RouteCatalog.assertFailure(answer, 415, "UNSUPPORTED_MEDIA_TYPE");
    }

    @Test
    void anEmptyFileIsRefused() {
        assertThat(upload("logo.png", "image/png", new byte[0]).statusCode()).isIn(415, 422);
    }

    @Test
    void aBombIsRefusedByItsHeader() {
        var answer = upload("logo.png", "image/png", SampleImages.png(50_000, 50_000, 0));

        RouteCatalog.assertFailure(answer, 422, "VALIDATION_ERROR");
        assertThat(answer.body()).contains("\"field\":\"image\"", "50000 x 50000");
    }

    @Test
    void tenMegabytesAreTakenAndOneByteMoreIsNot() throws Exception {
        var max = 10 << 20;

        var largest = upload("l.png", "image/png", SampleImages.joined(LOGO, new byte[max - LOGO.length]));
        var larger = upload("l.png", "image/png", SampleImages.joined(LOGO, new byte[max - LOGO.length + 1]));

        assertThat(largest.statusCode()).as(largest.body()).isEqualTo(200);
        assertThat(fetch("GET", new JsonObject(largest.body()).getString("url")).body())
                .hasSize(max);
        RouteCatalog.assertFailure(larger, 413, "PAYLOAD_TOO_LARGE");
    }

    @Test
    void nothingButAnImageOfOursIsFoundBelowUploads() throws Exception {
        var key = new JsonObject(upload("a.png", "image/png", LOGO).body()).getString("key");
        var name = key.split("/", 2)[1];
        var project = server.projectId(0);

        for (var path : Set.of(
                "/uploads/" + server.projectId(1) + "/" + name,
                "/uploads/" + project + "/" + name.replace(".png", ".jpg"),
                "/uploads/" + project + "/" + name.toUpperCase(java.util.Locale.ROOT),
                "/uploads/" + project.toUpperCase(java.util.Locale.ROOT) + "/" + name,
                "/uploads/" + project + "/..%2f..%2fdemo.json",
                "/uploads/%2e%2e/demo.json",
                "/uploads/..%2f../demo.json",
                "/uploads/unfinished/" + name,
                "/uploads/" + project + "/" + name + "%00",
                "/uploads/" + project + "/")) {
            assertThat(fetch("GET", server.baseUrl() + path).statusCode())
                    .as(path)
                    .isEqualTo(404);
        }
    }

    @Test
    void aRepeatedUploadIsAnsweredAlikeAndKeptOnce() throws Exception {
        var before = kept();

        var first = upload(server, "a.png", "image/png", LOGO, "Idempotency-Key", "logo");
        var second = upload(server, "a.png", "image/png", LOGO, "Idempotency-Key", "logo");
        var other = upload(server, "a.png", "image/png", SampleImages.real("png", 1, 1), "Idempotency-Key", "logo");

        assertThat(second.body()).isEqualTo(first.body());
        assertThat(second.headers().firstValue("idempotent-replay")).hasValue("true");
        RouteCatalog.assertFailure(other, 409, "IDEMPOTENCY_KEY_REUSED");
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(kept()).hasSize(before.size() + 1));
    }

    @Test
    void anImageWhoseAnswerWasKeptWithoutBeingGivenIsThereWhenTheCallIsRepeated() throws Exception {
        var vertx = Vertx.vertx();
        try (var database = TestDatabase.fresh(vertx);
                var wire = TcpProxy.to(vertx, "127.0.0.1", database.port());
                var node = TestServer.start(Map.of("GODWIT_DATABASE_URL", url(database, wire)))) {
            var keys = IntStream.iterate(0, number -> number + 1)
                    .mapToObj(number -> "lost" + number)
                    .iterator();
            var key = await().atMost(Duration.ofSeconds(60))
                    .until(keys::next, name -> isKeptWithoutAnswer(name, node, wire, database));

            var repeated = await().atMost(Duration.ofSeconds(30))
                    .until(
                            () -> upload(node, "a.png", "image/png", LOGO, "Idempotency-Key", key),
                            answer -> answer.statusCode() == 200);

            assertThat(repeated.headers().firstValue("idempotent-replay")).hasValue("true");
            assertThat(fetch("GET", new JsonObject(repeated.body()).getString("url"))
                            .statusCode())
                    .isEqualTo(200);
        }
        vertx.close().await();
    }

    private static String url(TestDatabase database, TcpProxy wire) {
        return database.url().replace(":" + database.port() + "/", ":" + wire.port() + "/");
    }

    /** Uploads an image while the reply to a commit is lost; true when that was the commit of the upload. */
    private static boolean isKeptWithoutAnswer(String key, TestServer node, TcpProxy wire, TestDatabase database) {
        wire.loseReply(1, piece -> piece.toString(ISO_8859_1).contains("COMMIT\0"));
        var answer = upload(node, "a.png", "image/png", LOGO, "Idempotency-Key", key);
        wire.pass();
        return answer.statusCode() == 503
                && database.count("SELECT count(*) FROM idempotency_keys WHERE key = ?", key) == 1;
    }

    @Test
    void aFolderThatCannotBeWrittenIsA503AndLeavesNothing() throws Exception {
        var file = Files.createTempFile("godwit", "uploads");

        try (var full = TestServer.start(Map.of("GODWIT_UPLOADS_DIR", file.toString()))) {
            var answer = upload(full, "a.png", "image/png", LOGO);

            RouteCatalog.assertFailure(answer, 503, "SERVICE_UNAVAILABLE");
            assertThat(answer.body()).contains("could not be stored").doesNotContain(file.toString());
            assertThat(answer.headers().firstValue("retry-after")).isPresent();
        } finally {
            Files.delete(file);
        }
    }

    /** A newer file may be an upload of another node into a folder of both. */
    @Test
    void whatACrashLeftHalfWrittenIsClearedAwayWhenItIsAnHourOld() throws Exception {
        var folder = Files.createDirectories(server.dataDir().resolve("uploads/unfinished"));
        var left = Files.write(folder.resolve("left.png"), new byte[] {1});
        Files.setLastModifiedTime(left, FileTime.from(Instant.now().minus(Duration.ofMinutes(61))));
        var underWay = Files.write(folder.resolve("under-way.png"), new byte[] {1});

        server.restart();

        assertThat(left).doesNotExist();
        assertThat(underWay).exists();
        Files.delete(underWay);
    }

    @Test
    void theFolderInTheDataDirectoryIsClosedToOtherUsersAtTheNextStart() throws Exception {
        upload("a.png", "image/png", LOGO);
        var folder = server.dataDir().resolve("uploads");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));

        server.restart();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .isEqualTo("rwx------");
        assertThat(upload("b.png", "image/png", LOGO).statusCode()).isEqualTo(200);
    }

    @Test
    void aBucketKeepsTheImageWithItsTypeAndAgeSigned() {
        var body = new JsonObject(upload(cloud, "logo.png", "image/png", LOGO).body());
        var key = body.getString("key");

        assertThat(body.getString("url")).isEqualTo("https://cdn.example.org/images/" + key);
        var object = store.objects().get("/images/" + key);
        assertThat(object.content()).isEqualTo(LOGO);
        assertThat(object.contentType()).isEqualTo("image/png");
        assertThat(object.cacheControl()).isEqualTo("public, max-age=2592000, immutable");
        assertThat(store.unsigned()).isEmpty();
    }

    /** Amazon's SDK looks for keys in system properties, too. */
    @Test
    void withoutKeysOfItsOwnTheBucketIsOpenedWithThoseOfTheSurroundings() {
        var keys = Map.of("aws.accessKeyId", ObjectStore.ACCESS_KEY, "aws.secretAccessKey", ObjectStore.SECRET_KEY);
        keys.forEach(System::setProperty);
        var settings = Map.of(
                "GODWIT_UPLOADS_S3_BUCKET",
                "images",
                "GODWIT_UPLOADS_S3_REGION",
                ObjectStore.REGION,
                "GODWIT_UPLOADS_S3_ENDPOINT",
                store.url(),
                "GODWIT_UPLOADS_S3_PUBLIC_URL",
                "https://cdn.example.org/images");
        try (var keyless = TestServer.start(settings)) {
            var body = new JsonObject(
                    upload(keyless, "logo.png", "image/png", LOGO).body());

            assertThat(store.objects()).containsKey("/images/" + body.getString("key"));
            assertThat(store.unsigned()).isEmpty();
        } finally {
            keys.keySet().forEach(System::clearProperty);
        }
    }

    @Test
    void aRepeatedUploadLeavesOneObjectInTheBucket() {
        var before = store.objects().size();

        upload(cloud, "a.png", "image/png", LOGO, "Idempotency-Key", "cloud");
        upload(cloud, "a.png", "image/png", LOGO, "Idempotency-Key", "cloud");

        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(store.objects()).hasSize(before + 1));
        assertThat(store.unsigned()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {403, 404, 500, 503, 0})
    void aBucketThatFailsIsA503WithASentence(int status) {
        store.answer(status);
        try {
            var answer = upload(cloud, "a.png", "image/png", LOGO);

            RouteCatalog.assertFailure(answer, 503, "SERVICE_UNAVAILABLE");
            assertThat(answer.body())
                    .contains("could not be stored")
                    .doesNotContain("127.0.0.1", "canary", ObjectStore.ACCESS_KEY, "amazon");
        } finally {
            store.answer(200);
        }
        assertThat(upload(cloud, "a.png", "image/png", LOGO).statusCode()).isEqualTo(200);
    }

    private static Set<Path> kept() throws IOException {
        try (var files = Files.walk(server.dataDir().resolve("uploads"))) {
            return files.filter(Files::isRegularFile).collect(Collectors.toSet());
        }
    }

    private static void assertHeaders(HttpResponse<byte[]> image, String type) {
        assertThat(image.headers().allValues("content-type")).containsExactly(type);
        assertThat(image.headers().allValues("x-content-type-options")).containsExactly("nosniff");
        assertThat(image.headers().allValues("content-security-policy")).containsExactly("sandbox; default-src 'none'");
        assertThat(image.headers().allValues("cache-control")).containsExactly("public, max-age=2592000, immutable");
    }

    private static HttpResponse<String> upload(String name, String type, byte[] content) {
        return upload(server, name, type, content);
    }

    private static HttpResponse<String> upload(
            TestServer to, String name, String type, byte[] content, String... headers) {
        var head = "--b0undary\r\nContent-Disposition: form-data; name=\"image\"; filename=\"" + name + "\"\r\n"
                + (type.isEmpty() ? "" : "Content-Type: " + type + "\r\n") + "\r\n";
        var body = SampleImages.joined(SampleImages.text(head), content, SampleImages.text("\r\n--b0undary--\r\n"));
        var request = HttpRequest.newBuilder(URI.create(to.baseUrl() + "/uploads/image"))
                .header("Authorization", "Bearer " + to.secretKey(0))
                .header("Content-Type", "multipart/form-data; boundary=b0undary")
                .POST(BodyPublishers.ofByteArray(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return ApiContract.checked(HTTP.send(request.build(), BodyHandlers.ofString()));
        } catch (IOException | InterruptedException failed) {
            throw new AssertionError(failed);
        }
    }

    private static HttpResponse<byte[]> fetch(String method, String url) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(url)).method(method, BodyPublishers.noBody());
        return HTTP.send(request.build(), BodyHandlers.ofByteArray());
    }
}
