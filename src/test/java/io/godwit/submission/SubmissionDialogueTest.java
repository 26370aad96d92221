package io.godwit.submission;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.smtp.SmtpCaller;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/** Logins, and the answer to every command. */
@Tag("server")
@CloseFields
class SubmissionDialogueTest {

    private static SubmissionNode node;

    @BeforeAll
    static void start() {
        node = SubmissionNode.start();
    }

    @Test
    void loginIsOfferedInsideTlsOnly() {
        try (var plain = new SmtpCaller(node.port())) {
            plain.reply();
            var offered = plain.say("EHLO client.test");
            var login = plain.say("AUTH PLAIN " + SubmissionNode.plain("any", node.key()));
            var mail = plain.say("MAIL FROM:<a@b.test>");

            assertThat(offered).contains("250-STARTTLS").doesNotContain("AUTH");
            assertThat(login).startsWith("538 5.7.11");
            assertThat(mail).isEqualTo("530 5.7.0 Must issue a STARTTLS command first");
        }
    }

    @Test
    void theLoginsWithAKeyAreOneUseOfItInTheSecurityLog() {
        var lines = new ListAppender<ILoggingEvent>();
        lines.start();
        var logger = (Logger) LoggerFactory.getLogger("security");
        logger.addAppender(lines);
        try (var own = SubmissionNode.start()) {
            for (var login = 0; login < 2; login++) {
                try (var caller = own.encrypted()) {
                    caller.say("EHLO client.test");
                    assertThat(caller.say("AUTH PLAIN " + SubmissionNode.plain("any", own.key())))
                            .startsWith("235 2.7.0");
                }
            }
        } finally {
            logger.detachAppender(lines);
        }

        assertThat(lines.list)
                .filteredOn(line -> line.getKeyValuePairs().toString().contains("key_use"))
                .singleElement()
                .satisfies(line -> assertThat(line.getKeyValuePairs())
                        .extracting(pair -> pair.key + " " + pair.value)
                        .contains("protocol smtp", "outcome success", "client 127.0.0.1"));
    }

    @Test
    void theOffersAreThoseOfASubmissionServer() {
        try (var caller = node.encrypted()) {
            assertThat(caller.say("EHLO client.test"))
                    .contains("250-mail.godwit.test")
                    .contains("250-8BITMIME")
                    .contains("250-PIPELINING")
                    .contains("250-ENHANCEDSTATUSCODES")
                    .contains("250-SMTPUTF8")
                    .contains("250-LIMITS RCPTMAX=1000")
                    .contains("250 SIZE 41943040")
                    .doesNotContain("STARTTLS");
            assertThat(caller.say("MAIL FROM:<a@b.test>")).startsWith("530 5.7.0 Log in");
            assertThat(caller.say("STARTTLS")).startsWith("503 ");
        }
    }

    @Test
    void tlsFromTheFirstByteHasAPortOfItsOwn() {
        try (var caller = new SmtpCaller(node.tlsPort())) {
            caller.encrypt();

            assertThat(caller.reply()).startsWith("220 mail.godwit.test ");
            assertThat(caller.say("EHLO client.test"))
                    .contains("AUTH PLAIN LOGIN")
                    .doesNotContain("STARTTLS");
            assertThat(caller.say("AUTH PLAIN " + SubmissionNode.plain("apikey", node.key())))
                    .startsWith("235 2.7.0");
        }
    }

    @Test
    void plainAndLoginAreTakenWithAndWithoutAnInitialResponse() {
        try (var plain = node.encrypted();
                var login = node.encrypted();
                var brief = node.encrypted()) {
            assertThat(plain.say("AUTH PLAIN")).isEqualTo("334 ");
            assertThat(plain.say(SubmissionNode.plain("", node.key()))).startsWith("235 2.7.0");
            assertThat(plain.say("AUTH PLAIN")).startsWith("503 5.5.1");
            assertThat(login.say("auth login")).isEqualTo("334 VXNlcm5hbWU6");
            assertThat(login.say(SubmissionNode.base64(node.server().projectId(0))))
                    .isEqualTo("334 UGFzc3dvcmQ6");
            assertThat(login.say(SubmissionNode.base64(node.key()))).startsWith("235 2.7.0");
            assertThat(brief.say("AUTH LOGIN " + SubmissionNode.base64("me"))).isEqualTo("334 UGFzc3dvcmQ6");
            assertThat(brief.say(SubmissionNode.base64(node.key()))).startsWith("235 2.7.0");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "AUTH, 501 5.5.4",
        "AUTH CRAM-MD5, 504 5.5.4",
        "AUTH PLAIN !!!, 501 5.5.2",
        "AUTH PLAIN =, 501 5.5.2",
        "AUTH PLAIN bm8=, 501 5.5.2",
    })
    void aLoginThatIsNoneIsRefused(String command, String reply) {
        try (var caller = node.encrypted()) {
            assertThat(caller.say(command)).startsWith(reply);
            assertThat(caller.say("AUTH LOGIN")).startsWith("334 ");
            assertThat(caller.say("*")).startsWith("501 5.7.0");
            assertThat(caller.say("NOOP")).startsWith("250 ");
        }
    }

    @Test
    void aKeyThatMayNotSendIsRefusedAndAfterThreeTheConnectionEnds() {
        try (var caller = node.encrypted()) {
            var unknown = caller.say("AUTH PLAIN " + SubmissionNode.plain("any", "sk_" + "0".repeat(64)));
            var open = caller.say(
                    "AUTH PLAIN " + SubmissionNode.plain("any", node.server().publicKey(0)));
            var reading = caller.say(
                    "AUTH PLAIN " + SubmissionNode.plain("any", newKey("read").getString("key")));

            assertThat(unknown).startsWith("535 5.7.8");
            assertThat(open).startsWith("535 5.7.8 A public key cannot be used here");
            assertThat(reading).startsWith("535 5.7.8 This key may not send");
            assertThat(caller.reply()).isEmpty();
        }
    }

    @Test
    void aRevokedKeyEndsItsSessionAtTheNextMessage() {
        var key = newKey("send");
        try (var caller = node.loggedIn(key.getString("key"))) {
            var first = SubmissionNode.submit(caller, message(), SubmissionNode.reader());
            var revoked = node.server()
                    .call(
                            "DELETE",
                            "/projects/" + node.server().projectId(0) + "/keys/" + key.getString("id"),
                            node.key(),
                            "");

            assertThat(first).startsWith("250 ");
            assertThat(revoked.statusCode()).as(revoked.body()).isLessThan(300);
            Awaitility.await().atMost(SubmissionNode.TIMEOUT).until(() -> caller.say("MAIL FROM:<a@b.test>")
                    .startsWith("421 4.7.0"));
            assertThat(caller.reply()).isEmpty();
        }
    }

    @Test
    void aKeyThatIsRevokedDuringTheMessageQueuesNothing() {
        var key = newKey("send");
        var reader = SubmissionNode.reader();
        try (var caller = node.loggedIn(key.getString("key"))) {
            caller.say("MAIL FROM:<a@b.test>");
            caller.say("RCPT TO:<" + reader + ">");
            caller.say("DATA");
            node.server()
                    .call(
                            "DELETE",
                            "/projects/" + node.server().projectId(0) + "/keys/" + key.getString("id"),
                            node.key(),
                            "");

            assertThat(caller.data(message())).startsWith("421 4.7.0");
        }
        assertThat(emailsTo(reader)).isZero();
    }

    @Test
    void commandsAreAnsweredAsTheStandardWants() {
        try (var caller = new SmtpCaller(node.tlsPort())) {
            caller.encrypt();
            caller.reply();

            assertThat(caller.say("MAIL FROM:<a@b.test>")).startsWith("503 5.5.1 EHLO first");
            assertThat(caller.say("AUTH PLAIN " + SubmissionNode.plain("", node.key())))
                    .startsWith("503 5.5.1");
            assertThat(caller.say("EHLO")).startsWith("501 5.5.4");
            caller.say("EHLO client.test");
            caller.say("AUTH PLAIN " + SubmissionNode.plain("", node.key()));
            assertThat(caller.say("NOOP")).startsWith("250 2.0.0");
            assertThat(caller.say("HELP")).startsWith("214 2.0.0");
            assertThat(caller.say("VRFY a")).startsWith("252 2.1.5");
            assertThat(caller.say("EXPN a")).startsWith("502 5.5.1");
            assertThat(caller.say("NONSENSE")).startsWith("500 5.5.1");
            assertThat(caller.say("RCPT TO:<a@b.test>")).startsWith("503 5.5.1");
            assertThat(caller.say("MAIL a@b.test")).startsWith("501 5.5.4");
            assertThat(caller.say("MAIL FROM:<a@b.test> RET=HDRS")).startsWith("555 5.5.4");
            assertThat(caller.say("MAIL FROM:<a@b.test> SIZE=50000000")).startsWith("552 5.3.4");
            assertThat(caller.say("MAIL FROM:<a@b.test> SIZE=100 BODY=8BITMIME SMTPUTF8 AUTH=<>"))
                    .startsWith("250 ");
            assertThat(caller.say("AUTH PLAIN")).startsWith("503 5.5.1");
            assertThat(caller.say("DATA")).startsWith("503 5.5.1");
            assertThat(caller.say("RCPT TO:<a@b.test> NOTIFY=NEVER")).startsWith("555 5.5.4");
            assertThat(caller.say("RSET")).startsWith("250 2.0.0");
            assertThat(caller.say("DATA")).startsWith("503 5.5.1");
            assertThat(caller.say("QUIT")).startsWith("221 2.0.0");
            assertThat(caller.reply()).isEmpty();
        }
    }

    @Test
    void commandsAndMessagesInOneWriteAreAnsweredInTheirOrder() {
        var first = SubmissionNode.reader();
        var second = SubmissionNode.reader();
        try (var caller = node.loggedIn()) {
            caller.write("MAIL FROM:<a@b.test>\r\nRCPT TO:<" + first + ">\r\nDATA\r\n" + message() + "\r\n.\r\n"
                    + "MAIL FROM:<a@b.test>\r\nRCPT TO:<" + second + ">\r\nDATA\r\n" + message() + "\r\n.\r\nQUIT\r\n");
            var codes = IntStream.range(0, 9)
                    .mapToObj(ignored -> caller.reply().substring(0, 3))
                    .toList();

            assertThat(codes).isEqualTo(List.of("250", "250", "354", "250", "250", "250", "354", "250", "221"));
        }
        assertThat(emailsTo(first)).isEqualTo(1);
        assertThat(emailsTo(second)).isEqualTo(1);
    }

    @Test
    void refusedRecipientsLeaveTheOthers() {
        var reader = SubmissionNode.reader();
        try (var caller = node.loggedIn()) {
            caller.say("MAIL FROM:<>");
            var accepted = caller.say("RCPT TO:<" + reader + ">");
            for (var number = 0; number < 30; number++) {
                assertThat(caller.say("RCPT TO:<nobody>")).startsWith("553 5.1.3");
            }
            assertThat(caller.say("RCPT TO:<j\u00c3\u00bc\u00e2\u0080\u008brgen@example.org>"))
                    .startsWith("553 5.1.3");
            caller.say("DATA");

            assertThat(accepted).startsWith("250 ");
            assertThat(caller.data(message())).startsWith("250 2.0.0 Queued as ");
        }
        assertThat(emailsTo(reader)).isEqualTo(1);
    }

    @Test
    void aSuspendedProjectIsRefusedForGood() {
        var key = node.server().secretKey(1);
        try (var caller = node.loggedIn(key)) {
            node.server()
                    .database()
                    .query(
                            "UPDATE projects SET disabled = true, keys_version = keys_version + 1 WHERE id = ?::uuid",
                            node.server().projectId(1));
            node.server().database().query("UPDATE installation SET keys_version = keys_version + 1");

            Awaitility.await().atMost(SubmissionNode.TIMEOUT).until(() -> caller.say("MAIL FROM:<a@b.test>")
                    .equals("550 5.7.1 The project is disabled"));
        }
    }

    private static String message() {
        return SubmissionNode.message("", "Hello\r\n");
    }

    private static JsonObject newKey(String scope) {
        var created = node.server()
                .post(
                        "/projects/" + node.server().projectId(0) + "/keys",
                        node.key(),
                        new JsonObject().put("label", "SMTP").put("scope", scope));
        assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
        return new JsonObject(created.body()).getJsonObject("data");
    }

    private static long emailsTo(String reader) {
        return node.server().database().count("SELECT count(*) FROM emails WHERE to_email = ?", reader);
    }
}
