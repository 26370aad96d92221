package io.godwit.sending.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.smtp.SinkBehaviour.Close;
import io.godwit.kit.smtp.SinkBehaviour.Reply;
import io.godwit.kit.smtp.SinkBehaviour.ReplyAndClose;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.sending.DirectNode;
import io.godwit.sending.PipelineNode;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Egress pools in an order: the next one is used only where a failure of the one before proves that nothing was accepted. */
@CloseFields
class SourceFailoverTest {

    private static final String RULES = """
            default:
              connections: 4
              start-rate: 100/s
              max-rate: 100/s
              idle: 60s
            """;

    private static final String FIRST = "127.0.0.1";
    private static final String SECOND = "127.0.0.9";
    private static final String BLOCKED = "451 4.7.1 Client host [127.0.0.1] blocked using zen.spamhaus.org";

    private DirectNode node;
    private UUID project;

    @BeforeEach
    void start() throws Exception {
        node = DirectNode.start(
                RULES,
                100,
                List.of(FIRST + " mail.sender.test", SECOND + " other.sender.test reserve"),
                List.of("default", "reserve"));
        project = node.pipeline.project();
    }

    private void awaitSent(UUID email) {
        node.pipeline.awaitStatus(email, "SENT");
    }

    private List<String> sources(UUID email) {
        return node.pipeline.attempts(email).stream()
                .map(attempt -> String.valueOf(attempt.get("evidence")).contains("\"source\": \"" + SECOND + "\"")
                        ? SECOND
                        : FIRST)
                .toList();
    }

    @Test
    void emailLeavesFromTheFirstPoolWhileThatIsTaken() {
        node.hostOf("open.test");

        var email = node.email(project, "ada@open.test");

        awaitSent(email);
        assertThat(sources(email)).containsExactly(FIRST);
    }

    @Test
    void aHostThatRefusesTheSourceAtItsGreetingGetsTheEmailFromTheNextPoolInTheSameAttempt() {
        var host = node.hostOf("greeting.test").rule(SinkPoint.GREETING, 1, new ReplyAndClose(BLOCKED));

        var email = node.email(project, "ada@greeting.test");

        awaitSent(email);
        assertThat(sources(email)).containsExactly(SECOND);
        assertThat(host.connections()).isEqualTo(2);
        assertThat(host.accepted()).isEqualTo(1);
    }

    @Test
    void anEmailThatIsRefusedForItsSourceBeforeDataLeavesFromTheNextPoolAtOnce() {
        var host = node.hostOf("mail.test").rule(SinkPoint.RCPT, 1, new Reply(BLOCKED));

        var email = node.email(project, "ada@mail.test");

        awaitSent(email);
        assertThat(sources(email)).containsExactly(FIRST, SECOND);
        assertThat(host.accepted()).isEqualTo(1);
        assertThat(node.pipeline.attempts(email))
                .extracting(attempt -> attempt.get("stage"))
                .containsExactly("RCPT", "DOT");
    }

    @Test
    void anEmailThatMayHaveBeenAcceptedKeepsItsSource() {
        var host = node.hostOf("doubt.test");
        host.rule(SinkPoint.DOT, 1, new Close());
        var doubted = node.email(project, "ada@doubt.test");
        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> !node.pipeline.attempts(doubted).isEmpty());
        node.pipeline.db.query("UPDATE outbox SET due_at = now() + interval '1 hour' WHERE email_id = ?", doubted);
        host.rule(SinkPoint.RCPT, 1, new Reply(BLOCKED));
        var other = node.email(project, "bob@doubt.test");
        awaitSent(other);

        node.pipeline.db.query("UPDATE outbox SET due_at = now(), last_reply = NULL WHERE email_id = ?", doubted);

        await().atMost(PipelineNode.TIMEOUT)
                .until(() ->
                        node.queued("doubt.test", "last_reply LIKE '%blocked using%' AND lease_until IS NULL") == 1);
        assertThat(sources(other)).containsExactly(FIRST, SECOND);
        assertThat(node.pipeline.attempts(doubted)).hasSize(1);
        assertThat(host.accepted()).isEqualTo(1);
    }

    @Test
    void aProjectsOwnOrderGoesOverThatOfTheInstallation() {
        node.pipeline.db.query(
                "INSERT INTO delivery_choices (project_id, mode, pool, fallback_pools) VALUES (?, 'direct', 'reserve', '{default}')",
                project);
        var host = node.hostOf("own.test");
        await().atMost(PipelineNode.TIMEOUT).until(() -> {
            var email = node.email(project, "ada@own.test");
            awaitSent(email);
            return sources(email).equals(List.of(SECOND));
        });
        host.hangUp();
        host.rule(SinkPoint.GREETING, 1, new ReplyAndClose("554 5.7.1 127.0.0.9 is listed in zen.spamhaus.org"));

        var email = node.email(project, "bob@own.test");

        awaitSent(email);
        assertThat(sources(email)).containsExactly(FIRST);
    }
}
