package io.godwit.sending.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.smtp.SinkBehaviour.Reply;
import io.godwit.kit.smtp.SinkMessage;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.kit.smtp.SmtpSink;
import io.godwit.sending.DirectNode;
import io.godwit.sending.PipelineNode;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Refusals of mail hosts at every stage, a hundred times faster than in life. Each test has a domain, and so a site, of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@CloseFields
class MailHostRefusalTest {

    private static final int MANY = 50;

    private DirectNode node;
    private UUID project;

    /** The emails whose first attempt is refused for a while, by their domains: they wait for the second one together. */
    private final Map<String, UUID> domainToEmail = new HashMap<>();

    private final Map<String, SmtpSink> domainToHost = new HashMap<>();

    @BeforeAll
    void start() throws Exception {
        node = DirectNode.start();
        project = node.pipeline.project();
        for (var point : List.of(SinkPoint.MAIL, SinkPoint.RCPT, SinkPoint.DATA, SinkPoint.DOT)) {
            for (var code : List.of(421, 450, 451, 452)) {
                var domain = domain(point, code);
                domainToHost.put(domain, node.hostOf(domain).rule(point, 1, new Reply(code + " 4.0.0 Later")));
                domainToEmail.put(domain, node.email(project, "ada@" + domain));
            }
        }
    }

    private static String domain(SinkPoint point, int code) {
        return (point + "." + code + ".test").toLowerCase(Locale.ROOT);
    }

    @ParameterizedTest
    @CsvSource({
        "MAIL, 421", "MAIL, 450", "MAIL, 451", "MAIL, 452",
        "RCPT, 421", "RCPT, 450", "RCPT, 451", "RCPT, 452",
        "DATA, 421", "DATA, 450", "DATA, 451", "DATA, 452",
        "DOT, 421", "DOT, 450", "DOT, 451", "DOT, 452"
    })
    void aTransientRefusalIsLoggedOnceAndTheNextAttemptIsSent(SinkPoint point, int code) {
        var domain = domain(point, code);
        var host = domainToHost.get(domain);
        var email = domainToEmail.get(domain);

        node.pipeline.awaitStatus(email, "SENT");
        assertThat(node.pipeline.attempts(email))
                .extracting(attempt -> attempt.get("outcome"))
                .containsExactly("DEFERRED", "SENT");
        assertThat(node.pipeline.attempts(email).get(0))
                .containsEntry("stage", point.name())
                .containsEntry("attempt", 1)
                .containsEntry("code", code)
                .containsEntry("enhanced", "4.0.0");
        assertThat(host.everything()).extracting(SinkMessage::messageId).hasSize(point == SinkPoint.DOT ? 2 : 1);
        assertThat(host.messages()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"GREETING, 421", "GREETING, 450", "GREETING, 451", "GREETING, 452", "EHLO, 421", "EHLO, 451"})
    void aTransientRefusalOfTheConnectionSuspendsTheSiteAndCostsNoEmailAnAttempt(SinkPoint point, int code) {
        var domain = domain(point, code);
        var host = node.hostOf(domain).rule(point, 1, new Reply(code + " 4.3.2 Not now"));
        var email = node.email(project, "ada@" + domain);
        await().atMost(PipelineNode.TIMEOUT).until(() -> isSuspended(domain));

        assertThat(host.connections()).isEqualTo(1);
        assertThat(node.pipeline.status(email)).isEqualTo("PENDING");
        node.tryNow("mx." + domain);

        node.pipeline.awaitStatus(email, "SENT");
        assertThat(host.messages()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = SinkPoint.class,
            names = {"GREETING", "EHLO", "MAIL"})
    void aHostThatTakesNoMailOfOursFailsNoEmail(SinkPoint point) {
        var domain = "closed." + point.name().toLowerCase(Locale.ROOT) + ".test";
        var host = node.hostOf(domain).rule(point, new Reply("554 5.3.2 Not today"));
        node.emails(project, domain, MANY);
        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> isSuspended(domain) && node.queued(domain, "lease_until > now()") == 0);

        assertThat(host.connections()).isLessThanOrEqualTo(12);
        assertThat(ended(domain)).isZero();
        host.polite();
        node.tryNow("mx." + domain);

        host.awaitMessages(MANY, PipelineNode.TIMEOUT);
        await().atMost(PipelineNode.TIMEOUT).until(() -> node.queued(domain, "true") == 0);
        assertThat(sent(domain)).isEqualTo(MANY);
    }

    @Test
    void aDeadAddressBouncesOnceAndIsSuppressed() {
        var host = node.hostOf("dead.test").rule(SinkPoint.RCPT, 1, new Reply("550 5.1.1 User unknown"));

        var email = node.email(project, "ada@dead.test");

        node.pipeline.awaitStatus(email, "BOUNCED");
        assertThat(node.pipeline.events(email)).containsExactly("email.bounce", "contact.unsubscribed");
        assertThat(node.pipeline.attempts(email)).hasSize(1);
        assertThat(suppressed("ada@dead.test")).isEqualTo(1);
        assertThat(attempts(host)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"DATA", "DOT"})
    void aRefusedMessageFailsAtOnceAndSuppressesNobody(SinkPoint point) {
        var domain = "content." + point.name().toLowerCase(Locale.ROOT) + ".test";
        var host = node.hostOf(domain).rule(point, 1, new Reply("554 5.6.0 Message refused"));

        var email = node.email(project, "ada@" + domain);

        node.pipeline.awaitStatus(email, "FAILED");
        assertThat(node.pipeline.attempts(email)).hasSize(1);
        assertThat(node.pipeline.attempts(email).get(0)).containsEntry("stage", point.name());
        assertThat(suppressed("ada@" + domain)).isZero();
        assertThat(attempts(host)).isEqualTo(1);
    }

    private static long attempts(SmtpSink host) {
        return host.ledger(SinkPoint.MAIL).size();
    }

    private long suppressed(String address) {
        return node.pipeline.db.count("SELECT count(*) FROM suppressions WHERE email = ?", address);
    }

    private long ended(String domain) {
        return node.pipeline.db.count(
                "SELECT count(*) FROM emails WHERE status IN ('FAILED', 'BOUNCED') AND to_email LIKE ?", "%@" + domain);
    }

    private long sent(String domain) {
        return node.pipeline.db.count(
                "SELECT count(*) FROM emails WHERE status = 'SENT' AND to_email LIKE ?", "%@" + domain);
    }

    private boolean isSuspended(String domain) {
        return node.pipeline.db.count(
                        "SELECT count(*) FROM shaping_states WHERE site = ? AND suspensions <> '[]'", "mx." + domain)
                == 1;
    }
}
