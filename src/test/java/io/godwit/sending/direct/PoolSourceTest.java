package io.godwit.sending.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.smtp.SinkBehaviour.Close;
import io.godwit.kit.smtp.SinkBehaviour.Reply;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.kit.smtp.SmtpSink;
import io.godwit.sending.DirectNode;
import io.godwit.sending.PipelineNode;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two egress sources of one pool: an email that was tried from one may leave from the other, but not within an hour. */
@CloseFields
class PoolSourceTest {

    private static final String FIRST = "127.0.0.1";
    private static final String SECOND = "127.0.0.9";
    private static final Reply BLOCKED = new Reply("451 4.7.1 Client host [127.0.0.1] blocked using zen.spamhaus.org");

    private DirectNode node;
    private UUID project;

    @BeforeEach
    void start() throws Exception {
        node = DirectNode.start(
                DirectNode.RULES,
                100,
                List.of(FIRST + " mail.sender.test", SECOND + " other.sender.test"),
                List.of("default"));
        project = node.pipeline.project();
    }

    private List<String> sources(UUID email) {
        return node.pipeline.attempts(email).stream()
                .map(attempt -> String.valueOf(attempt.get("evidence")).contains("\"source\": \"" + SECOND + "\"")
                        ? SECOND
                        : FIRST)
                .toList();
    }

    /** An email that was refused because the site blocks its source, and waits for that now. */
    private UUID blocked(SmtpSink host, String to) {
        host.rule(SinkPoint.RCPT, 1, BLOCKED);
        var email = node.email(project, to);
        awaitHeld(email);
        return email;
    }

    private void awaitHeld(UUID email) {
        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> node.pipeline.db.count(
                                "SELECT count(*) FROM outbox WHERE email_id = '" + email
                                        + "' AND last_reply LIKE '%blocked using%Nothing is sent before%' AND lease_until IS NULL")
                        == 1);
    }

    private void tryNow(UUID email, String firstAttemptEarlierBy) {
        node.pipeline.db.query(
                "UPDATE outbox SET due_at = now(), last_reply = NULL, message_date = message_date - ?::interval WHERE email_id = ?",
                firstAttemptEarlierBy,
                email);
    }

    @Test
    void anEmailWhoseSourceIsBlockedKeepsItForAnHour() {
        var host = node.hostOf("pool.test");
        var email = blocked(host, "ada@pool.test");

        tryNow(email, "50 minutes");

        awaitHeld(email);
        assertThat(sources(email)).containsExactly(FIRST);
        assertThat(host.accepted()).isZero();
    }

    @Test
    void anHourAfterItsFirstAttemptItLeavesFromAnotherSourceOfItsPool() {
        var host = node.hostOf("pool.test");
        var email = blocked(host, "ada@pool.test");

        tryNow(email, "1 hour");

        node.pipeline.awaitStatus(email, "SENT");
        assertThat(sources(email)).containsExactly(FIRST, SECOND);
        assertThat(host.accepted()).isEqualTo(1);
    }

    @Test
    void itKeepsItsSourceWhileThatIsTaken() {
        node.hostOf("grey.test").rule(SinkPoint.RCPT, 1, new Reply("451 4.7.1 Greylisted, try again in 2 hours"));
        var email = node.email(project, "ada@grey.test");
        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> node.queued("grey.test", "last_reply LIKE '%Greylisted%' AND lease_until IS NULL") == 1);

        tryNow(email, "1 hour");

        node.pipeline.awaitStatus(email, "SENT");
        assertThat(sources(email)).containsExactly(FIRST, FIRST);
    }

    @Test
    void anEmailThatMayHaveBeenAcceptedNeverChangesItsSource() {
        var host = node.hostOf("doubt.test");
        host.rule(SinkPoint.DOT, 1, new Close());
        var doubted = node.email(project, "ada@doubt.test");
        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> !node.pipeline.attempts(doubted).isEmpty());
        node.pipeline.db.query("UPDATE outbox SET due_at = now() + interval '1 hour' WHERE email_id = ?", doubted);
        blocked(host, "bob@doubt.test");

        tryNow(doubted, "1 hour");

        awaitHeld(doubted);
        assertThat(node.pipeline.attempts(doubted)).hasSize(1);
    }
}
