package io.godwit.sending.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.sending.EmailSource;
import io.godwit.sending.PipelineNode;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Stopping a node in the middle of its work. */
class PipelineShutdownTest {

    private final PipelineNode sender = new PipelineNode();

    @AfterEach
    void close() {
        sender.close();
    }

    @Test
    void whatIsOnTheWireIsFinishedAndTheRestIsGivenBack() {
        var project = sender.project();
        sender.emails(project, EmailSource.TRANSACTIONAL, 50);
        sender.sink.rule(SinkPoint.DOT, new SinkBehaviour.Late(Duration.ofMillis(1500)));
        var node = sender.start();
        Awaitility.await()
                .atMost(PipelineNode.TIMEOUT)
                .until(() -> sender.sink.ledger(SinkPoint.DATA).size() >= 20);

        sender.stop(node);

        assertThat(sender.db.count("SELECT count(*) FROM emails WHERE status = 'SENT'"))
                .isEqualTo(sender.sink.accepted());
        assertThat(sender.sink.accepted()).isGreaterThanOrEqualTo(20);
        assertThat(sender.db.count("SELECT count(*) FROM outbox")).isEqualTo(50 - sender.sink.accepted());
        // An attempt that failed, as on a machine too slow for the time limits of this node, has its pause.
        assertThat(sender.db.count("SELECT count(*) FROM outbox WHERE attempt_started OR lease_until IS NOT NULL"
                        + " OR (due_at > now() AND attempts = 0)"))
                .isZero();
    }

    @Test
    void aStopDoesNotWaitLongerThanItsLimitAndTheJournalOutlivesIt() {
        var project = sender.project();
        var email = sender.email(project, "ada@example.org");
        sender.sink.rule(SinkPoint.DOT, 1, new SinkBehaviour.Silence());
        var node = sender.start();
        Awaitility.await()
                .atMost(PipelineNode.TIMEOUT)
                .until(() -> !sender.sink.ledger(SinkPoint.DATA).isEmpty());
        var started = System.nanoTime();

        sender.stop(node);

        assertThat(Duration.ofNanos(System.nanoTime() - started))
                .isBetween(Duration.ofSeconds(4), Duration.ofSeconds(15));
        assertThat(sender.outbox(email)).containsEntry("attempt_started", true);
        assertThat(sender.status(email)).isEqualTo("PENDING");
    }
}
