package io.godwit.smtp.client;

import static io.godwit.smtp.client.SessionFixture.polite;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.TestCertificate;
import io.godwit.kit.smtp.ScriptedSmtpServer;
import io.godwit.smtp.RelaySettings;
import io.godwit.smtp.SmtpException;
import io.godwit.smtp.SmtpProgress;
import io.godwit.smtp.SmtpStage;
import io.godwit.smtp.TlsFailure;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that breaks the rules costs its connection, and never makes a message twice or one for another. */
@CloseFields
class HostileServerTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static final String CONTENT = "\r\nSubject";

    @TempDir
    static Path folder;

    private static Vertx vertx;
    private static TestCertificate certificate;
    private SessionFixture fixture;

    @BeforeAll
    static void openVertx() {
        vertx = Vertx.vertx();
        certificate = TestCertificate.make(folder);
    }

    private SmtpClientSession open(BiFunction<Integer, String, String> script) throws Exception {
        fixture = new SessionFixture(vertx, script);
        return fixture.open();
    }

    @Test
    void aServerThatAnswersTwiceGetsNoContentAndIsNotTrustedWithGroupsAgain() throws Exception {
        var session = open((number, command) ->
                command.startsWith("MAIL") && number == 1 ? polite(command) + polite(command) : polite(command));

        var failure = failure(fixture.send(session, "ada@example.test"));
        var next = fixture.open();
        var reply = fixture.send(next, "bob@example.test").await(60, TimeUnit.SECONDS);

        assertThat(failure.stage()).isEqualTo(SmtpStage.DATA);
        assertThat(failure.reply()).isEmpty();
        assertThat(session.isUsable()).isFalse();
        assertThat(reply.code()).isEqualTo(250);
        assertThat(fixture.server().received()).doesNotContain("to ada@example.test\r\n\r\nHello");
        assertThat(fixture.server().chunks()).contains("MAIL FROM:<bounce@example.test>\r\n");
    }

    @Test
    void aDotAnsweredTwiceIsOneAcceptanceAndTheConnectionIsDropped() throws Exception {
        var session = open((number, command) ->
                command.startsWith(CONTENT) ? "250 2.0.0 Taken\r\n250 2.0.0 Taken\r\n" : polite(command));

        var reply = fixture.send(session, "ada@example.test").await(60, TimeUnit.SECONDS);

        assertThat(reply.code()).isEqualTo(250);
        Awaitility.await().atMost(TIMEOUT).until(() -> !session.isUsable());
    }

    @Test
    void aServerThatDropsCommandsSentAheadIsSpokenToOneByOneTheNextTime() throws Exception {
        fixture = new SessionFixture(
                vertx,
                (number, command) ->
                        number == 1 && (command.startsWith("RCPT") || command.equals("DATA")) ? "" : polite(command));
        var session = fixture.openImpatiently();

        var failure = failure(fixture.send(session, "ada@example.test"));
        var next = fixture.open();

        assertThat(failure.stage()).isEqualTo(SmtpStage.RCPT);
        assertThat(failure).hasMessageContaining("Timeout");
        assertThat(fixture.send(next, "bob@example.test")
                        .await(60, TimeUnit.SECONDS)
                        .code())
                .isEqualTo(250);
        assertThat(fixture.server().chunks()).contains("MAIL FROM:<bounce@example.test>\r\n");
    }

    @Test
    void aServerThatReadsNoMoreOfTheContentIsStillTrustedWithGroups() throws Exception {
        fixture = new SessionFixture(
                vertx,
                (number, command) -> number == 1 && command.equals("DATA")
                        ? "354 Go on\r\n" + ScriptedSmtpServer.STALL
                        : polite(command));
        var session = fixture.openImpatiently();

        var failure = failure(fixture.send(session, "ada@example.test", largeMessage(), SmtpProgress.NONE));
        var next = fixture.open();
        fixture.send(next, "bob@example.test").await(60, TimeUnit.SECONDS);

        assertThat(failure.stage()).isEqualTo(SmtpStage.DATA);
        assertThat(failure).hasMessageContaining("Timeout");
        assertThat(fixture.server().chunks()).anyMatch(HostileServerTest::isGroupToBob);
    }

    @Test
    void aServerThatReadsNoMoreDoesNotKeepTheClientFromClosing() throws Exception {
        fixture = new SessionFixture(
                vertx,
                (number, command) ->
                        command.equals("DATA") ? "354 Go on\r\n" + ScriptedSmtpServer.STALL : polite(command));
        var session = fixture.openImpatiently();
        failure(fixture.send(session, "ada@example.test", largeMessage(), SmtpProgress.NONE));

        fixture.client.close().await(20, TimeUnit.SECONDS);

        assertThat(fixture.server().received()).doesNotContain("\r\n.\r\n");
    }

    @Test
    void aServerThatRefusesWhileTheContentIsWrittenIsStillTrustedWithGroups() throws Exception {
        var session = open((number, command) -> polite(command));
        var refused = fixture.send(session, "ada@example.test", largeMessage(), SmtpProgress.NONE);
        Awaitility.await()
                .atMost(TIMEOUT)
                .until(() -> fixture.server().received().contains("Subject: x"));
        fixture.server().stall();

        fixture.server().say("552 5.3.4 Too much\r\n");

        var failure = failure(refused);
        var next = fixture.open();
        fixture.send(next, "bob@example.test").await(60, TimeUnit.SECONDS);
        assertThat(failure.stage()).isEqualTo(SmtpStage.DATA);
        assertThat(failure.reply().orElseThrow().code()).isEqualTo(552);
        assertThat(fixture.server().chunks()).anyMatch(HostileServerTest::isGroupToBob);
    }

    /** Longer than the buffers between two sockets. */
    private static String largeMessage() {
        return "Subject: x\r\n\r\n" + ("x".repeat(78) + "\r\n").repeat(400_000);
    }

    private static boolean isGroupToBob(String octets) {
        return octets.startsWith("MAIL") && octets.contains("RCPT TO:<bob@") && octets.endsWith("DATA\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"MAIL", "RCPT", "DATA", CONTENT})
    void a421InTheMiddleEndsTheConnectionWithItsReply(String command) throws Exception {
        var session = open((number, line) ->
                line.startsWith(command) ? "421 4.3.2 Closing\r\n" + ScriptedSmtpServer.CLOSE : polite(line));

        var first = fixture.send(session, "ada@example.test");
        var second = fixture.send(session, "bob@example.test");

        var refused = failure(first);
        assertThat(refused.reply().orElseThrow().code()).isEqualTo(421);
        assertThat(refused.stage()).isEqualTo(command.equals(CONTENT) ? SmtpStage.DOT : SmtpStage.valueOf(command));
        assertThat(failure(second).stage()).isEqualTo(SmtpStage.CONNECT);
        assertThat(session.isUsable()).isFalse();
    }

    @Test
    void a421ThatNobodyAwaitsEndsTheConnection() throws Exception {
        var session = open((number, command) -> polite(command));

        fixture.server().say("421 4.4.2 Idle too long\r\n");

        Awaitility.await().atMost(TIMEOUT).until(() -> !session.isUsable());
    }

    @Test
    void aConnectionThatDropsAfterTheDotLeavesOneMessageUnclearAndTheNextUnsent() throws Exception {
        var session =
                open((number, command) -> command.startsWith(CONTENT) ? ScriptedSmtpServer.CLOSE : polite(command));

        var first = fixture.send(session, "ada@example.test");
        var second = fixture.send(session, "bob@example.test");

        assertThat(failure(first).stage()).isEqualTo(SmtpStage.UNKNOWN);
        assertThat(failure(second).stage()).isEqualTo(SmtpStage.CONNECT);
    }

    @Test
    void aRefusalBeforeTheDotStopsTheContent() throws Exception {
        var session = open(
                (number, command) -> command.equals("DATA") ? "354 Go on\r\n552 5.3.4 Too much\r\n" : polite(command));

        var failure = failure(fixture.send(
                session, "ada@example.test", "Subject: x\r\n\r\n" + "x\r\n".repeat(1 << 20), SmtpProgress.NONE));

        assertThat(failure.stage()).isEqualTo(SmtpStage.DATA);
        assertThat(session.isUsable()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"MAIL", "RCPT", "DATA", CONTENT})
    void aReplyWithoutEndAndALineOfAMegabyteAreGivenUp(String command) throws Exception {
        var session = open((number, line) -> line.startsWith(command)
                ? number == 1 ? "250-and on\r\n".repeat(100_000) : "250 " + "x".repeat(1 << 20)
                : polite(line));

        var endless = failure(fixture.send(session, "ada@example.test"));
        var huge = failure(fixture.send(fixture.open(), "ada@example.test"));

        assertThat(endless.reply()).isEmpty();
        assertThat(huge.reply()).isEmpty();
        assertThat(endless.stage()).isEqualTo(command.equals(CONTENT) ? SmtpStage.UNKNOWN : SmtpStage.valueOf(command));
    }

    @Test
    void aReplyOfAHundredLinesIsTakenWhole() throws Exception {
        var session = open((number, command) -> command.startsWith("RCPT")
                ? "550-5.1.1 line\r\n".repeat(99) + "550 see https://example.test/gr\u00fc\u00dfe\r\n"
                : command.equals("DATA") ? "503 No\r\n" : polite(command));

        var reply = failure(fixture.send(session, "ada@example.test")).reply().orElseThrow();

        assertThat(reply.lines()).hasSize(64).contains("see https://example.test/gr\u00fc\u00dfe");
    }

    @Test
    void whatComesWithTheAgreementToEncryptIsForgotten() throws Exception {
        fixture = new SessionFixture(vertx, Optional.of(certificate), new Injecting()::reply);

        var session = fixture.open(fixture.target(TlsPolicy.OPPORTUNISTIC, Optional.empty()));

        assertThat(session.tls()).hasValueSatisfying(tls -> {
            assertThat(tls.protocol()).startsWith("TLSv1");
            assertThat(tls.verification()).isEqualTo("none");
        });
        assertThat(session.capabilities().has("EVIL")).isFalse();
        assertThat(session.capabilities().has("SECOND")).isTrue();
        assertThat(session.capabilities().pipelining()).isFalse();
        assertThat(fixture.send(session, "ada@example.test")
                        .await(60, TimeUnit.SECONDS)
                        .code())
                .isEqualTo(250);
    }

    /** Offers other extensions after encryption, and appends a reply to the one to STARTTLS. */
    private static final class Injecting {

        private boolean encrypted;

        String reply(int number, String command) {
            if (command.equals("STARTTLS")) {
                encrypted = true;
                return "220 Go ahead\r\n250-mx.test\r\n250 EVIL\r\n";
            }
            return polite(
                    command,
                    encrypted
                            ? "250-mx.test\r\n250 SECOND\r\n"
                            : "250-mx.test\r\n250-PIPELINING\r\n250-FIRST\r\n250 STARTTLS\r\n");
        }
    }

    @Test
    void aBrokenHandshakeIsFollowedByAConnectionInClearAndRemembered() throws Exception {
        fixture = new SessionFixture(
                vertx,
                Optional.of(certificate),
                (number, command) -> command.equals("STARTTLS")
                        ? "220 Go ahead\r\n" + ScriptedSmtpServer.CLOSE
                        : polite(command, "250-mx.test\r\n250 STARTTLS\r\n"));
        var target = fixture.target(TlsPolicy.OPPORTUNISTIC, Optional.empty());

        var first = fixture.open(target);
        var second = fixture.open(target);

        assertThat(first.tls()).isEmpty();
        assertThat(second.tls()).isEmpty();
        assertThat(fixture.server().received().split("STARTTLS", -1)).hasSize(2);
    }

    @Test
    void aRequiredCertificateIsCheckedAndSecretsStayHere() throws Exception {
        fixture = new SessionFixture(
                vertx,
                Optional.of(certificate),
                (number, command) -> command.equals("STARTTLS")
                        ? "220 Go ahead\r\n"
                        : polite(command, "250-mx.test\r\n250-AUTH PLAIN\r\n250 STARTTLS\r\n"));
        var credentials = new SmtpCredentials(RelaySettings.Auth.AUTO, "user", "secret");

        var failure = catchThrowableOfType(
                SmtpException.class,
                () -> fixture.open(fixture.target(TlsPolicy.of(RelaySettings.Tls.REQUIRED), Optional.of(credentials))));

        assertThat(failure.tlsFailure().orElseThrow().kind()).isEqualTo(TlsFailure.Kind.HANDSHAKE);
        assertThat(fixture.server().received()).doesNotContain("AUTH ");
    }

    @Test
    void requiredEncryptionThatIsNotOfferedIsAFailure() {
        fixture = new SessionFixture(vertx, (number, command) -> polite(command));

        var failure = catchThrowableOfType(
                SmtpException.class,
                () -> fixture.open(fixture.target(TlsPolicy.of(RelaySettings.Tls.REQUIRED), Optional.empty())));

        assertThat(failure.stage()).isEqualTo(SmtpStage.CONNECT);
        assertThat(failure.tlsFailure().orElseThrow().kind()).isEqualTo(TlsFailure.Kind.NOT_OFFERED);
    }

    private static SmtpException failure(Future<?> sent) {
        return catchThrowableOfType(SmtpException.class, () -> sent.await(60, TimeUnit.SECONDS));
    }
}
