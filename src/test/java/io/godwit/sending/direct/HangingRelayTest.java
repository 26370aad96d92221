package io.godwit.sending.direct;

import static org.awaitility.Awaitility.await;

import io.godwit.kit.smtp.SinkGate;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.kit.smtp.SmtpSink;
import io.godwit.sending.PipelineNode;
import io.godwit.templates.EmailClass;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A relay that answers late holds up no email to a mail host, although the same node sends both. */
class HangingRelayTest extends DirectNodeFixture {

    private static final String FROM = "hello@example.test";

    /** More emails than a node holds. */
    private static final int MANY = 300;

    private static final int FEW = 50;

    private SmtpSink host;
    private SinkGate gate;

    @BeforeEach
    void hang() {
        host = node.hostOf("open.test");
        gate = node.pipeline.sink.hold(SinkPoint.DATA);
    }

    @Test
    void emailsOfAnotherProjectAreSentDirectMeanwhile() {
        var other = node.pipeline.project();
        chooseRelay(other, "");

        assertSentBeside(other, EmailClass.TRANSACTIONAL);
    }

    @Test
    void emailsOfAnotherClassOfTheProjectAreSentDirectMeanwhile() {
        chooseRelay(project, "MARKETING");

        assertSentBeside(project, EmailClass.MARKETING);
    }

    /** As those are that were queued before the choice: in the lane of those that go direct. */
    @Test
    void emailsForTheRelayThatAreClaimedWithOthersArePutBackToTheirOwnLane() {
        chooseRelay(project, "MARKETING");
        node.accept(project, EmailClass.MARKETING, FROM, "relayed.test", MANY);
        gate.awaitReached(PipelineNode.TIMEOUT);

        node.pipeline.db.query("UPDATE outbox SET destination = 0 WHERE destination = -1 AND lease_until IS NULL");

        await().atMost(PipelineNode.TIMEOUT).until(() -> node.queued("relayed.test", "destination = 0") == 0);
        gate.open();
        node.pipeline.sink.awaitMessages(MANY, PipelineNode.TIMEOUT);
    }

    /** Queues many emails for the relay that hangs, and sees that a few of the project go direct beside them. */
    private void assertSentBeside(UUID relayed, EmailClass relayedClass) {
        node.accept(relayed, relayedClass, FROM, "relayed.test", MANY);
        gate.awaitReached(PipelineNode.TIMEOUT);

        node.accept(project, EmailClass.TRANSACTIONAL, FROM, "open.test", FEW);

        host.awaitMessages(FEW, PipelineNode.TIMEOUT);
        gate.open();
        node.pipeline.sink.awaitMessages(MANY, PipelineNode.TIMEOUT);
    }

    private void chooseRelay(UUID chooser, String emailClass) {
        node.choose(chooser, "", emailClass, "relay");
        node.restart();
    }
}
