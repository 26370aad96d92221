package io.godwit.sending.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.smtp.SinkPoint;
import io.godwit.sending.PipelineNode;
import io.godwit.templates.EmailClass;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Emails to a site that direct delivery cannot reach, of which some leave by the relay. */
class MixedModesTest extends DirectNodeFixture {

    private static final String CLOSED = "closed.test";
    private static final String FROM = "hello@example.test";
    private static final int MANY = 50;

    private UUID other;

    @BeforeEach
    void addProject() {
        other = node.pipeline.project();
    }

    @Test
    void emailsOfAProjectThatUsesTheRelayAreSentWhileTheSiteIsClosed() {
        chooseRelay(other, "", "");
        close();

        node.accept(other, EmailClass.TRANSACTIONAL, FROM, CLOSED, MANY);

        awaitSentByRelay();
    }

    @Test
    void emailsThatWaitForTheSiteAreSentWhenTheirProjectChoosesTheRelay() {
        close();
        node.accept(other, EmailClass.TRANSACTIONAL, FROM, CLOSED, MANY);
        await().atMost(PipelineNode.TIMEOUT).until(() -> node.queued(CLOSED, "destination > 0") == MANY + 1);

        node.choose(other, "", "", "relay");

        awaitSentByRelay();
    }

    @Test
    void emailsOfAClassThatUsesTheRelayAreSentWhileTheSiteIsClosed() {
        chooseRelay(project, "", "MARKETING");
        close();

        node.accept(project, EmailClass.MARKETING, FROM, CLOSED, MANY);

        awaitSentByRelay();
    }

    @Test
    void emailsOfASenderWhoUsesTheRelayAreSentWhileTheSiteIsClosed() {
        chooseRelay(project, "news.example.test", "");
        close();

        node.accept(project, EmailClass.TRANSACTIONAL, "hello@news.example.test", CLOSED, MANY);

        awaitSentByRelay();
    }

    @Test
    void emailsThatWaitForTheSiteAreSentWhenTheRelayIsChosenForTheirClass() {
        close();
        node.accept(project, EmailClass.MARKETING, FROM, CLOSED, MANY);
        await().atMost(PipelineNode.TIMEOUT).until(() -> node.queued(CLOSED, "destination > 0") == MANY + 1);

        node.choose(project, "", "MARKETING", "relay");

        awaitSentByRelay();
    }

    @Test
    void emailsThatWaitForTheRelayAreNotSaidToWaitForTheSite() {
        chooseRelay(other, "", "");
        close();
        var gate = node.pipeline.sink.hold(SinkPoint.DATA);
        node.accept(other, EmailClass.TRANSACTIONAL, FROM, CLOSED, MANY);

        node.accept(project, EmailClass.TRANSACTIONAL, FROM, CLOSED, MANY);

        await().atMost(PipelineNode.TIMEOUT).until(() -> delays(project) == MANY + 1);
        assertThat(delays(other)).isZero();
        gate.open();
        awaitSentByRelay();
    }

    /** Restarts the node, which reads choices every five seconds otherwise. */
    private void chooseRelay(UUID chooser, String domain, String emailClass) {
        node.choose(chooser, domain, emailClass, "relay");
        node.restart();
    }

    /** Makes a site that is suspended and has a number in the outbox, because an email of the first project waits for it. */
    private void close() {
        node.dns.mx(CLOSED, 10, "mx." + CLOSED);
        node.address("mx." + CLOSED);
        node.email(project, "first@" + CLOSED);
        await().atMost(PipelineNode.TIMEOUT).until(() -> node.queued(CLOSED, "destination > 0") == 1);
    }

    /** Waits until all emails but the first have left, which still waits for the site. */
    private void awaitSentByRelay() {
        node.pipeline.sink.awaitMessages(MANY, PipelineNode.TIMEOUT);
        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> node.pipeline.db.count("SELECT count(*) FROM emails WHERE status = 'SENT'") == MANY);
    }

    private long delays(UUID sender) {
        return node.pipeline.db.count(
                "SELECT count(*) FROM events WHERE name = 'email.delayed' AND project_id = '" + sender + "'");
    }
}
