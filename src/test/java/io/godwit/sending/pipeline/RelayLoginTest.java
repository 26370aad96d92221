package io.godwit.sending.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.sending.EmailSource;
import io.godwit.sending.PipelineNode;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A wrong password of ours at the stage AUTH. */
@CloseFields
class RelayLoginTest {

    private static final int QUEUED = 300;

    private final PipelineNode node = PipelineNode.withLogin();

    @Test
    void aRefusedLoginFailsNoneOfManyMailsAndTheyGoOutOnceItWorks() {
        node.sink.rule(SinkPoint.AUTH, new SinkBehaviour.Reply("535 5.7.8 Wrong password"));
        var project = node.project();
        node.emails(project, EmailSource.TRANSACTIONAL, QUEUED);
        node.start();
        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> node.sink.ledger(SinkPoint.AUTH).size() > 25);

        node.sink.polite();

        await().atMost(Duration.ofSeconds(60)).until(() -> node.db.count("SELECT count(*) FROM outbox") == 0);
        assertThat(node.db.count("SELECT count(*) FROM emails WHERE status = 'SENT'"))
                .isEqualTo(QUEUED);
        assertThat(node.sink.accepted()).isEqualTo(QUEUED);
        var refused = node.sink.ledger(SinkPoint.AUTH).stream()
                .filter(login -> login.reply().startsWith("535"))
                .count();
        // Those that were in flight when the circuit breaker opened, and then one at a time.
        assertThat(node.db.count("SELECT count(*) FROM email_attempts WHERE outcome = 'DEFERRED'"))
                .isBetween(1L, refused + 20L);
    }

    @Test
    void aLoginThatIsRefusedForAMomentIsOneAttempt() {
        node.sink.rule(SinkPoint.AUTH, 1, new SinkBehaviour.Reply("454 4.7.0 Try again"));
        var project = node.project();
        var email = node.email(project, "ada@example.org");

        node.start();

        node.awaitStatus(email, "SENT");
        assertThat(node.attempts(email)).hasSize(2);
        assertThat(node.attempts(email).get(0))
                .containsEntry("outcome", "DEFERRED")
                .containsEntry("stage", "CONNECT")
                .containsEntry("code", 454);
    }
}
