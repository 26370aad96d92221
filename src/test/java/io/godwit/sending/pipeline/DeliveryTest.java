package io.godwit.sending.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.sending.EmailSource;
import io.godwit.sending.PipelineNode;
import io.godwit.sending.PipelineSettings;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests an email that is delivered without a fault, and its form on the wire. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@CloseFields
class DeliveryTest {

    private final PipelineNode node = new PipelineNode();
    private UUID project;

    @BeforeAll
    void start() {
        project = node.project();
        node.start();
    }

    @Test
    void aQueuedEmailReachesTheMailServerAndTheLog() {
        var email = node.email(project, "ada@example.org");

        node.awaitStatus(email, "SENT");

        var received = copy(email);
        assertThat(received.recipient()).isEqualTo("ada@example.org");
        assertThat(received.mailFrom()).isEqualTo("hello@example.test");
        assertThat(received.header("Subject")).contains("Hi Ada");
        assertThat(received.header("DKIM-Signature")).isPresent();
        assertThat(received.messageId()).isEqualTo(PipelineNode.messageId(project, email));
        assertThat(node.log(email).get("reply")).asString().startsWith("250");
        assertThat(node.log(email).get("sent_at")).isNotNull();
        assertThat(node.log(email).get("message_date")).isNotNull();
        assertThat(node.events(email)).containsExactly("email.sent");
        assertThat(node.attempts(email)).isEmpty();
        assertThat(node.db.query("SELECT * FROM outbox WHERE email_id = ?", email))
                .isEmpty();
    }

    /** Each email is queued after the one before it was sent, so that by polls alone each waits for one: 1.5 s at least. */
    @Test
    void aNoticeIsHeardLongBeforeThePoll() {
        try (var slow = new PipelineNode()) {
            slow.start(PipelineSettings.hasty(slow.journal(), 1), 20);
            var started = System.nanoTime();

            for (var number = 0; number < 10; number++) {
                var tenant = slow.project();
                var email = slow.email(tenant, "quick@example.org");
                slow.queued(tenant, EmailSource.TRANSACTIONAL);
                slow.awaitStatus(email, "SENT");
            }

            assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(10));
        }
    }

    @Test
    void valuesThatMustNotBeKeptAreInTheMailAndNowhereElse() {
        var content = node.content(project, "Code {{code}}", "<p>{{code}}</p>");
        var email = node.email(
                project,
                "ada@example.org",
                EmailSource.TRANSACTIONAL,
                "TRANSACTIONAL",
                "{\"kept\": {\"name\": \"Ada\"}, \"once\": {\"code\": \"s3cr3t\"}}",
                content);

        node.awaitStatus(email, "SENT");

        assertThat(copy(email).header("Subject")).contains("Code s3cr3t");
        assertThat(node.log(email).get("variables"))
                .asString()
                .doesNotContain("s3cr3t")
                .contains("onceRemoved");
        assertThat(node.db
                        .query("SELECT data::text FROM events WHERE email_id = ?", email)
                        .toString())
                .doesNotContain("s3cr3t")
                .contains("\"Code ");
    }

    @Test
    void liquidIsRenderedAndWhatIsBrokenInItIsSentAsItStands() {
        var content = node.content(
                project,
                "{{ name | upcase }} {% if name == \"Ada\" %}yes{% endif %}",
                "<p>{% for i in (1..2) %}{{ i }}{{ name | append: \"!\" }}{% endfor %} 20{% off {% nonsense %}</p>");
        var email = node.email(
                project,
                "ada@example.org",
                EmailSource.TRANSACTIONAL,
                "TRANSACTIONAL",
                "{\"kept\": {\"name\": \"Ada\"}, \"once\": {}}",
                content);

        node.awaitStatus(email, "SENT");

        assertThat(copy(email).header("Subject")).contains("ADA yes");
        assertThat(copy(email).text()).contains("1Ada!2Ada! 20{% off {% nonsense %}");
    }

    @Test
    void theEventSaysWhatWasSent() {
        var email = node.email(project, "ada@example.org");

        node.awaitStatus(email, "SENT");

        var data = node.db
                .value("SELECT data::text FROM events WHERE email_id = ?", email)
                .toString();
        assertThat(data)
                .contains("\"subject\": \"Hi Ada\"")
                .contains("\"from\": \"hello@example.test\"")
                .contains("\"messageId\": \"" + PipelineNode.messageId(project, email) + "\"")
                .contains("\"sourceType\": \"TRANSACTIONAL\"")
                .containsPattern("\"sentAt\": \"[0-9-]+T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{3})?Z\"");
    }

    @Test
    void nothingRenderedCanAddAHeader() {
        var email = node.email(
                project,
                "ada@example.org",
                EmailSource.TRANSACTIONAL,
                "TRANSACTIONAL",
                "{\"kept\": {\"name\": \"a\\r\\nBcc: eve@evil.test\\nX-Evil: 1\\u2028X: 2\"}}");

        node.awaitStatus(email, "SENT");

        var received = copy(email);
        assertThat(received.header("Bcc")).isEmpty();
        assertThat(received.header("X-Evil")).isEmpty();
        assertThat(received.recipients()).containsExactly("ada@example.org");
        assertThat(received.text().split("\r\n\r\n", 2)[0].split("(?m)^Subject:", -1))
                .hasSize(2);
    }

    @Test
    void marketingMailTellsHowToGetOut() {
        var content = node.content(project, "News", "<html><body><p>News</p></body></html>");
        var email =
                node.email(project, "reader@example.org", EmailSource.CAMPAIGN, "MARKETING", "{\"kept\": {}}", content);

        node.awaitStatus(email, "SENT");

        var received = copy(email);
        assertThat(received.header("List-Unsubscribe")).get().asString().startsWith("<http://localhost/unsubscribe/");
        assertThat(received.header("List-Unsubscribe-Post")).contains("List-Unsubscribe=One-Click");
        assertThat(received.header("List-Id")).get().asString().startsWith("<" + project + ".");
        assertThat(withoutPixel(received)).contains("Unsubscribe</a></p></body>");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<html><body><p>News</p></BODY></html>        | Unsubscribe</a></p></BODY></html>",
                "<p>News</p><!--[if mso]></body><![endif]-->  | <![endif]--><p lang"
            })
    void theFooterIsInTheBodyHoweverItEnds(String body, String footer) {
        var content = node.content(project, "News", body);
        var email =
                node.email(project, "reader@example.org", EmailSource.CAMPAIGN, "MARKETING", "{\"kept\": {}}", content);

        node.awaitStatus(email, "SENT");

        assertThat(withoutPixel(copy(email))).contains(footer);
    }

    @Test
    void theFooterSpeaksTheReadersLanguageAndNamesTheProject() {
        var content = node.content(project, "News", "<html><body><p>News</p></body></html>");
        var email = node.email(
                project,
                "reader@example.org",
                EmailSource.CAMPAIGN,
                "MARKETING",
                "{\"kept\": {\"locale\": \"de\"}}",
                content);

        node.awaitStatus(email, "SENT");

        assertThat(withoutPixel(copy(email)))
                .contains("<p lang=\"de\"", "Sie erhalten diese E-Mail, weil Sie", "Abmelden</a></p></body>");
    }

    private static String withoutPixel(io.godwit.kit.smtp.SinkMessage copy) {
        return copy.text().replace("=\r\n", "").replace("=3D", "=").replaceAll("<img [^>]*>", "");
    }

    @Test
    void transactionalMailHasNoFooterAndNoListHeaders() {
        var email = node.email(project, "ada@example.org");

        node.awaitStatus(email, "SENT");

        assertThat(copy(email).text()).doesNotContain("List-").doesNotContain("unsubscribe");
    }

    @Test
    void aMessageOverFortyMegabytesFailsWithTheReason() {
        var content = node.content(project, "Big", "<p>Big</p>");
        for (var position = 0; position < 4; position++) {
            node.attachment(project, content, position, new byte[9 << 20]);
        }
        var email = node.email(
                project, "ada@example.org", EmailSource.TRANSACTIONAL, "TRANSACTIONAL", "{\"kept\": {}}", content);

        node.awaitStatus(email, "FAILED");

        assertThat(node.log(email).get("error")).asString().contains("bytes; at most 41943040");
        assertThat(node.attempts(email)).singleElement().satisfies(attempt -> assertThat(attempt)
                .containsEntry("outcome", "FAILED")
                .containsEntry("stage", "RENDER"));
    }

    @Test
    void aBodyThatIsLongerThanAMessageMayBeFailsInsteadOfBeingCut() {
        var content = node.content(project, "Long", "<p>" + "x".repeat(41 << 20) + "</p>");
        var email = node.email(
                project, "ada@example.org", EmailSource.TRANSACTIONAL, "TRANSACTIONAL", "{\"kept\": {}}", content);

        node.awaitStatus(email, "FAILED");

        assertThat(node.log(email).get("error")).asString().contains("too large");
    }

    @Test
    void anAttachmentGoesAlong() {
        var content = node.content(project, "Files", "<p>See the file</p>");
        node.attachment(project, content, 0, new byte[300_000]);
        var email = node.email(
                project, "ada@example.org", EmailSource.TRANSACTIONAL, "TRANSACTIONAL", "{\"kept\": {}}", content);

        node.awaitStatus(email, "SENT");

        assertThat(copy(email).text()).contains("filename=").contains("file0.bin");
        assertThat(copy(email).bytes().length).isGreaterThan(400_000);
    }

    @Test
    void aPoisonedRowFailsAndItsNeighboursAreSent() {
        var crowd = node.project();
        var poison = node.email(crowd, "not an address\r\nX-Evil: 1");
        node.emails(crowd, EmailSource.TRANSACTIONAL, 200);

        node.awaitStatus(poison, "FAILED");
        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> node.db.count("SELECT count(*) FROM outbox WHERE project_id = ?", crowd) == 0);

        assertThat(node.db.count("SELECT count(*) FROM emails WHERE project_id = ? AND status = 'SENT'", crowd))
                .isEqualTo(200);
    }

    @Test
    void aReportThatCameFirstIsNotOverwritten() {
        var gate = node.sink.hold(io.godwit.kit.smtp.SinkPoint.DOT);
        var email = node.email(project, "ada@example.org");
        gate.awaitReached(PipelineNode.TIMEOUT);
        node.db.query("UPDATE emails SET status = 'DELIVERED' WHERE id = ?", email);

        gate.open();

        await().atMost(PipelineNode.TIMEOUT).until(() -> node.log(email).get("sent_at") != null);
        assertThat(node.status(email)).isEqualTo("DELIVERED");
    }

    private io.godwit.kit.smtp.SinkMessage copy(UUID email) {
        return node.sink.messages().stream()
                .filter(message -> message.messageId().startsWith(email.toString()))
                .findFirst()
                .orElseThrow();
    }
}
