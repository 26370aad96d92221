package io.godwit.smtp.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.OutsideAddress;
import io.godwit.kit.net.TestCertificate;
import io.godwit.kit.smtp.ScriptedSmtpServer;
import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkOptions;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.kit.smtp.SmtpSink;
import io.godwit.smtp.RelaySettings;
import io.godwit.smtp.RelaySettings.Auth;
import io.godwit.smtp.RelaySettings.Client;
import io.godwit.smtp.RelaySettings.Tls;
import io.godwit.smtp.SmtpException;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Passwords and tokens leave this machine only over TLS (RFC 4954 §9), unless the operator wants it otherwise. */
@CloseFields
class LoginEncryptionTest {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    static Path folder;

    private static Vertx vertx;
    private static TestCertificate certificate;

    @BeforeAll
    static void open() {
        vertx = Vertx.vertx();
        certificate = TestCertificate.make(folder);
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    void aPasswordIsKeptFromAServerWhoseOfferOfStartTlsIsMissing(Client client) {
        try (var sink = outside(SinkOptions.plain().login("user", "secret"))) {
            var failure = refused(settings(sink, Tls.OPPORTUNISTIC, client));

            assertThat(failure.reply().orElseThrow().code()).isEqualTo(538);
            assertThat(failure).hasMessageContaining("GODWIT_MAIL_TLS").hasMessageContaining("required");
            assertThat(sink.ledger(SinkPoint.AUTH)).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    void aPasswordIsKeptFromAServerThatIsNotToBeSpokenToInTls(Client client) {
        try (var sink = outside(SinkOptions.plain().login("user", "secret"))) {
            var failure = refused(settings(sink, Tls.NONE, client));

            assertThat(failure).hasMessageContaining("GODWIT_MAIL_LOGIN_WITHOUT_TLS");
            assertThat(sink.ledger(SinkPoint.AUTH)).isEmpty();
        }
    }

    @Test
    void aPasswordIsKeptFromAServerThatOffersStartTlsAndRefusesIt() {
        var startTls = SinkOptions.plain().login("user", "secret").startTls(certificate);
        try (var sink = outside(startTls)) {
            sink.rule(SinkPoint.STARTTLS, new SinkBehaviour.Reply("454 4.7.0 Not now"));

            var failure = refused(settings(sink, Tls.OPPORTUNISTIC, Client.NATIVE));

            assertThat(failure.reply().orElseThrow().code()).isEqualTo(538);
            assertThat(sink.ledger(SinkPoint.AUTH)).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Auth.class,
            names = {"PLAIN", "LOGIN", "XOAUTH2", "OAUTHBEARER"})
    void noMechanismThatShowsTheSecretIsUsedWithoutTls(Auth mechanism) {
        try (var server = scripted("PLAIN LOGIN XOAUTH2 OAUTHBEARER")) {
            refused(settings(server.port(), Tls.OPPORTUNISTIC, mechanism));

            assertThat(server.received()).doesNotContain("AUTH ");
        }
    }

    /** SCRAM shows no password (RFC 5802 §9). */
    @Test
    void scramIsUsedWithoutTlsAndPlainDoesNotFollowIt() {
        try (var server = scripted("SCRAM-SHA-256 PLAIN LOGIN")) {
            var failure = refused(settings(server.port(), Tls.OPPORTUNISTIC, Auth.AUTO));

            assertThat(failure).hasMessageContaining("GODWIT_MAIL_TLS");
            assertThat(server.received())
                    .contains("AUTH SCRAM-SHA-256 ")
                    .doesNotContain("AUTH PLAIN")
                    .doesNotContain("AUTH LOGIN");
        }
    }

    /** A relay of a private network often has a certificate of its own making. */
    @ParameterizedTest
    @EnumSource(Client.class)
    void aPasswordIsShownOverOpportunisticTlsWithAnyCertificate(Client client) throws Exception {
        var startTls = SinkOptions.plain().login("user", "secret").startTls(certificate);
        try (var sink = outside(startTls)) {
            probe(settings(sink, Tls.OPPORTUNISTIC, client));

            assertThat(sink.ledger(SinkPoint.STARTTLS)).hasSize(1);
            assertThat(sink.ledger(SinkPoint.AUTH)).isNotEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    void aPasswordIsShownWithoutTlsWhereTheOperatorWantsIt(Client client) throws Exception {
        try (var sink = outside(SinkOptions.plain().login("user", "secret"))) {
            probe(settings(sink.host(), sink.port(), Tls.OPPORTUNISTIC, Auth.AUTO, client, true));

            assertThat(sink.ledger(SinkPoint.AUTH)).isNotEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    void aPasswordIsShownWithoutTlsToAServerOfThisMachine(Client client) throws Exception {
        try (var sink = SmtpSink.start(vertx, SinkOptions.plain().login("user", "secret"))) {
            probe(settings(sink, Tls.NONE, client));

            assertThat(sink.ledger(SinkPoint.AUTH)).isNotEmpty();
        }
    }

    /** A caller may be on no event loop, as a command is; the greeting may come before its handler. */
    @Test
    void aServerIsProbedFromAThreadOfNoEventLoop() throws Exception {
        try (var sink = SmtpSink.start(vertx, SinkOptions.plain().login("user", "secret"))) {
            for (var each = 0; each < 2_000; each++) {
                probe(settings(sink, Tls.NONE, Client.NATIVE));
            }

            assertThat(sink.connections()).isEqualTo(2_000);
        }
    }

    private static SmtpSink outside(SinkOptions options) {
        return SmtpSink.start(vertx, options.onHost(outsideAddress()));
    }

    /** A server that offers these mechanisms and no TLS, and refuses every login. */
    private static ScriptedSmtpServer scripted(String mechanisms) {
        return ScriptedSmtpServer.start(
                vertx,
                outsideAddress(),
                Optional.empty(),
                (number, command) -> command.startsWith("AUTH")
                        ? "535 5.7.8 Wrong\r\n"
                        : SessionFixture.polite(command, "250-mx.test\r\n250 AUTH " + mechanisms + "\r\n"));
    }

    private static String outsideAddress() {
        var address = OutsideAddress.find();
        assumeTrue(address.isPresent(), "This machine has only the loopback interface");
        return address.orElseThrow();
    }

    private static RelaySettings settings(SmtpSink sink, Tls tls, Client client) {
        return settings(sink.host(), sink.port(), tls, Auth.AUTO, client, false);
    }

    private static RelaySettings settings(int port, Tls tls, Auth mechanism) {
        return settings(outsideAddress(), port, tls, mechanism, Client.NATIVE, false);
    }

    private static RelaySettings settings(
            String host, int port, Tls tls, Auth mechanism, Client client, boolean loginWithoutTls) {
        return new RelaySettings(
                Optional.of(host),
                port,
                Optional.of("user"),
                Optional.of("secret"),
                tls,
                1,
                LIMIT,
                false,
                false,
                1000,
                mechanism,
                client,
                loginWithoutTls);
    }

    private static SmtpException refused(RelaySettings settings) {
        return catchThrowableOfType(SmtpException.class, () -> probe(settings));
    }

    private static void probe(RelaySettings settings) throws Exception {
        var transport = RelayTransport.create(vertx, settings);
        try {
            transport.probe(LIMIT).await(90, TimeUnit.SECONDS);
        } finally {
            transport.close().await(90, TimeUnit.SECONDS);
        }
    }
}
