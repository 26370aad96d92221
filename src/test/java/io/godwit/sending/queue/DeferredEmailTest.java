package io.godwit.sending.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.sending.PipelineNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What can be seen of mail that waits for its next attempt. */
class DeferredEmailTest {

    private final PipelineNode room = new PipelineNode();

    @AfterEach
    void close() {
        room.close();
    }

    @Test
    void itsLastReplyIsKeptAndItIsCountedAsDeferred() {
        room.sink.rule(SinkPoint.RCPT, new SinkBehaviour.Answer("451 4.3.0 Come back later"));
        var email = room.email(room.project(), "ada@example.org");
        room.start();
        await().atMost(PipelineNode.TIMEOUT).until(() -> room.outbox(email).get("last_reply") != null);

        var depth = new OutboxClaimStore().depth(room.db.database().workers()).await();

        assertThat(room.outbox(email)).containsEntry("last_reply", "451 4.3.0 Come back later");
        assertThat(depth.rows()).isEqualTo(1);
        room.sink.polite();
        room.awaitStatus(email, "SENT");
    }

    @Test
    void aMailThatWasNeverTriedIsNotDeferred() {
        var project = room.project();
        room.email(project, "ada@example.org");
        var deferred = room.email(project, "bob@example.org");
        room.db.query(
                "UPDATE outbox SET attempts = 1, created_at = now() - interval '1 hour', due_at = now() + interval '1 hour' "
                        + "WHERE email_id = ?",
                deferred);

        var depth = new OutboxClaimStore().depth(room.db.database().workers()).await();

        assertThat(depth.rows()).isEqualTo(2);
        assertThat(depth.deferred()).isEqualTo(1);
        assertThat(depth.oldestDeferredSeconds()).isBetween(3_600L, 3_700L);
    }
}
