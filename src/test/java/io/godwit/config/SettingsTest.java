package io.godwit.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.godwit.accounts.SignUpPolicy;
import io.godwit.core.SettingInForce;
import io.godwit.core.SettingsException;
import io.godwit.logging.LogFormat;
import io.godwit.logging.LogSettings;
import io.godwit.uploads.UploadSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Tests settings as an operator writes them, and the messages about mistakes. */
class SettingsTest {

    /** The settings for a database of the operator's own. */
    private static final Map<String, String> OWN_DATABASE = Map.of(
            "GODWIT_DATABASE_URL",
            "postgresql://godwit:secret@db_one:5432/godwit",
            "GODWIT_SECRETS_SIGNING_KEY",
            "11".repeat(32),
            "GODWIT_SECRETS_ENCRYPTION_KEY",
            "22".repeat(32),
            "GODWIT_MAIL_HOST",
            "mail.example.com");

    @TempDir
    private Path folder;

    @Test
    void nothingNeedsToBeSet() {
        var settings = read(Map.of());

        assertThat(settings.database().url()).isEmpty();
        assertThat(settings.dataDir()).isEqualTo(Path.of("data").toAbsolutePath());
        assertThat(settings.http().port()).isEqualTo(8080);
        assertThat(settings.http().host()).isEqualTo("0.0.0.0");
        assertThat(settings.http().publicUrl()).isEqualTo("http://localhost:8080");
        assertThat(settings.http().trustedProxies()).isEmpty();
        assertThat(settings.http().requestsPerMinute()).isEqualTo(1_000);
        assertThat(settings.mail().catcher()).isTrue();
        assertThat(settings.mail().catcherPublic()).isFalse();
        assertThat(settings.mail().catcherKeeps()).isEqualTo(1_000);
        assertThat(settings.demoProjects()).isEqualTo(1);
        assertThat(settings.sending().expireAfter()).isEqualTo(Duration.ofDays(2));
        assertThat(settings.sending().perSecond()).isZero();
        assertThat(settings.cluster().enabled()).isFalse();
        assertThat(settings.roles()).containsExactlyInAnyOrder(NodeRole.values());
        assertThat(settings.log()).isEqualTo(new LogSettings(Level.INFO, LogFormat.JSON));
    }

    @Test
    void theEnvironmentGoesBeforeTheFileAndTheFileBeforeTheDefaults() throws IOException {
        var file = file("""
                http:
                  port: 9001
                  host: 127.0.0.1
                  trusted-proxies: [10.0.0.0/8, "::1"]
                mail:
                  catcher:
                    keep: 7
                mail.timeout: 90s
                roles: [http]
                """);

        var settings = read(Map.of("GODWIT_CONFIG", file, "GODWIT_HTTP_PORT", " 9002 ", "GODWIT_ROLES", "send, JOB"));

        assertThat(settings.http().port()).isEqualTo(9_002);
        assertThat(settings.http().publicUrl()).isEqualTo("http://localhost:9002");
        assertThat(settings.http().host()).isEqualTo("127.0.0.1");
        assertThat(settings.http().trustedProxies()).containsExactly("10.0.0.0/8", "::1");
        assertThat(settings.mail().catcherKeeps()).isEqualTo(7);
        assertThat(settings.mail().idleTimeout()).isEqualTo(Duration.ofSeconds(90));
        assertThat(settings.mail().connections()).isEqualTo(20);
        assertThat(settings.roles()).containsExactlyInAnyOrder(NodeRole.SEND, NodeRole.JOB);
    }

    /** YAML would make 83 of 0123, and false of no. */
    @Test
    void aValueOfTheFileIsTheTextThatIsWritten() throws IOException {
        var file = file("mail: {host: mail.example.com, username: no, password: 0123}\n");

        var reader = new SettingsSource(Map.of("GODWIT_CONFIG", file)).read();

        assertThat(reader.text("mail.username")).isEqualTo("no");
        assertThat(reader.text("mail.password")).isEqualTo("0123");
    }

    /** Operators begin with a copy of the page. */
    @Test
    void theSettingsPageAsAFileLeavesAllDefaults() {
        var defaults = new SettingsSource(Map.of()).read().inForce();

        var reader = new SettingsSource(Map.of("GODWIT_CONFIG", "conf/godwit.yaml")).read();

        assertThat(defaults).isNotEmpty().allSatisfy(setting -> assertThat(reader.text(setting.name()))
                .as(setting.name())
                .isEqualTo(setting.value()));
    }

    /** Of two with one name the first had no effect. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "mail: {host: a.example.com}\nhttp: {port: 9001}\nmail: {timeout: 90s}\n",
                "mail: {host: a.example.com}\nmail.host: b.example.com\n",
                "mail: {host: a.example.com}\nMail: {host: b.example.com}\n"
            })
    void aNameThatStandsInTheFileTwiceIsAMistake(String content) throws IOException {
        assertThat(mistakes(Map.of("GODWIT_CONFIG", file(content))))
                .singleElement()
                .satisfies(mistake -> assertThat(mistake).contains("mail", "GODWIT_CONFIG"));
    }

    @Test
    void aSettingOfTestsIsTakenFromTheEnvironmentAloneAndListedOnlyWhenItIsSet() throws IOException {
        var paced = Map.of("GODWIT_SENDING_PACE", "30");

        assertThat(read(Map.of()).sending().pace()).isEqualTo(1);
        assertThat(read(paced).sending().pace()).isEqualTo(30);
        assertThat(mistakes(Map.of("GODWIT_CONFIG", file("sending: {pace: 30}\n"))))
                .containsExactly("sending.pace in the settings file is no setting; did you mean sending.lease?");
        assertThat(SettingsReport.read(Map.of()).inForce())
                .extracting(SettingInForce::name)
                .contains("sending.lease")
                .doesNotContain("sending.pace");
        assertThat(SettingsReport.read(paced).inForce())
                .contains(new SettingInForce("sending.pace", "30", SettingInForce.Source.ENVIRONMENT));
    }

    @Test
    void everyMistakeIsListedAtOnceAndNoneTwice() throws IOException {
        var file = file("http: {port: 70000}\nmail: {tls: maybe}\nnothing: 1\n");

        var mistakes = mistakes(Map.of(
                "GODWIT_CONFIG", file,
                "GODWIT_DNS_TIMEOUT", "soon",
                "GODWIT_CLUSTER_ENABLED", "yes",
                "GODWIT_DATABASE_WORKERS", "yes",
                "GODWIT_ROLES", "http,cook",
                "GODWIT_HTPP_HOST", "x"));

        assertThat(mistakes)
                .containsExactlyInAnyOrder(
                        "nothing in the settings file is no setting; conf/godwit.yaml names them all",
                        "GODWIT_HTPP_HOST is no setting; did you mean GODWIT_HTTP_HOST?",
                        "http.port (GODWIT_HTTP_PORT) must be a whole number from 1 to 65535, not \"70000\"",
                        "mail.tls (GODWIT_MAIL_TLS) must be one of [none, opportunistic, required, implicit], not \"maybe\"",
                        "dns.timeout (GODWIT_DNS_TIMEOUT) must be a number above 0 and a unit (ms, s, m, h, d), not \"soon\"",
                        "cluster.enabled (GODWIT_CLUSTER_ENABLED) must be true or false, not \"yes\"",
                        "database.workers (GODWIT_DATABASE_WORKERS) must be a whole number from 2 to 200, not \"yes\"",
                        "roles (GODWIT_ROLES) must be some of [http, send, segment, campaign, workflow, domain, job], not \"http,cook\"");
    }

    @Test
    void imagesAreKeptBelowTheDataOrInABucketThatIsNamedWhole() {
        var bucket = Map.of(
                "GODWIT_UPLOADS_S3_BUCKET", "images",
                "GODWIT_UPLOADS_S3_ACCESS_KEY", "id",
                "GODWIT_UPLOADS_S3_SECRET_KEY", "canary",
                "GODWIT_UPLOADS_S3_PUBLIC_URL", "https://cdn.example.org/images/");

        assertThat(read(Map.of()).uploads())
                .isEqualTo(new UploadSettings(Path.of("data/uploads").toAbsolutePath(), true, Optional.empty()));
        assertThat(read(Map.of("GODWIT_UPLOADS_DIR", "/srv/images")).uploads().folder())
                .isEqualTo(Path.of("/srv/images"));
        assertThat(read(bucket).uploads().bucket())
                .contains(new UploadSettings.Bucket(
                        "images",
                        "us-east-1",
                        Optional.empty(),
                        Optional.of(new UploadSettings.Keys("id", "canary")),
                        "https://cdn.example.org/images"));
        assertThat(read(bucket).uploads().toString()).doesNotContain("canary");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GODWIT_UPLOADS_S3_ACCESS_KEY", "GODWIT_UPLOADS_S3_SECRET_KEY"})
    void halfAKeyOfABucketIsAMistake(String sender) {
        assertThat(mistakes(Map.of(sender, "canary")).toString())
                .contains("uploads.s3.access-key (GODWIT_UPLOADS_S3_ACCESS_KEY)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GODWIT_UPLOADS_S3_BUCKET", "GODWIT_UPLOADS_S3_PUBLIC_URL", "GODWIT_UPLOADS_S3_ENDPOINT"})
    void aPartOfABucketIsAMistake(String sender) {
        assertThat(mistakes(Map.of(sender, "https://x.test")))
                .singleElement()
                .asString()
                .contains("uploads.s3.bucket (GODWIT_UPLOADS_S3_BUCKET)", "belong together");
    }

    @ParameterizedTest
    @CsvSource({
        "GODWIT_MAIL_HOSTS, GODWIT_MAIL_HOST",
        "GODWIT_DATABASEURL, GODWIT_DATABASE_URL",
        "GODWIT_http_port, GODWIT_HTTP_PORT",
        "GODWIT_MAIL_CATCHERPUBLIC, GODWIT_MAIL_CATCHER_PUBLIC",
        "GODWIT_DEMO_PROJECT, GODWIT_DEMO_PROJECTS",
    })
    void aMistypedNameComesWithTheRightOne(String typed, String meant) {
        assertThat(mistakes(Map.of(typed, "1"))).containsExactly(typed + " is no setting; did you mean " + meant + "?");
    }

    @Test
    void aMistypedNameInTheFileComesWithTheRightOne() throws IOException {
        var file = file("mail:\n  catcherKeep: 5\n");

        assertThat(mistakes(Map.of("GODWIT_CONFIG", file)))
                .containsExactly(
                        "mail.catcherkeep in the settings file is no setting; did you mean mail.catcher.keep?");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GODWIT_SERVICE_HOST",
                "GODWIT_SERVICE_PORT_HTTP",
                "GODWIT_METRICS_SERVICE_PORT",
                "GODWIT_PORT",
                "GODWIT_PORT_8080_TCP",
                "GODWIT_PORT_8080_TCP_ADDR"
            })
    void whatAnOrchestratorInjectsIsIgnoredWithANotice(String name) {
        var log = (Logger) LoggerFactory.getLogger(SettingsSource.class);
        var notices = new ListAppender<ILoggingEvent>();
        notices.start();
        log.addAppender(notices);

        var settings = read(Map.of(name, "tcp://10.0.0.1:8080"));

        log.detachAppender(notices);
        assertThat(settings.http().port()).isEqualTo(8080);
        assertThat(notices.list).singleElement().satisfies(notice -> assertThat(notice.getFormattedMessage())
                .contains(name, "ignored"));
    }

    @Test
    void besideADatabaseUrlTheSecretsAndAMailServerAreNeeded() {
        var url = Map.of("GODWIT_DATABASE_URL", "postgresql://godwit:secret@db:5432/godwit");

        assertThat(mistakes(url))
                .hasSize(2)
                .anySatisfy(mistake -> assertThat(mistake)
                        .contains(
                                "GODWIT_SECRETS_SIGNING_KEY", "GODWIT_SECRETS_ENCRYPTION_KEY", "openssl rand -hex 32"))
                .anySatisfy(mistake ->
                        assertThat(mistake).contains("GODWIT_MAIL_HOST", "GODWIT_MAIL_CATCHER_ENABLED=true"));
    }

    @Test
    void besideADatabaseUrlThereIsNoDemoUnlessItIsAskedFor() {
        assertThat(read(OWN_DATABASE).demoProjects()).isZero();
        assertThat(read(with(OWN_DATABASE, "GODWIT_DEMO_ENABLED", "true")).demoProjects())
                .isEqualTo(1);
        assertThat(read(Map.of("GODWIT_DEMO_ENABLED", "false")).demoProjects()).isZero();
        assertThat(read(Map.of("GODWIT_DEMO_PROJECTS", "3")).demoProjects()).isEqualTo(3);
    }

    @Test
    void theCatcherIsTheTransportOrThereIsNone() {
        assertThat(read(OWN_DATABASE).mail().catcher()).isFalse();
        assertThat(read(Map.of("GODWIT_MAIL_MODE", "direct")).mail().catcher()).isFalse();
        assertThat(read(Map.of("GODWIT_MAIL_MODE", "direct", "GODWIT_MAIL_CATCHER_ENABLED", "true"))
                        .catchesMail())
                .isFalse();
        assertThat(read(Map.of("GODWIT_MAIL_MODE", "direct", "GODWIT_HTTP_HOST", "0.0.0.0"))
                        .accounts()
                        .signups())
                .isEqualTo(SignUpPolicy.OPEN);
        assertThat(read(with(with(OWN_DATABASE, "GODWIT_MAIL_HOST", ""), "GODWIT_MAIL_CATCHER_ENABLED", "true"))
                        .mail()
                        .catcher())
                .isTrue();
        assertThat(mistakes(Map.of("GODWIT_MAIL_HOST", "mail.example.com", "GODWIT_MAIL_CATCHER_ENABLED", "true")))
                .singleElement()
                .satisfies(mistake -> assertThat(mistake).contains("exclude each other"));
        assertThat(mistakes(Map.of("GODWIT_MAIL_CATCHER_ENABLED", "false")))
                .singleElement()
                .satisfies(mistake -> assertThat(mistake).contains("GODWIT_MAIL_HOST"));
    }

    @ParameterizedTest
    @CsvSource({
        "GODWIT_HTTP_PORT, 70000",
        "GODWIT_HTTP_PORT, 0",
        "GODWIT_HTTP_PORT, yes",
        "GODWIT_HTTP_PORT, 80.5",
        "GODWIT_HTTP_PORT, ''",
        "GODWIT_HTTP_HOST, ''",
        "GODWIT_HTTP_TRUSTED_PROXIES, the-balancer",
        "GODWIT_HTTP_TRUSTED_PROXIES, 10.0.0.0/99",
        "GODWIT_HTTP_DASHBOARD_ORIGIN, app.example.com",
        "GODWIT_PUBLIC_URL, ftp://example.com",
        "GODWIT_PUBLIC_URL, https://",
        "GODWIT_PUBLIC_URL, 'http://exa mple.com'",
        "GODWIT_DATA_DIR, ''",
        "GODWIT_DATABASE_REQUESTS, -1",
        "GODWIT_MAIL_PORT, 99999999999",
        "GODWIT_MAIL_TIMEOUT, 10",
        "GODWIT_MAIL_TIMEOUT, 0s",
        "GODWIT_MAIL_CATCHER_ENABLED, perhaps",
        "GODWIT_SENDING_LEASE, 0ms",
        "GODWIT_SENDING_LEASE, 1.5h",
        "GODWIT_SENDING_EXPIRE_AFTER, 2 weeks",
        "GODWIT_DNS_SERVERS, '192.0.2.1:99999'",
        "GODWIT_DNS_TIMEOUT, 0s",
        "GODWIT_CLUSTER_PORT, 5701x",
        "GODWIT_CLUSTER_HOST, ''",
        "GODWIT_ROLES, ''",
        "GODWIT_LOG_LEVEL, LOUD",
    })
    void aWrongValueIsNamedWithWhatIsWanted(String name, String value) {
        assertThat(mistakes(Map.of(name, value))).singleElement().satisfies(mistake -> assertThat(mistake)
                .contains("(" + name + ") must ", "not \"" + value + "\""));
    }

    @ParameterizedTest
    @CsvSource({
        "GODWIT_DATABASE_URL, mysql://godwit:canary@db/godwit",
        "GODWIT_DATABASE_URL, postgresql://godwit:canary@db",
        "GODWIT_DATABASE_URL, postgresql://db/canary",
        "GODWIT_DATABASE_URL, postgresql://godwit:canary@db:port/godwit",
        "GODWIT_SECRETS_SIGNING_KEY, canary",
        "GODWIT_SECRETS_ENCRYPTION_KEY, canary0000000000000000000000000000000000000000000000000000000000",
        "GODWIT_MAIL_PASWORD, canary",
    })
    void aSecretIsNeverRepeated(String name, String value) {
        var refusal = refusal(with(OWN_DATABASE, name, value));

        assertThat(refusal.getMessage()).contains(name).doesNotContain("canary");
        assertThat(refusal).hasNoCause();
    }

    @Test
    void keysAreGivenBothAndDiffer() {
        assertThat(mistakes(Map.of("GODWIT_SECRETS_SIGNING_KEY", "11".repeat(32))))
                .hasSize(1);
        assertThat(mistakes(with(OWN_DATABASE, "GODWIT_SECRETS_ENCRYPTION_KEY", "11".repeat(32))))
                .hasSize(1);
    }

    @Test
    void aUserNeedsAPasswordAndAPasswordAUser() {
        assertThat(mistakes(Map.of("GODWIT_MAIL_HOST", "mail.example.com", "GODWIT_MAIL_USERNAME", "godwit")))
                .singleElement()
                .satisfies(mistake -> assertThat(mistake).contains("GODWIT_MAIL_PASSWORD"));
    }

    @Test
    void aFileThatCannotBeReadIsNamed() throws IOException {
        assertThat(mistakes(Map.of("GODWIT_CONFIG", "no/such/file.yaml")))
                .singleElement()
                .satisfies(mistake -> assertThat(mistake).contains("GODWIT_CONFIG", "no/such/file.yaml"));
        for (var content : List.of("http: [", "- a\n- b\n", "just words", "http: {port: 1\n")) {
            assertThat(mistakes(Map.of("GODWIT_CONFIG", file(content))))
                    .as(content)
                    .singleElement()
                    .satisfies(mistake -> assertThat(mistake).contains("GODWIT_CONFIG", "cannot be read as YAML"));
        }
        assertThat(mistakes(Map.of("GODWIT_CONFIG", file("mail: {password: hush hush: [}\n"))))
                .singleElement()
                .satisfies(mistake -> assertThat(mistake).doesNotContain("hush"));
        for (var empty : List.of("", "# nothing\n")) {
            assertThat(read(Map.of("GODWIT_CONFIG", file(empty))).http().port()).isEqualTo(8080);
        }
    }

    private String file(String content) throws IOException {
        return Files.writeString(Files.createTempFile(folder, "settings", ".yaml"), content)
                .toString();
    }

    private static Map<String, String> with(Map<String, String> environment, String name, String value) {
        var more = new HashMap<>(environment);
        more.put(name, value);
        return more;
    }

    private static Settings read(Map<String, String> environment) {
        return Settings.read(environment);
    }

    private static SettingsException refusal(Map<String, String> environment) {
        return catchThrowableOfType(SettingsException.class, () -> read(environment));
    }

    private static List<String> mistakes(Map<String, String> environment) {
        var refusal = refusal(environment);
        assertThat(refusal).as("Nothing was refused").isNotNull();
        return Stream.of(refusal.getMessage().split("\n  - ", -1)).skip(1).toList();
    }
}
