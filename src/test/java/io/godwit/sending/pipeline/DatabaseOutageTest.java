package io.godwit.sending.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.core.Failure;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.sending.EmailSource;
import io.godwit.sending.PipelineNode;
import io.godwit.sending.PipelineSettings;
import org.junit.jupiter.api.Test;

/** PostgreSQL goes away while mail is under way. */
@CloseFields
class DatabaseOutageTest {

    private final PipelineNode node = PipelineNode.behindAWire();

    @Test
    void anAcceptanceIsRecordedWhenPostgresIsBackAndNothingIsStartedMeanwhile() {
        var gate = node.sink.hold(SinkPoint.DOT);
        var project = node.project();
        var email = node.email(project, "ada@example.org");
        node.start();
        gate.awaitReached(PipelineNode.TIMEOUT);
        node.cut();

        gate.open();
        await().atMost(PipelineNode.TIMEOUT).until(node::knowsOfTheOutage);
        var started = node.sink.ledger(SinkPoint.MAIL).size();
        node.emails(project, EmailSource.TRANSACTIONAL, 30);
        await().pollDelay(java.time.Duration.ofMillis(800)).until(() -> true);
        var during = node.sink.ledger(SinkPoint.MAIL).size();
        node.mend();

        node.awaitStatus(email, "SENT");
        node.awaitEmpty();
        assertThat(during).isEqualTo(started);
        assertThat(node.sink.messages()).hasSize(31);
        assertThat(node.attempts(email)).isEmpty();
    }

    @Test
    void manyEmailsSurviveManyCutsWithoutASecondCopy() {
        var project = node.project();
        node.emails(project, EmailSource.TRANSACTIONAL, 400);
        node.start();

        for (var cut = 0; cut < 3; cut++) {
            node.sink.awaitMessages(60 * (cut + 1), PipelineNode.TIMEOUT);
            node.cut();
            await().atMost(PipelineNode.TIMEOUT).until(node::knowsOfTheOutage);
            node.mend();
        }

        node.awaitEmpty();
        assertThat(node.db.count("SELECT count(*) FROM emails WHERE status = 'SENT'"))
                .isEqualTo(400);
        assertThat(node.sink.messages()).hasSize(400);
    }

    /** PostgreSQL has marked it as being sent, and nobody heard: until its rescue, in five minutes, only this node knows better. */
    @Test
    void anAttemptThatWasBegunUnheardIsBegunAgainAtOnce() {
        node.loseAnswer("ada@example.org");
        node.start(PipelineSettings.rescuingLate(node.journal()), 20);

        var email = node.email(node.project(), "ada@example.org");

        node.awaitStatus(email, "SENT");
        assertThat(node.sink.messages()).hasSize(1);
    }

    @Test
    void whatCouldNotGoOutWhilePostgresWasAwayGoesOutWhenItIsBack() {
        var keys = node.holdKeys();
        node.start(PipelineSettings.rescuingLate(node.journal()), 20);
        var email = node.email(node.project(), "ada@example.org");
        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> node.outbox(email).get("attempt_started"), Boolean.TRUE::equals);
        node.cut();
        await().atMost(PipelineNode.TIMEOUT).until(node::knowsOfTheOutage);

        keys.complete();
        await().pollDelay(java.time.Duration.ofMillis(300)).until(() -> true);
        node.mend();

        node.awaitStatus(email, "SENT");
        assertThat(node.sink.messages()).hasSize(1);
        assertThat(node.attempts(email))
                .extracting(attempt -> attempt.get("outcome"))
                .containsExactly("SENT");
    }

    /** The database is what is missing; the third failure of its own would end it. */
    @Test
    void whatCannotBeComposedWithoutTheDatabaseIsNotGivenUp() {
        var keys = node.holdKeys();
        var email = node.email(node.project(), "ada@example.org");
        node.db.query("UPDATE outbox SET attempts = 5 WHERE email_id = ?", email);
        node.start(PipelineSettings.rescuingLate(node.journal()), 20);
        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> node.outbox(email).get("attempt_started"), Boolean.TRUE::equals);
        node.cut();
        await().atMost(PipelineNode.TIMEOUT).until(node::knowsOfTheOutage);

        node.giveKeys();
        keys.fail(Failure.of(Failure.Kind.SERVICE_UNAVAILABLE, "The database is away"));
        node.mend();

        node.awaitStatus(email, "SENT");
        assertThat(node.sink.messages()).hasSize(1);
    }
}
