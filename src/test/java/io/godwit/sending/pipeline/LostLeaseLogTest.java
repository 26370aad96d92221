package io.godwit.sending.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.godwit.kit.smtp.SinkGate;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.sending.PipelineNode;
import io.godwit.sending.queue.OutboxLeases;
import io.vertx.core.Promise;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Tests that operators read of a lost lease when another claim has taken the email, and never else. */
class LostLeaseLogTest {

    private final PipelineNode node = PipelineNode.behindAWire();
    private final UUID project = node.project();
    private final Logger logger = (Logger) LoggerFactory.getLogger(OutboxLeases.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private Promise<Void> key = Promise.promise();

    @BeforeEach
    void listen() {
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void close() {
        logger.detachAppender(lines);
        node.close();
    }

    /** PostgreSQL has recorded the deferral, with a newer fence, and the node renews its leases before it hears of it. */
    @Test
    void aLeaseThatIsRenewedWhileTheAnswerToTheEndOfItsAttemptIsOnItsWayIsNotLost() {
        var gate = node.sink.hold(SinkPoint.MAIL);
        var email = node.email(project, "tempfail-rcpt-451+ada@example.org");
        var other = startWithAnother(gate);
        var fence = fence(email);

        node.holdAnswer("COMMIT");
        gate.open();
        await().atMost(PipelineNode.TIMEOUT).until(() -> node.outbox(email).get("last_reply") != null);
        assertThat(fence(email)).isGreaterThan(fence);
        awaitRenewals(other);

        assertThat(lost()).isEmpty();
        node.mend();
        key.complete();
        node.awaitStatus(other, "SENT");
        assertThat(lost()).isEmpty();
        assertThat(node.metric("godwit.sending.leases.lost")).isZero();
        assertThat(node.metric("godwit.sending.fenced")).isZero();
    }

    @Test
    void aLeaseThatAnotherClaimHasTakenIsLost() {
        var gate = node.sink.hold(SinkPoint.DOT);
        var email = node.email(project, "ada@example.org");
        node.start();
        gate.awaitReached(PipelineNode.TIMEOUT);

        node.db.query(
                "UPDATE outbox SET fence = fence + 1, lease_until = now() + interval '1 hour' WHERE email_id = ?",
                email);
        await().atMost(PipelineNode.TIMEOUT).until(() -> !lost().isEmpty());
        gate.open();
        await().atMost(PipelineNode.TIMEOUT).until(() -> node.metric("godwit.sending.fenced") == 1);

        assertThat(lost()).containsExactly(email.toString());
        assertThat(node.metric("godwit.sending.leases.lost")).isEqualTo(1);
        assertThat(node.status(email)).isEqualTo("PENDING");
    }

    /** The email was deleted with its contact: nobody else sends it. */
    @Test
    void theLeaseOfADeletedEmailIsDroppedAndNotLost() {
        var gate = node.sink.hold(SinkPoint.DOT);
        var email = node.email(project, "ada@example.org");
        var other = startWithAnother(gate);

        node.db.query("DELETE FROM outbox WHERE email_id = ?", email);
        awaitRenewals(other);

        assertThat(lost()).isEmpty();
        assertThat(node.metric("godwit.sending.leases.lost")).isZero();
        gate.open();
        key.complete();
        node.awaitEmpty();
    }

    /** Starts the node; when the first email is at the gate, another one begins, which waits for its key. */
    private UUID startWithAnother(SinkGate gate) {
        node.start();
        gate.awaitReached(PipelineNode.TIMEOUT);
        key = node.holdKeys();
        var other = node.email(project, "grace@example.org");
        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> node.outbox(other).get("attempt_started"), Boolean.TRUE::equals);
        return other;
    }

    private long fence(UUID email) {
        return (long) node.outbox(email).get("fence");
    }

    /** A renewal begins when the node has dealt with the one before: the second to be seen says that the first is done. */
    private void awaitRenewals(UUID leased) {
        for (var renewal = 0; renewal < 3; renewal++) {
            var before = node.outbox(leased).get("lease_until");
            await().atMost(PipelineNode.TIMEOUT)
                    .until(() -> !before.equals(node.outbox(leased).get("lease_until")));
        }
    }

    /** The emails whose lease is said to be lost. */
    private List<String> lost() {
        return List.copyOf(lines.list).stream()
                .filter(line -> line.getMessage().contains("lease of an email was lost"))
                .flatMap(line -> line.getKeyValuePairs().stream())
                .filter(pair -> pair.key.equals("email"))
                .map(pair -> String.valueOf(pair.value))
                .toList();
    }
}
