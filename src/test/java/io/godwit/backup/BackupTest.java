package io.godwit.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.godwit.Server;
import io.godwit.core.StartupException;
import io.godwit.kit.BrowserUser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.load.PacedCallers;
import io.godwit.kit.net.FreePorts;
import io.godwit.kit.workflows.TestWorkflow;
import io.godwit.modules.ShutdownHooks;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A backup that is made while the server takes writes, and the installation that a restore makes of it. */
@GodwitServer
final class BackupTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** The smallest PNG: one pixel. */
    private static final byte[] IMAGE = Base64.getDecoder()
            .decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==");

    private static final String DEFINITIONS = """
            SELECT pg_get_constraintdef(oid) || conname || conrelid::regclass::text FROM pg_constraint
             WHERE connamespace = current_schema()::regnamespace
            UNION ALL SELECT pg_get_indexdef(indexrelid) || indisvalid::text FROM pg_index
             JOIN pg_class ON pg_class.oid = indrelid WHERE relnamespace = current_schema()::regnamespace
            UNION ALL SELECT pg_get_triggerdef(oid) || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
            UNION ALL SELECT relname || relkind::text FROM pg_class WHERE relnamespace = current_schema()::regnamespace
             ORDER BY 1
            """;

    private static final List<String> DATA_FILES = List.of("journal/of-another-run", "submission/of-another-run");

    private static TestServer server;

    @TempDir
    private static Path folder;

    private static BackupInstallation source;
    private static BackupInstallation restored;
    private static Path backup;
    private static String image;
    private static Map<String, List<String>> rowsThen;
    private static Map<String, List<String>> rowsRestored;
    private static Map<String, List<String>> rowsChanged;
    private static List<String> definitionsRestored;

    @BeforeAll
    static void backUpUnderLoadAndRestore() throws Exception {
        source = BackupInstallation.at(server.database().url(), server.dataDir());
        restored = BackupInstallation.embedded(folder.resolve("restored"));
        backup = folder.resolve("shop.backup");
        fill();
        var callers = PacedCallers.start(4, 200, BackupTest::write);
        try {
            writeBackup();
        } finally {
            callers.finish();
        }
        restored.succeed("restore", backup.toString());
        lookAtRestored();
    }

    private static void lookAtRestored() throws Exception {
        try (var database = restored.database();
                var connection = database.connect()) {
            rowsRestored = rowsOf(connection);
            definitionsRestored = BackupInstallation.column(connection, DEFINITIONS);
            connection.setAutoCommit(false);
            BackupInstallation.execute(
                    connection,
                    "UPDATE contacts SET updated_at = updated_at + interval '1 microsecond'"
                            + " WHERE ctid = (SELECT min(ctid) FROM contacts)");
            rowsChanged = rowsOf(connection);
        }
    }

    private static void fill() throws Exception {
        var template =
                post("/templates", object("name", "Hello", "subject", "Hi", "body", "<p>Hi</p>", "type", "MARKETING"));
        assertThat(template.containsKey("id")).as(template.encode()).isTrue();
        TestWorkflow.on("bought")
                .then("call", "WEBHOOK", object("url", "https://hooks.invalid/in", "method", "POST"))
                .publish(server.database(), server.projectId(0));
        image = upload();
        for (var name : DATA_FILES) {
            Files.createDirectories(server.dataDir().resolve(name).getParent());
            Files.writeString(server.dataDir().resolve(name), "Once at " + name);
        }
        for (var number = 0; number < 20; number++) {
            write(-number - 1);
        }
        post(
                "/v1/send",
                object(
                                "to",
                                "later@reader.example",
                                "subject",
                                "Später",
                                "body",
                                "ü\t\\N\n\"",
                                "from",
                                "shop@" + server.domain(0))
                        .put(
                                "scheduledAt",
                                Instant.now().plus(Duration.ofDays(30)).toString()));
    }

    /** A contact, an event, an execution with a webhook call, and an email. */
    private static void write(int number) {
        var address = "reader" + number + "@reader.example";
        post(
                "/v1/track",
                object("event", "bought", "email", address).put("data", object("text", "a\tb\nc\\d " + number)));
        post(
                "/v1/send",
                object(
                        "to",
                        address,
                        "subject",
                        "Number " + number,
                        "body",
                        "<p>" + number + "</p>",
                        "from",
                        "shop@" + server.domain(0)));
    }

    /** Another transaction sees the very rows that the backup has to hold. */
    private static void writeBackup() throws Exception {
        try (var database = source.database();
                var snapshot = DatabaseSnapshot.open(database.connect());
                var other = database.connect()) {
            var id = BackupInstallation.column(snapshot.connection(), "SELECT pg_export_snapshot()");
            other.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            other.setAutoCommit(false);
            BackupInstallation.execute(other, "SET TRANSACTION SNAPSHOT '" + id.get(0) + "'");
            rowsThen = rowsOf(other);
            new Backup(source.scope()).write(backup, snapshot);
        }
    }

    private static Map<String, List<String>> rowsOf(Connection connection) throws Exception {
        BackupInstallation.execute(connection, "SET TimeZone = 'UTC'");
        return BackupInstallation.rows(connection);
    }

    @Test
    void everyRowOfEveryTableIsRestored() {
        assertThat(rowsRestored).isEqualTo(rowsThen);
        assertThat(rowsThen.get("contacts")).hasSizeGreaterThan(20);
        assertThat(List.of("emails", "outbox", "templates", "workflows", "webhook_calls", "executions", "api_keys"))
                .allSatisfy(table -> assertThat(rowsThen.get(table)).as(table).isNotEmpty());
        assertThat(rowsThen.entrySet())
                .anySatisfy(table ->
                        assertThat(table.getKey()).startsWith("events_").isNotEqualTo("events_default"));
    }

    /** One microsecond in one row was changed after the restore. */
    @Test
    void theComparisonFindsOneOtherRow() {
        assertThat(rowsChanged).isNotEqualTo(rowsRestored);
    }

    /** Foreign keys, triggers and indexes, which a restore takes away and brings back. */
    @Test
    void theSchemaIsThatOfAServerThatWasNeverRestored() throws Exception {
        try (var original = server.database().connect()) {
            assertThat(definitionsRestored).isEqualTo(BackupInstallation.column(original, DEFINITIONS));
        }
    }

    @Test
    void aServerOnTheRestoredDirectoryKnowsOldKeysPasswordsAndImages() throws Exception {
        var port = FreePorts.free();
        var hooks = new ShutdownHooks();
        var settings = restored.with("GODWIT_HTTP_PORT", Integer.toString(port))
                .with("GODWIT_HTTP_HOST", "127.0.0.1")
                .with("GODWIT_HTTP_LAME_DUCK", "0s")
                .settings();
        Server.start(settings, hooks);
        try {
            var base = "http://127.0.0.1:" + port;
            var contacts = HTTP.send(
                    HttpRequest.newBuilder(URI.create(base + "/contacts?limit=1"))
                            .header("Authorization", "Bearer " + server.secretKey(0))
                            .build(),
                    BodyHandlers.ofString());
            var signIn = HTTP.send(
                    HttpRequest.newBuilder(URI.create(base + "/auth/login"))
                            .header("Content-Type", "application/json")
                            .POST(BodyPublishers.ofString(
                                    object("email", server.demoFile().getString("email"), "password", server.password())
                                            .encode()))
                            .build(),
                    BodyHandlers.ofString());
            var picture = HTTP.send(
                    HttpRequest.newBuilder(URI.create(base + "/uploads/" + image))
                            .build(),
                    BodyHandlers.ofByteArray());

            assertThat(contacts.statusCode()).as(contacts.body()).isEqualTo(200);
            assertThat(signIn.statusCode()).as(signIn.body()).isEqualTo(200);
            assertThat(picture.body()).isEqualTo(IMAGE);
        } finally {
            hooks.run();
        }
    }

    /** Without the send journal a restore could send again what was at its final dot. */
    @Test
    void theFilesOfTheDataDirectoryAreRestored() throws IOException {
        for (var name : DATA_FILES) {
            assertThat(restoredFile(name)).hasContent("Once at " + name);
        }
        assertThat(restoredFile("demo.json")).content().contains(server.secretKey(0));
    }

    private static Path restoredFile(String name) {
        return folder.resolve("restored").resolve(name);
    }

    @Test
    void theFileIsItsOwnersAlone() throws IOException {
        assertThat(Files.getPosixFilePermissions(backup)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(backup.resolveSibling("shop.backup.partial")).doesNotExist();
    }

    @Test
    void operatorsSeeHowTheNewestBackupEnded() throws IOException {
        var operator = BrowserUser.demo(server);
        server.database().query("DELETE FROM backup_outcomes");
        assertThat(backups(operator))
                .isEqualTo(
                        new JsonObject().put("status", "none").putNull("last").putNull("lastFailure"));
        var file = folder.resolve("nightly.backup");

        source.succeed("backup", file.toString());

        var made = backups(operator);
        assertThat(made.getString("status")).isEqualTo("ok");
        var last = made.getJsonObject("last");
        assertThat(last.getString("file")).isEqualTo(file.toString());
        assertThat(last.getLong("bytes")).isEqualTo(Files.size(file));
        assertThat(last.getLong("rows")).isPositive();
        assertThat(Instant.parse(last.getString("takenAt")))
                .isBetween(Instant.now().minusSeconds(60), Instant.now());
        assertThat(last.getBoolean("images")).isTrue();

        source.refused("backup", file.toString());

        var failed = backups(operator);
        assertThat(failed.getString("status")).isEqualTo("failed");
        assertThat(failed.getJsonObject("last")).isEqualTo(last);
        assertThat(failed.getJsonObject("lastFailure").getString("problem")).contains("exists already");
    }

    private static JsonObject backups(BrowserUser operator) {
        var answer = operator.get("/system");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonObject(answer.body()).getJsonObject("backups");
    }

    @Test
    void anExistingFileIsReplacedByForceAlone() throws IOException {
        var file = Files.writeString(folder.resolve("old.backup"), "old");

        var sentence = source.refused("backup", file.toString());

        assertThat(sentence).contains("exists already", "--force");
        assertThat(file).hasContent("old");
        assertThat(source.succeed("backup", file.toString(), "--force")).contains("rows of");
        assertThat(BackupReader.verify(file).format()).isEqualTo(BackupManifest.FORMAT);
    }

    @Test
    void aBackupWithAChangedByteIsFoundWhereverTheByteIs() throws IOException {
        var damaged = folder.resolve("damaged");
        var changed = DamagedGzip.withOneByteChanged(Files.readAllBytes(backup), 64);
        for (var content : changed) {
            Files.write(damaged, content);

            assertThatThrownBy(() -> BackupReader.verify(damaged)).hasMessageContaining("damaged or cut short");
        }
        assertThat(changed).hasSizeGreaterThan(55);
    }

    @Test
    void aBackupThatWasCutShortIsFoundWhereverItEnds() throws IOException {
        var size = Files.size(backup);
        for (var length : List.of(0L, 5L, size / 2, size - 9, size - 1)) {
            var cut = cut(length);

            assertThatThrownBy(() -> BackupReader.verify(cut)).hasMessageContaining("damaged or cut short");
        }
    }

    @Test
    void aDamagedBackupIsRefusedAndNothingIsMade() throws IOException {
        var cut = cut(Files.size(backup) - 2);
        var target = folder.resolve("target-of-a-damaged-one");
        var installation = new BackupInstallation(Map.of("GODWIT_DATA_DIR", target.toString()));

        assertThat(installation.refused("restore", cut.toString())).contains("damaged or cut short");
        assertThat(BackupInstallation.isUntouched(target)).isTrue();
    }

    private static Path cut(long length) throws IOException {
        var cut = Files.copy(backup, folder.resolve("cut-" + length));
        try (var file = new RandomAccessFile(cut.toFile(), "rw")) {
            file.setLength(length);
        }
        return cut;
    }

    @Test
    void aDirectoryWithFilesIsNotRestoredInto() throws IOException {
        var target = Files.createDirectories(folder.resolve("in-use"));
        Files.writeString(target.resolve("vault.keys"), "somebody's");
        var installation = new BackupInstallation(Map.of("GODWIT_DATA_DIR", target.toString()));

        assertThat(installation.refused("restore", backup.toString())).contains("is not empty", "GODWIT_DATA_DIR");
        assertThat(target.resolve("vault.keys")).hasContent("somebody's");
    }

    @Test
    void otherKeysInTheSettingsAreRefused() throws IOException {
        var target = folder.resolve("other-keys");
        var installation = new BackupInstallation(Map.of("GODWIT_DATA_DIR", target.toString()))
                .with("GODWIT_SECRETS_SIGNING_KEY", "33".repeat(32))
                .with("GODWIT_SECRETS_ENCRYPTION_KEY", "44".repeat(32));

        assertThat(installation.refused("restore", backup.toString())).contains("not those of the backup");
        assertThat(BackupInstallation.isUntouched(target)).isTrue();
        assertThatThrownBy(
                        () -> new Backup(BackupInstallation.at(server.database().url(), server.dataDir())
                                        .with("GODWIT_SECRETS_SIGNING_KEY", "33".repeat(32))
                                        .scope())
                                .write(folder.resolve("useless.backup"), false))
                .isInstanceOf(StartupException.class)
                .hasMessageContaining("not those the database is written with");
    }

    private static JsonObject object(String... members) {
        var object = new JsonObject();
        for (var at = 0; at < members.length; at += 2) {
            object.put(members[at], members[at + 1]);
        }
        return object;
    }

    /** Repeats a call that a busy server refuses, as clients do. */
    private static JsonObject post(String path, JsonObject body) {
        var answer = await().pollInSameThread()
                .atMost(Duration.ofSeconds(60))
                .until(() -> server.post(path, server.secretKey(0), body), reply -> reply.statusCode() != 503);
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
        var text = answer.body().isEmpty() ? "{}" : answer.body();
        return text.startsWith("[") ? new JsonObject().put("list", new JsonArray(text)) : new JsonObject(text);
    }

    /** Returns the image's name below {@code /uploads/}. */
    private static String upload() throws Exception {
        var body = new ByteArrayOutputStream();
        body.writeBytes(("--b0undary\r\nContent-Disposition: form-data; name=\"image\"; filename=\"a.png\"\r\n"
                        + "Content-Type: image/png\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1));
        body.writeBytes(IMAGE);
        body.writeBytes("\r\n--b0undary--\r\n".getBytes(StandardCharsets.ISO_8859_1));
        var answer = HTTP.send(
                HttpRequest.newBuilder(URI.create(server.baseUrl() + "/uploads/image"))
                        .header("Authorization", "Bearer " + server.secretKey(0))
                        .header("Content-Type", "multipart/form-data; boundary=b0undary")
                        .POST(BodyPublishers.ofByteArray(body.toByteArray()))
                        .build(),
                BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonObject(answer.body()).getString("key");
    }
}
