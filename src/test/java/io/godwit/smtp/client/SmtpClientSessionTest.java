package io.godwit.smtp.client;

import static io.godwit.smtp.client.SessionFixture.polite;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.godwit.core.EmailAddress;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.smtp.Envelope;
import io.godwit.smtp.SmtpEvidence;
import io.godwit.smtp.SmtpException;
import io.godwit.smtp.SmtpExchange;
import io.godwit.smtp.SmtpProgress;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A session with a server that keeps to the rules: groups of commands, extensions, refusals within a group. */
@CloseFields
class SmtpClientSessionTest {

    private static Vertx vertx;
    private SessionFixture fixture;

    @BeforeAll
    static void openVertx() {
        vertx = Vertx.vertx();
    }

    private SmtpClientSession open(BiFunction<Integer, String, String> script) throws Exception {
        fixture = new SessionFixture(vertx, script);
        return fixture.open();
    }

    @Test
    void theEnvelopeOfTheNextMessageGoesWithTheContentOfTheOneBefore() throws Exception {
        var session = open((number, command) -> polite(command));

        // At once: else the content of the first may leave before there is a second.
        var both = fixture.run(
                () -> Future.all(fixture.send(session, "ada@example.test"), fixture.send(session, "bob@example.test")));

        assertThat(both.await(60, TimeUnit.SECONDS).<SmtpReply>list())
                .extracting(SmtpReply::code)
                .containsExactly(250, 250);
        assertThat(fixture.server().chunks())
                .contains("MAIL FROM:<bounce@example.test>\r\nRCPT TO:<ada@example.test>\r\nDATA\r\n")
                .contains("Subject: to ada@example.test\r\n\r\nHello\r\n.\r\n"
                        + "MAIL FROM:<bounce@example.test>\r\nRCPT TO:<bob@example.test>\r\nDATA\r\n");
    }

    @Test
    void withoutPipeliningEachCommandWaitsForTheReply() throws Exception {
        var session = open((number, command) -> polite(command, "250 mx.test\r\n"));

        var first = fixture.send(session, "ada@example.test");
        var second = fixture.send(session, "bob@example.test");

        Future.all(first, second).await(60, TimeUnit.SECONDS);
        assertThat(fixture.server().chunks())
                .filteredOn(chunk -> chunk.startsWith("MAIL") || chunk.startsWith("RCPT") || chunk.startsWith("DATA"))
                .hasSize(6);
    }

    @Test
    void aRefusedMessageIsResetTogetherWithTheNextEnvelope() throws Exception {
        var session = open((number, command) -> command.startsWith("RCPT TO:<ada")
                ? "550 5.1.1 No\r\n"
                : command.equals("DATA") && !fixture.server().received().contains("bob")
                        ? "503 5.5.1 No recipients\r\n"
                        : polite(command));

        var refusal = failure(fixture.send(session, "ada@example.test"));
        var accepted = fixture.send(session, "bob@example.test").await(60, TimeUnit.SECONDS);

        assertThat(refusal.stage()).isEqualTo(SmtpStage.RCPT);
        assertThat(refusal.reply().orElseThrow().enhanced()).contains("5.1.1");
        assertThat(accepted.code()).isEqualTo(250);
        assertThat(fixture.server().chunks())
                .contains("RSET\r\nMAIL FROM:<bounce@example.test>\r\n" + "RCPT TO:<bob@example.test>\r\nDATA\r\n");
    }

    @Test
    void theContentIsWithheldWhenDataIsTakenWithoutARecipient() throws Exception {
        var session = open((number, command) -> command.startsWith("RCPT TO:<ada")
                ? "550 5.1.1 No\r\n"
                : command.equals("\r\n") ? "554 5.5.1 No recipients\r\n" : polite(command));

        var refusal = failure(fixture.send(session, "ada@example.test"));
        var accepted = fixture.send(session, "bob@example.test").await(60, TimeUnit.SECONDS);

        assertThat(refusal.stage()).isEqualTo(SmtpStage.RCPT);
        assertThat(accepted.code()).isEqualTo(250);
        assertThat(fixture.server().received())
                .doesNotContain("to ada@example.test\r\n\r\nHello")
                .contains("DATA\r\n.\r\nMAIL FROM:<bounce@example.test>\r\nRCPT TO:<bob@example.test>");
    }

    @Test
    void aRefusalOfTheNextEnvelopeLeavesTheMessageBeforeItAlone() throws Exception {
        var session = open((number, command) -> command.startsWith("RCPT TO:<bob")
                ? "451 4.7.1 Greylisted\r\n"
                : command.equals("\r\n") ? "554 5.5.1 No recipients\r\n" : polite(command));

        var first = fixture.send(session, "ada@example.test");
        var second = fixture.send(session, "bob@example.test");

        assertThat(first.await(60, TimeUnit.SECONDS).code()).isEqualTo(250);
        assertThat(failure(second).stage()).isEqualTo(SmtpStage.RCPT);
        assertThat(fixture.send(session, "eve@example.test")
                        .await(60, TimeUnit.SECONDS)
                        .code())
                .isEqualTo(250);
    }

    @Test
    void someRecipientsAreRefusedAndTheOthersGetTheMessage() throws Exception {
        var session = open((number, command) -> command.startsWith("RCPT TO:<bob")
                ? "550 5.1.1 No\r\n"
                : command.startsWith("RCPT TO:<eve") ? "552 Too many recipients\r\n" : polite(command));
        var message = "Subject: x\r\n\r\nHello\r\n".getBytes(StandardCharsets.US_ASCII);

        var delivery = fixture.await(() -> session.send(
                new EmailAddress("bounce@example.test"),
                List.of(address("ada"), address("bob"), address("eve")),
                message,
                SmtpProgress.NONE));

        assertThat(delivery.reply().code()).isEqualTo(250);
        assertThat(delivery.recipientToRefusal()).hasSize(2);
        assertThat(delivery.recipientToRefusal().get(address("bob")).code()).isEqualTo(550);
        assertThat(delivery.recipientToRefusal().get(address("eve")).code()).isEqualTo(452);
    }

    private static EmailAddress address(String name) {
        return new EmailAddress(name + "@example.test");
    }

    @Test
    void theParametersAreThoseTheServerOffers() throws Exception {
        var session = open((number, command) -> polite(
                command,
                "250-mx.test\r\n250-SIZE 1000\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250-DSN\r\n250 PIPELINING\r\n"));

        fixture.send(session, "j\u00f6rg@example.test", "Subject: x\r\n\r\nGr\u00fc\u00dfe\r\n", SmtpProgress.NONE)
                .await(60, TimeUnit.SECONDS);

        assertThat(fixture.server().received())
                .contains("MAIL FROM:<bounce@example.test> SIZE=21 BODY=8BITMIME SMTPUTF8 RET=HDRS\r\n")
                .contains("RCPT TO:<j\u00c3\u00b6rg@example.test> NOTIFY=FAILURE,DELAY\r\n");
    }

    @Test
    void aServerThatSendsReportsIsToldTheIdOfTheEmailAndTheAddressAsText() throws Exception {
        var session = open((number, command) -> polite(command, "250-mx.test\r\n250-DSN\r\n250 PIPELINING\r\n"));

        send(session, "ada+news=a@example.test", "id+1= a");

        assertThat(fixture.server().received())
                .contains("MAIL FROM:<bounce@example.test> RET=HDRS ENVID=id+2B1+3D+20a\r\n")
                .contains("RCPT TO:<ada+news=a@example.test> NOTIFY=FAILURE,DELAY"
                        + " ORCPT=rfc822;ada+2Bnews+3Da@example.test\r\n");
    }

    /** RFC 3461 §4.2 and §4.4: 500 characters of ORCPT and 100 of ENVID. */
    @Test
    void anIdOrAnAddressThatIsTooLongForAReportIsLeftOut() throws Exception {
        var session = open((number, command) -> polite(command, "250-mx.test\r\n250-DSN\r\n250 PIPELINING\r\n"));

        send(session, "ada@example.test", "x".repeat(100));
        send(session, "bob@example.test", "x".repeat(101));
        send(session, "+".repeat(170) + "@example.test", "x".repeat(98) + "+");

        assertThat(fixture.server().received().split("ENVID=", -1)).hasSize(2);
        assertThat(fixture.server().received().split("ORCPT=", -1)).hasSize(3);
    }

    private void send(SmtpClientSession session, String recipient, String id) throws Exception {
        var envelope =
                new Envelope(new EmailAddress("bounce@example.test"), new EmailAddress(recipient), Optional.of(id));
        var message = "Subject: x\r\n\r\nHello\r\n".getBytes(StandardCharsets.US_ASCII);
        fixture.await(() -> session.send(envelope, message, SmtpProgress.NONE));
    }

    @Test
    void aMessageTheServerCannotTakeFailsBeforeItIsOffered() throws Exception {
        var session = open((number, command) -> polite(command, "250-mx.test\r\n250 SIZE 30\r\n"));

        assertThat(unsent(session, "ada@example.test", "Subject: x\r\n\r\n" + "long ".repeat(10) + "\r\n"))
                .contains("5.3.4");
        assertThat(unsent(session, "ada@example.test", "Subject: x\r\n\r\n\u00e4\r\n"))
                .contains("5.6.3");
        assertThat(unsent(session, "j\u00f6rg@example.test", "Subject: x\r\n\r\na\r\n"))
                .contains("5.6.7");
        assertThat(unsent(session, "ada@example.test", "a\r\n\r\nb\n.\r\nMAIL")).contains("5.6.0");
        assertThat(fixture.server().received()).doesNotContain("MAIL");
        assertThat(session.canSend()).isTrue();
    }

    private Optional<String> unsent(SmtpClientSession session, String recipient, String message) {
        return failure(fixture.send(session, recipient, message, SmtpProgress.NONE))
                .reply()
                .orElseThrow()
                .enhanced();
    }

    @Test
    void theServersLimitOfMessagesIsKept() throws Exception {
        var session = open((number, command) ->
                polite(command, "250-mx.test\r\n250-PIPELINING\r\n250 LIMITS MAILMAX=2 RCPTMAX=10\r\n"));

        fixture.send(session, "ada@example.test").await(60, TimeUnit.SECONDS);
        assertThat(session.isUsable()).isTrue();
        fixture.send(session, "bob@example.test").await(60, TimeUnit.SECONDS);

        assertThat(session.isUsable()).isFalse();
        assertThat(failure(fixture.send(session, "eve@example.test")).stage()).isEqualTo(SmtpStage.CONNECT);
    }

    @Test
    void eachMessageComesWithTheDialogueAboutIt() throws Exception {
        var evidence = new ArrayList<SmtpEvidence>();
        var session = open((number, command) -> polite(command));
        var progress = new SmtpProgress() {
            @Override
            public void reached(SmtpStage stage) {}

            @Override
            public void accepted(SmtpReply reply) {}

            @Override
            public void ended(SmtpEvidence ended) {
                evidence.add(ended);
            }
        };

        for (var i = 0; i < 2; i++) {
            fixture.send(session, "ada@example.test", "Subject: x\r\n\r\n", progress)
                    .await(60, TimeUnit.SECONDS);
        }

        assertThat(evidence.get(0).exchanges())
                .extracting(SmtpExchange::step)
                .containsExactly("connect", "greeting", "EHLO", "MAIL", "RCPT", "DATA", "dot");
        assertThat(evidence.get(1).exchanges())
                .extracting(SmtpExchange::step)
                .containsExactly("MAIL", "RCPT", "DATA", "dot");
        assertThat(evidence.get(0).host()).isEqualTo("127.0.0.1");
        assertThat(evidence.get(0).source()).contains("127.0.0.1");
        assertThat(evidence.get(0).tls()).isEmpty();
    }

    @Test
    void aMessageLongerThanAPieceArrivesWhole() throws Exception {
        var session = open((number, command) -> polite(command));
        var message = "Subject: x\r\n\r\n" + ".line\r\n".repeat(100_000);

        fixture.send(session, "ada@example.test", message, SmtpProgress.NONE).await(60, TimeUnit.SECONDS);

        assertThat(fixture.server().received()).endsWith(message.replace("\r\n.", "\r\n..") + ".\r\n");
    }

    @Test
    void aServerWithoutEhloIsGreetedWithHelo() throws Exception {
        var session = open((number, command) -> command.startsWith("EHLO") ? "502 What\r\n" : polite(command));

        fixture.send(session, "ada@example.test").await(60, TimeUnit.SECONDS);

        assertThat(fixture.server().received()).contains("HELO client.test\r\n");
    }

    private static SmtpException failure(Future<?> sent) {
        return catchThrowableOfType(SmtpException.class, () -> sent.await(60, TimeUnit.SECONDS));
    }
}
