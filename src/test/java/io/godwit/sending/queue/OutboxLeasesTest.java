package io.godwit.sending.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.sending.EmailSource;
import io.godwit.sending.PipelineNode;
import io.godwit.sending.PipelineSettings;
import io.godwit.sending.SendingMessages.Lane;
import io.godwit.sending.attempt.ClaimedEmail;
import io.godwit.sending.queue.OutboxClaimStore.Share;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The rows that a node holds, by its own clock: a node that stood still cannot ask anybody before it sends. */
@CloseFields
class OutboxLeasesTest {

    private static final Duration RENEWED = Duration.ofMillis(500);

    private final PipelineNode node = new PipelineNode();
    private final SendSettings settings = PipelineSettings.hasty(node.journal());
    private final OutboxLeases leases =
            new OutboxLeases(node.db.database(), settings, new SendMetrics(new SimpleMeterRegistry()));

    private ClaimedEmail claimed;

    @BeforeEach
    void claim() {
        var project = node.project();
        node.email(project, "ada@example.org");
        var lane = new Lane(project, EmailSource.TRANSACTIONAL.lane());
        claimed = node.db
                .database()
                .workerTransaction(tx -> new OutboxClaimStore()
                        .claim(tx, List.of(new Share(lane, 1)), settings.lease(), UUID.randomUUID()))
                .await()
                .get(0);
        leases.add(List.of(claimed));
    }

    @Test
    void aRowThatWasNotRenewedUntilAnotherNodeMayTakeItOverIsNotHeldAnyMore() {
        assertThat(leases.isLeased(claimed)).isTrue();

        await().atMost(settings.recoveryDelay().multipliedBy(5)).until(() -> !leases.isLeased(claimed));
    }

    @Test
    void aRowThatIsRenewedIsHeldForLonger() {
        await().atMost(settings.recoveryDelay().multipliedBy(10))
                .during(settings.recoveryDelay().plusSeconds(1))
                .pollInterval(RENEWED)
                .until(this::isHeldAfterRenewal);
    }

    private boolean isHeldAfterRenewal() {
        leases.renew().await();
        return leases.isLeased(claimed);
    }
}
