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

    private final PipelineNode room = new PipelineNode();

    @AfterEach
    void close() {
        room.close();
    }

    @Test
    void whatIsOnTheWireIsFinishedAndTheRestIsGivenBack() {
        var project = room.project();
        room.emails(project, EmailSource.TRANSACTIONAL, 50);
        room.sink.rule(SinkPoint.DOT, new SinkBehaviour.Late(Duration.ofMillis(1500)));
        var node = room.start();
        Awaitility.await()
                .atMost(PipelineNode.TIMEOUT)
                .until(() -> room.sink.ledger(SinkPoint.DATA).size() >= 20);

        room.stop(node);

        assertThat(room.db.count("SELECT count(*) FROM emails WHERE status = 'SENT'"))
                .isEqualTo(room.sink.accepted());
        assertThat(room.sink.accepted()).isGreaterThanOrEqualTo(20);
        assertThat(room.db.count("SELECT count(*) FROM outbox")).isEqualTo(50 - room.sink.accepted());
        // An attempt that failed, as on a machine too slow for the time limits of this node, has its pause.
        assertThat(room.db.count("SELECT count(*) FROM outbox WHERE attempt_started OR lease_until IS NOT NULL"
                        + " OR (due_at > now() AND attempts = 0)"))
                .isZero();
    }

    @Test
    void aStopDoesNotWaitLongerThanItsLimitAndTheJournalOutlivesIt() {
        var project = room.project();
        var email = room.email(project, "ada@example.org");
        room.sink.rule(SinkPoint.DOT, 1, new SinkBehaviour.Silence());
        var node = room.start();
        Awaitility.await()
                .atMost(PipelineNode.TIMEOUT)
                .until(() -> !room.sink.ledger(SinkPoint.DATA).isEmpty());
        var started = System.nanoTime();

        room.stop(node);

        assertThat(Duration.ofNanos(System.nanoTime() - started))
                .isBetween(Duration.ofSeconds(4), Duration.ofSeconds(15));
        assertThat(room.outbox(email)).containsEntry("attempt_started", true);
        assertThat(room.status(email)).isEqualTo("PENDING");
    }
}
