package io.godwit.sending.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.smtp.SinkBehaviour.Late;
import io.godwit.kit.smtp.SinkBehaviour.Reply;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.kit.smtp.SmtpSink;
import io.godwit.sending.DirectNode;
import io.godwit.sending.EmailSource;
import io.godwit.sending.PipelineNode;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults under which emails leave once, as to a relay: PostgreSQL away, a stop, slow hosts, poisoned rows, recipients who say no. */
class DirectFaultTest {

    private static final String DOMAIN = "reader.test";
    private static final String SITE = "mx." + DOMAIN;

    private DirectNode node;

    @AfterEach
    void close() {
        node.close();
    }

    @Test
    void anAcceptanceIsRecordedWhenPostgresIsBackAndNothingIsStartedMeanwhile() throws Exception {
        node = DirectNode.startBehindAWire();
        var host = node.hostOf(DOMAIN);
        var gate = host.hold(SinkPoint.DOT);
        var project = node.pipeline.project();
        var email = node.email(project, "ada@" + DOMAIN);
        gate.awaitReached(PipelineNode.TIMEOUT);
        node.pipeline.cut();

        gate.open();
        await().atMost(PipelineNode.TIMEOUT).until(node.pipeline::knowsOfTheOutage);
        var started = host.ledger(SinkPoint.MAIL).size();
        node.emails(project, DOMAIN, 30);
        var during = startedWithin(host, Duration.ofMillis(800));
        node.pipeline.mend();

        node.pipeline.awaitStatus(email, "SENT");
        node.pipeline.awaitEmpty();
        assertThat(during).isEqualTo(started);
        assertThat(host.messages()).hasSize(31);
        assertThat(node.pipeline.attempts(email))
                .extracting(attempt -> attempt.get("outcome"))
                .containsExactly("SENT");
    }

    /** There is nothing to wait for when nothing is started. */
    private static int startedWithin(SmtpSink host, Duration time) {
        await().pollDelay(time).until(() -> true);
        return host.ledger(SinkPoint.MAIL).size();
    }

    @Test
    void atAStopWhatIsOnTheWireIsFinishedAndTheRestIsGivenBack() throws Exception {
        node = DirectNode.start();
        var host = node.hostOf(DOMAIN).rule(SinkPoint.DOT, new Late(Duration.ofMillis(1500)));
        var project = node.pipeline.project();
        node.emails(project, DOMAIN, 50);
        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> !host.ledger(SinkPoint.DATA).isEmpty());

        node.stop();

        var accepted = host.accepted();
        assertThat(accepted).isPositive();
        assertThat(node.pipeline.db.count("SELECT count(*) FROM emails WHERE status = 'SENT'"))
                .isEqualTo(accepted);
        assertThat(node.queued(DOMAIN, "true")).isEqualTo(50 - accepted);
        assertThat(node.queued(DOMAIN, "attempt_started OR lease_until IS NOT NULL"))
                .isZero();
    }

    /** The host takes two thirds of the time it has for its last reply. */
    @Test
    void aHostThatIsSlowToAcceptGetsNoCopy() throws Exception {
        node = DirectNode.startWaiting(Duration.ofSeconds(6));
        var host = node.hostOf(DOMAIN).rule(SinkPoint.DOT, 2, new Late(Duration.ofSeconds(4)));
        var project = node.pipeline.project();

        node.emails(project, DOMAIN, 5);

        node.pipeline.awaitEmpty();
        assertThat(node.pipeline.db.count("SELECT count(*) FROM emails WHERE status = 'SENT'"))
                .isEqualTo(5);
        assertThat(host.messages()).hasSize(5);
    }

    @Test
    void aPoisonedRowFailsAndItsNeighboursAreSent() throws Exception {
        node = DirectNode.start();
        var host = node.hostOf(DOMAIN);
        var project = node.pipeline.project();
        var poison = node.email(project, "not an address\r\nX-Evil: 1@" + DOMAIN);
        node.emails(project, DOMAIN, 100);

        node.pipeline.awaitStatus(poison, "FAILED");
        node.pipeline.awaitEmpty();
        assertThat(host.messages()).hasSize(100);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE contacts SET subscribed = false WHERE project_id = ?",
                "DELETE FROM contacts WHERE project_id = ?",
                "INSERT INTO suppressions (project_id, email, reason) SELECT project_id, to_email, 'COMPLAINT' FROM emails"
                        + " WHERE project_id = ?",
                "UPDATE projects SET disabled = true WHERE id = ?"
            })
    void anEmailThatWaitsForAClosedSiteIsNotSentWhenItMayNotBeAnyMore(String change) throws Exception {
        node = DirectNode.start();
        var host = node.hostOf(DOMAIN).rule(SinkPoint.GREETING, new Reply("554 5.3.2 Not today"));
        var project = node.pipeline.project();
        var content = node.pipeline.content(project, "News", "<p>News</p>");
        var email = node.pipeline.email(
                project, "ada@" + DOMAIN, EmailSource.CAMPAIGN, "MARKETING", "{\"kept\": {}}", content);
        await().atMost(PipelineNode.TIMEOUT).until(this::isSiteClosed);
        node.pipeline.db.query(change, project);
        host.polite();
        var other = node.email(node.pipeline.project(), "bob@" + DOMAIN);

        await().atMost(PipelineNode.TIMEOUT).pollInterval(Duration.ofSeconds(1)).until(() -> isSentAtLast(other));

        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> node.pipeline.status(email), status -> !status.equals("PENDING"));
        assertThat(node.pipeline.status(email)).isNotEqualTo("SENT");
        assertThat(host.messages()).hasSize(1);
    }

    /** An email that a node holds at that moment does not hear that the site is to be tried. */
    private boolean isSentAtLast(UUID email) {
        var isSent = node.pipeline.status(email).equals("SENT");
        if (!isSent) {
            node.tryNow(SITE);
        }
        return isSent;
    }

    private boolean isSiteClosed() {
        return node.pipeline.db.count(
                        "SELECT count(*) FROM shaping_states WHERE site = ? AND suspensions <> '[]'", SITE)
                == 1;
    }
}
