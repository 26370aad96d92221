package io.godwit.sending;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.Behaviour;
import io.godwit.kit.Point;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Stopping a node in the middle of its work (SP-18 of the reliability reference). */
class ShutdownTest {

    private final Mailroom room = new Mailroom();

    @AfterEach
    void close() {
        room.close();
    }

    @Test
    void whatIsOnTheWireIsFinishedAndTheRestIsGivenBack() {
        var project = room.project();
        room.emails(project, Source.TRANSACTIONAL, 50);
        room.sink.rule(Point.DOT, new Behaviour.Late(Duration.ofMillis(1500)));
        var node = room.start();
        Awaitility.await()
                .atMost(Mailroom.PATIENCE)
                .until(() -> room.sink.ledger(Point.DATA).size() >= 20);

        room.stop(node);

        assertThat(room.db.count("SELECT count(*) FROM emails WHERE status = 'SENT'"))
                .isEqualTo(room.sink.accepted());
        assertThat(room.sink.accepted()).isGreaterThanOrEqualTo(20);
        assertThat(room.db.count("SELECT count(*) FROM outbox")).isEqualTo(50 - room.sink.accepted());
        assertThat(room.db.count(
                        "SELECT count(*) FROM outbox WHERE sending OR lease_until IS NOT NULL OR due_at > now()"))
                .isZero();
    }

    @Test
    void aStopDoesNotWaitLongerThanItsLimitAndTheJournalOutlivesIt() {
        var project = room.project();
        var email = room.email(project, "ada@example.org");
        room.sink.rule(Point.DOT, 1, new Behaviour.Silence());
        var node = room.start();
        Awaitility.await()
                .atMost(Mailroom.PATIENCE)
                .until(() -> !room.sink.ledger(Point.DATA).isEmpty());
        var started = System.nanoTime();

        room.stop(node);

        assertThat(Duration.ofNanos(System.nanoTime() - started))
                .isBetween(Duration.ofSeconds(4), Duration.ofSeconds(15));
        assertThat(room.outbox(email)).containsEntry("sending", true);
        assertThat(room.status(email)).isEqualTo("PENDING");
    }
}
