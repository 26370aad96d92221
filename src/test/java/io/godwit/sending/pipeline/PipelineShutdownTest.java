package io.godwit.sending.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.sending.EmailSource;
import io.godwit.sending.PipelineNode;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Stopping a node in the middle of its work. */
@CloseFields
class PipelineShutdownTest {

    private final PipelineNode sender = new PipelineNode();

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
    void emailsWhoseClaimEndsAfterTheStopHasBegunAreReleased() throws SQLException {
        var project = sender.project();
        try (var held = holdClaims();
                var statement = held.createStatement()) {
            sender.emails(project, EmailSource.TRANSACTIONAL, 10);
            var node = sender.start();
            await("""
                    SELECT count(*) FROM pg_stat_activity
                     WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'advisory'""", 1);

            var stopped = sender.beginStop(node);
            statement.execute("SELECT pg_advisory_unlock(1)");
            stopped.await();
        }

        assertThat(sender.db.count("SELECT count(*) FROM outbox WHERE lease_until IS NULL AND due_at <= now()"))
                .isEqualTo(10 - sender.sink.accepted());
    }

    /** Makes each claim wait until the returned connection unlocks it. */
    private Connection holdClaims() throws SQLException {
        sender.db.query("""
                CREATE FUNCTION hold_claims() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN NEW; END $$""");
        sender.db.query("""
                CREATE TRIGGER hold_claims BEFORE UPDATE ON outbox FOR EACH ROW
                WHEN (OLD.lease_until IS NULL AND NEW.lease_until IS NOT NULL) EXECUTE FUNCTION hold_claims()""");
        var held = sender.db.connect();
        try (var statement = held.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(1)");
        }
        return held;
    }

    private void await(String count, long expected) {
        Awaitility.await().atMost(PipelineNode.TIMEOUT).until(() -> sender.db.count(count) == expected);
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

        // Two minutes is what the silent server would have had.
        assertThat(Duration.ofNanos(System.nanoTime() - started))
                .isBetween(Duration.ofSeconds(4), Duration.ofSeconds(60));
        assertThat(sender.outbox(email)).containsEntry("attempt_started", true);
        assertThat(sender.status(email)).isEqualTo("PENDING");
    }
}
