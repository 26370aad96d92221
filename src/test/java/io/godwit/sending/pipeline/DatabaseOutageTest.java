package io.godwit.sending.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.core.Failure;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.sending.EmailSource;
import io.godwit.sending.PipelineNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** PostgreSQL goes away while mail is under way. */
class DatabaseOutageTest {

    private final PipelineNode room = PipelineNode.behindAWire();

    @AfterEach
    void close() {
        room.close();
    }

    @Test
    void anAcceptanceIsRecordedWhenPostgresIsBackAndNothingIsStartedMeanwhile() {
        var gate = room.sink.hold(SinkPoint.DOT);
        var project = room.project();
        var email = room.email(project, "ada@example.org");
        room.start();
        gate.awaitReached(PipelineNode.TIMEOUT);
        room.cut();

        gate.open();
        await().atMost(PipelineNode.TIMEOUT).until(room::knowsOfTheOutage);
        var started = room.sink.ledger(SinkPoint.MAIL).size();
        room.emails(project, EmailSource.TRANSACTIONAL, 30);
        await().pollDelay(java.time.Duration.ofMillis(800)).until(() -> true);
        var during = room.sink.ledger(SinkPoint.MAIL).size();
        room.mend();

        room.awaitStatus(email, "SENT");
        room.awaitEmpty();
        assertThat(during).isEqualTo(started);
        assertThat(room.sink.messages()).hasSize(31);
        assertThat(room.attempts(email)).isEmpty();
    }

    @Test
    void manyEmailsSurviveManyCutsWithoutASecondCopy() {
        var project = room.project();
        room.emails(project, EmailSource.TRANSACTIONAL, 400);
        room.start();

        for (var cut = 0; cut < 3; cut++) {
            room.sink.awaitMessages(60 * (cut + 1), PipelineNode.TIMEOUT);
            room.cut();
            await().atMost(PipelineNode.TIMEOUT).until(room::knowsOfTheOutage);
            room.mend();
        }

        room.awaitEmpty();
        assertThat(room.db.count("SELECT count(*) FROM emails WHERE status = 'SENT'"))
                .isEqualTo(400);
        assertThat(room.sink.messages()).hasSize(400);
    }

    /** PostgreSQL has marked it as being sent, and nobody heard: until its rescue, in five minutes, only this node knows better. */
    @Test
    void anAttemptThatWasBegunUnheardIsBegunAgainAtOnce() {
        room.loseAnswer("ada@example.org");
        room.start(room.rescuingLate(), 20);

        var email = room.email(room.project(), "ada@example.org");

        room.awaitStatus(email, "SENT");
        assertThat(room.sink.messages()).hasSize(1);
    }

    @Test
    void whatCouldNotGoOutWhilePostgresWasAwayGoesOutWhenItIsBack() {
        var keys = room.holdKeys();
        room.start(room.rescuingLate(), 20);
        var email = room.email(room.project(), "ada@example.org");
        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> room.outbox(email).get("attempt_started"), Boolean.TRUE::equals);
        room.cut();
        await().atMost(PipelineNode.TIMEOUT).until(room::knowsOfTheOutage);

        keys.complete();
        await().pollDelay(java.time.Duration.ofMillis(300)).until(() -> true);
        room.mend();

        room.awaitStatus(email, "SENT");
        assertThat(room.sink.messages()).hasSize(1);
        assertThat(room.attempts(email))
                .extracting(attempt -> attempt.get("outcome"))
                .containsExactly("SENT");
    }

    /** What is missing is the database; the third failure of its own would end it. */
    @Test
    void whatCannotBeComposedWithoutTheDatabaseIsNotGivenUp() {
        var keys = room.holdKeys();
        var email = room.email(room.project(), "ada@example.org");
        room.db.query("UPDATE outbox SET attempts = 5 WHERE email_id = ?", email);
        room.start(room.rescuingLate(), 20);
        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> room.outbox(email).get("attempt_started"), Boolean.TRUE::equals);
        room.cut();
        await().atMost(PipelineNode.TIMEOUT).until(room::knowsOfTheOutage);

        room.giveKeys();
        keys.fail(Failure.of(Failure.Kind.SERVICE_UNAVAILABLE, "The database is away"));
        room.mend();

        room.awaitStatus(email, "SENT");
        assertThat(room.sink.messages()).hasSize(1);
    }
}
