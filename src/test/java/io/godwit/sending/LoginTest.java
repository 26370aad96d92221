package io.godwit.sending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.Behaviour;
import io.godwit.kit.Point;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A wrong password of ours (SP-4 and SP-5 of the reliability reference, stage AUTH). */
class LoginTest {

    private static final int QUEUED = 1_000;

    private final Mailroom room = Mailroom.withLogin();

    @AfterEach
    void close() {
        room.close();
    }

    @Test
    void aRefusedLoginFailsNoneOfAThousandMailsAndTheyGoOutOnceItWorks() {
        room.sink.rule(Point.AUTH, new Behaviour.Answer("535 5.7.8 Wrong password"));
        var project = room.project();
        room.emails(project, Source.TRANSACTIONAL, QUEUED);
        room.start();
        await().atMost(Mailroom.PATIENCE)
                .until(() -> room.sink.ledger(Point.AUTH).size() > 25);
        var refused = room.sink.ledger(Point.AUTH).size();

        room.sink.polite();

        await().atMost(Duration.ofSeconds(60)).until(() -> room.db.count("SELECT count(*) FROM outbox") == 0);
        assertThat(room.db.count("SELECT count(*) FROM emails WHERE status = 'SENT'"))
                .isEqualTo(QUEUED);
        assertThat(room.sink.accepted()).isEqualTo(QUEUED);
        // Those that were under way when the door shut, and then one at a time.
        assertThat(room.db.count("SELECT count(*) FROM email_attempts WHERE outcome = 'DEFERRED'"))
                .isBetween(1L, refused + 20L);
    }

    @Test
    void aLoginThatIsRefusedForAMomentIsOneAttempt() {
        room.sink.rule(Point.AUTH, 2, new Behaviour.Answer("454 4.7.0 Try again"));
        var project = room.project();
        var email = room.email(project, "ada@example.org");

        room.start();

        room.awaitStatus(email, "SENT");
        assertThat(room.attempts(email)).hasSize(2);
        assertThat(room.attempts(email).get(0))
                .containsEntry("outcome", "DEFERRED")
                .containsEntry("stage", "CONNECT")
                .containsEntry("code", 454);
    }
}
