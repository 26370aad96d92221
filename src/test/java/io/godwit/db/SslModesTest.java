package io.godwit.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.net.TestCertificate;
import io.vertx.core.Vertx;
import io.vertx.pgclient.SslMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every {@code sslmode}, with both drivers, against a server with a certificate of its own for {@code localhost}. */
final class SslModesTest {

    private static final Vertx VERTX = Vertx.vertx();

    private static Path directory;
    private static EmbeddedPostgres postgres;

    @BeforeAll
    static void start() throws IOException {
        directory = TestPostgres.newDirectory();
        postgres = EmbeddedPostgres.start(directory, TestPostgres.cache(), PostgresOsUser.choose());
        var certificate = TestCertificate.make(directory);
        secret("server.crt", certificate.certificatePem());
        secret("server.key", certificate.keyPem());
        TestPostgres.execute(postgres.administration(), "ALTER SYSTEM SET ssl = on");
        TestPostgres.execute(postgres.administration(), "SELECT pg_reload_conf()");
        await().atMost(Duration.ofSeconds(30))
                .until(() -> TestPostgres.query(postgres.url(), "SHOW ssl").equals(List.of("on")));
    }

    @AfterAll
    static void stop() throws IOException {
        postgres.close();
        VERTX.close().await();
        Directories.delete(directory);
    }

    @ParameterizedTest
    @CsvSource({"disable,false", "allow,false", "prefer,true", "require,true"})
    void withoutVerificationTheModeAloneDecides(String mode, boolean encrypted) {
        assertThat(isEncrypted("127.0.0.1", "sslmode=" + mode)).isEqualTo(encrypted);
    }

    @ParameterizedTest
    @CsvSource({"verify-ca", "verify-full"})
    void aServerWhoseCertificateIsTrustedIsAccepted(String mode) {
        assertThat(isEncrypted("localhost", "sslmode=" + mode + "&sslrootcert=" + certificate()))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({"verify-ca", "verify-full"})
    void aServerWhoseCertificateNobodyVouchesForIsRefusedByBothDrivers(String mode) {
        var url = url("localhost", "sslmode=" + mode);

        assertThatThrownBy(() -> StartupConnection.await(url, Duration.ZERO, () -> true))
                .hasMessageContaining("localhost")
                .hasMessageContaining("GODWIT_DATABASE_URL");
        assertThatThrownBy(() -> ConnectionOpener.open(VERTX, url.options(), Duration.ofSeconds(10))
                        .await())
                .hasStackTraceContaining("SSL");
    }

    @Test
    void aServerThatEncryptsIsStillPreferredToDoSo() throws IOException {
        var settled = url("127.0.0.1", "sslmode=prefer").resolved();

        assertThat(settled.options().getSslMode()).isEqualTo(SslMode.PREFER);
    }

    @Test
    void migrationsUseTheSameEncryption() {
        SchemaMigrator.run(url("localhost", "sslmode=verify-full&sslrootcert=" + certificate()));

        assertThat(TestPostgres.query(postgres.url(), "SELECT version FROM flyway_schema_history WHERE success"))
                .isNotEmpty();
    }

    /** The error of both drivers, when they agree. */
    private static boolean isEncrypted(String host, String parameters) {
        var url = url(host, parameters);
        StartupConnection.await(url, Duration.ZERO, () -> true);
        var jdbc = TestPostgres.query(url, "SELECT ssl::text FROM pg_stat_ssl WHERE pid = pg_backend_pid()");
        var connection = ConnectionOpener.open(VERTX, url.options(), Duration.ofSeconds(10))
                .await();
        var encrypted = connection.isSSL();
        connection.close().await();
        assertThat(jdbc).containsExactly(Boolean.toString(encrypted));
        return encrypted;
    }

    private static DatabaseUrl url(String host, String parameters) {
        var options = postgres.url().options();
        return DatabaseUrl.parse("postgresql://" + options.getUser() + ":" + options.getPassword() + "@" + host + ":"
                + options.getPort() + "/" + options.getDatabase() + "?" + parameters);
    }

    private static Path certificate() {
        return directory.resolve("postgres-18/server.crt");
    }

    private static void secret(String name, String text) throws IOException {
        var file = directory.resolve("postgres-18").resolve(name);
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
}
