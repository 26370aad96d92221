package io.godwit.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.password4j.Argon2Function;
import com.password4j.Password;
import io.godwit.accounts.UserAccounts;
import io.godwit.bus.Bus;
import io.godwit.config.Settings;
import io.godwit.core.Crypto;
import io.godwit.core.EmailAddress;
import io.godwit.db.TestDatabase;
import io.godwit.domains.DomainSettings;
import io.godwit.domains.SenderDomainService;
import io.godwit.projects.ProjectService;
import io.godwit.systemmail.SystemMailSender;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoDataTest {

    private static final String URL = "http://localhost:8080";

    @TempDir
    private Path directory;

    private final Vertx vertx = Vertx.vertx();
    private final TestDatabase db = TestDatabase.fresh(vertx);
    private ProjectService projects;
    private SenderDomainService domains;
    private Bus bus;
    private DemoData demo;

    @BeforeEach
    void start() {
        var crypto = crypto();
        bus = Bus.on(vertx);
        projects = ProjectService.start(vertx, db.database(), bus, crypto).await();
        domains = new SenderDomainService(vertx, db.database(), bus, crypto, DomainSettings.of("mail.example.net"));
        demo = demoIn(directory);
    }

    @AfterEach
    void stop() {
        projects.stop().await();
        db.close();
        vertx.close().await();
    }

    @Test
    void anEmptyDatabaseGetsAProjectThatCanSend() throws IOException {
        var credentials = demo.prepare(URL, 1).await().orElseThrow();

        var file = file();
        assertThat(file.fieldNames())
                .containsExactlyInAnyOrder(
                        "baseUrl",
                        "projectId",
                        "publicKey",
                        "secretKey",
                        "domain",
                        "email",
                        "password",
                        "signInUrl",
                        "projects");
        assertThat(file.getString("domain")).isEqualTo("example.test");
        assertThat(file.getString("email")).isEqualTo("demo@example.test");
        var grant = projects.keys().authenticate(file.getString("secretKey")).await();
        assertThat(grant.tenant().project().toString()).isEqualTo(file.getString("projectId"));
        assertThat(domains.requireVerified(grant.tenant(), new EmailAddress("a@example.test"))
                        .await())
                .isNull();
        var path = directory.resolve("demo.json");
        assertThat(credentials.consoleText(true, path))
                .contains(URL, file.getString("publicKey"), file.getString("secretKey"), "hello@example.test")
                .contains(URL + "/dev/mailbox", path.toString(), file.getString("signInUrl"));
        assertThat(file.getString("signInUrl")).matches(URL + "/app/welcome\\?token=[0-9a-f]{64}");
        assertThat(credentials.consoleText(false, path)).doesNotContain("mailbox");
        assertThat(credentials.reminder(path))
                .contains(URL, path.toString(), "/docs")
                .doesNotContain("sk_", "pk_");
        assertThat(credentials.toString()).doesNotContain("sk_");
    }

    @Test
    void theFileIsForItsOwnerAlone() throws IOException {
        demo.prepare(URL, 1).await();

        try (var files = Files.list(directory)) {
            assertThat(files).singleElement().satisfies(file -> assertThat(
                            PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------"));
        }
    }

    @Test
    void thePasswordOpensTheAccount() throws IOException {
        demoIn(directory, Map.of()).prepare(URL, 1).await();

        var hash = (String) db.value("SELECT password_hash FROM users WHERE email = 'demo@example.test'");
        assertThat(hash).startsWith("$argon2id$v=19$m=19456,t=2,p=1$");
        assertThat(Password.check(file().getString("password"), hash).with(Argon2Function.getInstanceFromHash(hash)))
                .isTrue();
        assertThat(db.value("SELECT role FROM memberships")).isEqualTo("OWNER");
    }

    @Test
    void thePasswordsHashCostsWhatTheSettingsSay() {
        demo.prepare(URL, 1).await();

        assertThat((String) db.value("SELECT password_hash FROM users WHERE email = 'demo@example.test'"))
                .startsWith("$argon2id$v=19$m=64,");
    }

    @Test
    void severalProjectsHaveADomainEach() throws IOException {
        demo.prepare(URL, 3).await();

        var file = file();
        var entries = file.getJsonArray("projects").stream()
                .map(JsonObject.class::cast)
                .toList();
        assertThat(entries)
                .extracting(entry -> entry.getString("domain"))
                .containsExactly("example.test", "example2.test", "example3.test");
        assertThat(entries).extracting(entry -> entry.getString("secretKey")).doesNotHaveDuplicates();
        assertThat(entries.get(0).getString("secretKey")).isEqualTo(file.getString("secretKey"));
    }

    @Test
    void aRestartChangesNothingButTheAddress() throws IOException {
        demo.prepare(URL, 1).await();
        var before = file();

        demo.prepare("http://localhost:9090", 1).await();

        var after = file();
        assertThat((String) after.remove("signInUrl")).startsWith("http://localhost:9090/app/welcome?token=");
        before.remove("signInUrl");
        assertThat(after).isEqualTo(before.copy().put("baseUrl", "http://localhost:9090"));
        assertThat(db.count("SELECT count(*) FROM projects")).isEqualTo(1);
    }

    /** A log of a container that is read later has no key in it. */
    @Test
    void onlyTheFirstStartPrintsTheKeys() throws IOException {
        var settings = Settings.read(Map.of("GODWIT_DEMO_ENABLED", "true"));

        var first = printed(() -> demo.show(settings));
        var later = printed(() -> demo.show(settings));

        var file = file();
        assertThat(first).contains(file.getString("secretKey"));
        assertThat(later)
                .contains(directory.resolve("demo.json").toString())
                .doesNotContain("sk_", "pk_", file.getString("password"));
    }

    private static String printed(Runnable work) {
        var console = System.out;
        var bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            work.run();
        } finally {
            System.setOut(console);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aLostFileIsWrittenAgainWithoutThePassword() throws IOException {
        demo.prepare(URL, 1).await();
        var before = file();
        Files.delete(directory.resolve("demo.json"));

        demo.prepare(URL, 1).await();

        before.remove("password");
        before.remove("signInUrl");
        var after = file();
        after.remove("signInUrl");
        assertThat(after).isEqualTo(before);
    }

    @Test
    void twoNodesThatStartAtOnceMakeOneDemo(@TempDir Path elsewhere) throws IOException {
        var other = demoIn(elsewhere);

        Future.all(demo.prepare(URL, 2), other.prepare(URL, 2)).await();

        assertThat(db.count("SELECT count(*) FROM projects")).isEqualTo(2);
        assertThat(db.count("SELECT count(*) FROM users")).isEqualTo(1);
        var mine = file();
        var theirs = new JsonObject(Files.readString(elsewhere.resolve("demo.json")));
        assertThat(mine.getString("secretKey")).isEqualTo(theirs.getString("secretKey"));
        assertThat(mine.containsKey("password")).isNotEqualTo(theirs.containsKey("password"));
    }

    @Test
    void aFirstStartThatDiedBeforeItsCommitIsMadeUpFor() throws IOException {
        demoThatCannotWrite().prepare(URL, 1).otherwise(Optional.empty()).await();
        assertThat(db.count("SELECT count(*) FROM projects")).isZero();

        demo.prepare(URL, 1).await();

        assertThat(file().getString("password")).isNotBlank();
        assertThat(db.count("SELECT count(*) FROM projects")).isEqualTo(1);
    }

    @Test
    void aDatabaseWithProjectsOfItsOwnGetsNone() {
        db.database().transaction(tx -> projects.create(tx, "A real shop")).await();

        var credentials = demo.prepare(URL, 1).await();

        assertThat(credentials).isEmpty();
        assertThat(directory).isEmptyDirectory();
        assertThat(db.count("SELECT count(*) FROM projects")).isEqualTo(1);
    }

    @Test
    void aDemoNobodyWantsIsNotMade() {
        var credentials = demo.prepare(URL, 0).await();

        assertThat(credentials).isEmpty();
        assertThat(directory).isEmptyDirectory();
        assertThat(db.count("SELECT count(*) FROM users")).isZero();
    }

    private DemoData demoIn(Path folder) {
        return demoIn(folder, Map.of("GODWIT_ACCOUNTS_PASSWORD_MEMORY", "64"));
    }

    private DemoData demoIn(Path folder, Map<String, String> environment) {
        var settings = Settings.read(environment);
        var mail = new SystemMailSender(db.database(), bus, domains, settings.systemSender(), true);
        var accounts = new UserAccounts(vertx, db.database(), crypto(), settings.accounts(), mail);
        return new DemoData(vertx, db.database(), projects, domains, accounts, new DemoFile(folder));
    }

    /** Its data directory is a file, so it dies after its inserts and before its commit. */
    private DemoData demoThatCannotWrite() throws IOException {
        return demoIn(Files.createFile(directory.resolve("no-directory")));
    }

    private JsonObject file() throws IOException {
        return new JsonObject(Files.readString(directory.resolve("demo.json")));
    }

    private static Crypto crypto() {
        var encryption = new byte[Crypto.KEY_BYTES];
        Arrays.fill(encryption, (byte) 1);
        return Crypto.of(new byte[Crypto.KEY_BYTES], encryption);
    }
}
