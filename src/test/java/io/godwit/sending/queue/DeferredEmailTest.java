package io.godwit.sending.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.sending.PipelineNode;
import io.godwit.sending.PipelineSettings;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

/** Tests what is shown of mail that waits for its next attempt. */
@CloseFields
class DeferredEmailTest {

    private final PipelineNode node = new PipelineNode();

    @Test
    void itsLastReplyIsKeptAndItIsCountedAsDeferred() {
        node.sink.rule(SinkPoint.RCPT, new SinkBehaviour.Reply("451 4.3.0 Come back later"));
        var email = node.email(node.project(), "ada@example.org");
        // The first pause is about ten seconds, so that it has not ended when the rows are counted.
        node.start(PipelineSettings.hasty(node.journal(), 1), 20);
        await().atMost(PipelineNode.TIMEOUT).until(() -> node.outbox(email).get("last_reply") != null);

        var depth = new OutboxDepthStore().depth(node.db.database().workers()).await();

        assertThat(node.outbox(email)).containsEntry("last_reply", "451 4.3.0 Come back later");
        assertThat(depth.rows()).isEqualTo(1);
        assertThat(depth.deferred()).isEqualTo(1);
        node.sink.polite();
        node.endPauses();
        node.awaitStatus(email, "SENT");
    }

    @Test
    void theWholeDialogueWithTheRelayIsKeptWhereItFailed() {
        node.sink.rule(SinkPoint.RCPT, new SinkBehaviour.Reply("451 4.3.0 Come back later"));
        var email = node.email(node.project(), "ada@example.org");
        node.start();
        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> node.db.count("SELECT count(*) FROM email_attempts WHERE evidence IS NOT NULL") > 0);

        var evidence = new JsonObject(String.valueOf(
                node.db.value("SELECT evidence FROM email_attempts WHERE evidence IS NOT NULL LIMIT 1")));

        assertThat(evidence.getString("host")).isNotEmpty();
        assertThat(evidence.containsKey("source")).isFalse();
        assertThat(evidence.getJsonArray("steps").encode()).contains("EHLO", "MAIL", "451", "Come back later");
        node.sink.polite();
        node.awaitStatus(email, "SENT");
        assertThat(String.valueOf(node.db.value(
                        "SELECT evidence FROM email_attempts WHERE outcome = 'SENT' AND email_id = ?", email)))
                .contains("RCPT", "dot");
    }

    @Test
    void aMailThatWasNeverTriedIsNotDeferred() {
        var project = node.project();
        node.email(project, "ada@example.org");
        var deferred = node.email(project, "bob@example.org");
        node.db.query(
                "UPDATE outbox SET attempts = 1, created_at = now() - interval '1 hour', due_at = now() + interval '1 hour' "
                        + "WHERE email_id = ?",
                deferred);

        var depth = new OutboxDepthStore().depth(node.db.database().workers()).await();

        assertThat(depth.rows()).isEqualTo(2);
        assertThat(depth.deferred()).isEqualTo(1);
        assertThat(depth.oldestDeferredSeconds()).isBetween(3_600L, 3_700L);
    }
}
