package io.godwit.sending;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of an email when all goes well. */
class DeliveryTest {

    private final Mailroom room = new Mailroom();

    @AfterEach
    void close() {
        room.close();
    }

    @Test
    void aQueuedEmailReachesTheMailServerAndTheLog() {
        var project = room.project();
        var email = room.email(project, "ada@example.org");

        room.start();

        var received = room.sink.next();
        assertThat(received.recipient()).isEqualTo("ada@example.org");
        assertThat(received.header("Subject")).contains("Hi Ada");
        assertThat(received.messageId()).isEqualTo(email + "." + project + "@example.test");
        room.awaitStatus(email, "SENT");
        assertThat(room.log(email).get("reply")).asString().startsWith("250");
        assertThat(room.events(email)).containsExactly("email.sent");
        assertThat(room.attempts(email)).isEmpty();
        assertThat(room.db.count("SELECT count(*) FROM outbox")).isZero();
    }
}
