package io.godwit.sending.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.smtp.SinkBehaviour.Late;
import io.godwit.kit.smtp.SinkMessage;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.sending.DirectNode;
import io.godwit.sending.PipelineNode;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A running node whose egress source another node has taken over. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@CloseFields
class LostSourceTest {

    private static final int MANY = 200;

    /** The messages that go out fast; those behind them are slow, so that they last until a busy node has seen its loss. */
    private static final int BEFORE = 40;

    private DirectNode node;
    private UUID project;

    @BeforeAll
    void start() throws Exception {
        node = DirectNode.start();
        project = node.pipeline.project();
    }

    @Test
    void anEmailThatHasItsConnectionAlreadyWaitsForTheSourceWithoutAnAttempt() {
        var host = node.hostOf("begun.test");
        node.pipeline.awaitStatus(node.email(project, "first@begun.test"), "SENT");
        var keys = node.pipeline.holdKeys();
        var email = node.email(project, "ada@begun.test");
        await().atMost(PipelineNode.TIMEOUT).until(() -> isStarted(email));

        takeOver();
        await().atMost(PipelineNode.TIMEOUT).until(() -> host.openConnections() == 0);
        node.pipeline.giveKeys();
        keys.complete();

        await().atMost(PipelineNode.TIMEOUT).until(() -> !isStarted(email));
        assertThat(node.pipeline.outbox(email)).containsEntry("attempts", 0);
        assertThat(host.accepted()).isEqualTo(1);
        assertThat(host.connections()).isEqualTo(1);

        giveBack();
        node.pipeline.awaitStatus(email, "SENT");
        assertThat(host.accepted()).isEqualTo(2);
    }

    @Test
    void aBacklogStopsAtOnceAndGoesOnWithoutACopyWhenTheSourceComesBack() {
        var host = node.hostOf("many.test")
                .rule(SinkPoint.DOT, BEFORE, new Late(Duration.ofMillis(50)))
                .rule(SinkPoint.DOT, new Late(Duration.ofSeconds(1)));
        node.emails(project, "many.test", MANY);
        host.awaitMessages(20, PipelineNode.TIMEOUT);

        takeOver();
        await().atMost(PipelineNode.TIMEOUT).until(() -> host.openConnections() == 0);
        var accepted = host.accepted();
        var connections = host.connections();
        await().atMost(PipelineNode.TIMEOUT).until(() -> node.queued("many.test", "lease_until > now()") == 0);

        assertThat(accepted).isLessThan(MANY);
        assertThat(host.accepted()).isEqualTo(accepted);
        assertThat(host.connections()).isEqualTo(connections);

        host.polite();
        giveBack();
        host.awaitMessages(MANY, PipelineNode.TIMEOUT);
        await().atMost(PipelineNode.TIMEOUT).until(() -> node.queued("many.test", "true") == 0);
        assertThat(host.messages())
                .extracting(SinkMessage::recipient)
                .hasSize(MANY)
                .doesNotHaveDuplicates();
    }

    /** A node that has just started, or that could not renew its lease, has its source again within seconds. */
    @Test
    void anOldEmailWaitsForTheSourceAsLongAsThatTakes() {
        node.hostOf("old.test");
        node.stop();
        takeOver();
        var email = old(node, "ada@old.test");
        node.restart();
        await().atMost(PipelineNode.TIMEOUT)
                .until(() ->
                        node.queued("old.test", "last_reply LIKE 'No egress source%' AND lease_until IS NULL") == 1);

        giveBack();

        node.pipeline.awaitStatus(email, "SENT");
    }

    @Test
    void anOldEmailWhosePoolHasNoSourceOnAnyNodeIsGivenUp() throws Exception {
        try (var other = DirectNode.start(
                DirectNode.RULES, 100, List.of(DirectNode.SOURCE + " mail.sender.test"), List.of("nobodys"))) {
            other.hostOf("old.test");
            other.stop();
            var email = old(other, "ada@old.test");

            other.restart();

            other.pipeline.awaitStatus(email, "FAILED");
            assertThat(other.pipeline.log(email)).hasEntrySatisfying("error", error -> assertThat(String.valueOf(error))
                    .contains("No egress source"));
        }
    }

    private static UUID old(DirectNode waiting, String address) {
        var email = waiting.email(waiting.pipeline.project(), address);
        waiting.pipeline.db.query("UPDATE outbox SET created_at = now() - interval '3 days' WHERE email_id = ?", email);
        return email;
    }

    @AfterEach
    void giveBackWhatIsTaken() {
        giveBack();
    }

    private boolean isStarted(UUID email) {
        return (boolean) node.pipeline.outbox(email).get("attempt_started");
    }

    private void takeOver() {
        node.pipeline.db.query(
                "UPDATE egress_sources SET holder = ?, lease_until = now() + interval '1 hour', fence = fence + 1 WHERE name = ?",
                UUID.randomUUID(),
                DirectNode.SOURCE);
    }

    private void giveBack() {
        node.pipeline.db.query("UPDATE egress_sources SET lease_until = NULL WHERE name = ?", DirectNode.SOURCE);
    }
}
