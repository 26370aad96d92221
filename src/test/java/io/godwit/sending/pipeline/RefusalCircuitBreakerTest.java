package io.godwit.sending.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.core.id.ProjectId;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.sending.PipelineNode;
import io.godwit.sending.PipelineSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same refusal for many recipients of different domains is about the mail server or about us. */
@CloseFields
class RefusalCircuitBreakerTest {

    private final PipelineNode node = new PipelineNode();

    @ParameterizedTest
    @ValueSource(strings = {"550 relay not permitted", "550 5.1.1 User unknown", "550 Rejected", "554 5.7.1 Spam"})
    void aRefusalEverybodyGetsSuppressesNobodyAndTheMailGoesOutWhenTheServerIsMended(String reply) {
        node.sink.rule(SinkPoint.RCPT, new SinkBehaviour.Reply(reply));
        var project = node.project();
        var emails = campaign(project, 60);
        node.start();
        await().atMost(PipelineNode.TIMEOUT).until(() -> open(project) == 1);
        await().atMost(PipelineNode.TIMEOUT).until(() -> probes(project) >= 2);
        var refusedBefore = node.sink.ledger(SinkPoint.RCPT).size();

        node.sink.polite();

        emails.forEach(email -> node.awaitStatus(email, "SENT"));
        assertThat(node.db.count("SELECT count(*) FROM suppressions")).isZero();
        assertThat(node.db.count("SELECT count(*) FROM contacts WHERE NOT subscribed"))
                .isZero();
        assertThat(node.db.count("SELECT count(*) FROM events WHERE name IN ('email.bounce', 'contact.unsubscribed')"))
                .isZero();
        assertThat(node.sink.messages()).hasSize(60);
        assertThat(refusedBefore).isLessThan(60);
        assertThat(open(project)).isZero();
    }

    @Test
    void refusalsThatComeSlowlyWaitForTheOthersAndSuppressNobody() {
        node.sink.rule(SinkPoint.RCPT, new SinkBehaviour.Reply("550 5.1.1 User unknown"));
        var project = node.project();
        var first = campaign(project, 9);
        node.start();
        await().atMost(PipelineNode.TIMEOUT).until(() -> heldTwice() == first.size());

        var late = node.email(project, "reader@late.example.org");
        await().atMost(PipelineNode.TIMEOUT).until(() -> open(project) == 1);
        node.sink.polite();

        first.forEach(email -> node.awaitStatus(email, "SENT"));
        node.awaitStatus(late, "SENT");
        assertThat(node.db.count("SELECT count(*) FROM suppressions")).isZero();
    }

    @Test
    void refusalsThatStayFewBounceWhenTheyHaveWaited() {
        node.sink.rule(SinkPoint.RCPT, new SinkBehaviour.Reply("550 5.1.1 User unknown"));
        var project = node.project();
        var emails = campaign(project, 4);
        node.start();

        emails.forEach(email -> node.awaitStatus(email, "BOUNCED"));
        assertThat(open(project)).isZero();
    }

    @Test
    void anEmailThatIsBeingSentWhenItsRefusalIsFreedIsNotClaimedOnceMore() {
        var project = node.project();
        var sending = node.email(project, "probe@example.org");
        var held = node.email(project, "held@example.org");
        node.db.query(
                "UPDATE outbox SET refusal = '{\"pattern\": \"no\", \"stage\": \"RCPT\", \"code\": 550, \"text\": \"550 no\"}', due_at = now() + interval '1 hour'");
        node.db.query(
                "UPDATE outbox SET attempt_started = true, lease_until = now() + interval '1 hour' WHERE email_id = ?",
                sending);

        new RefusalCircuitBreakerStore()
                .free(node.db.database().workers(), Optional.of(new ProjectId(project)), "no")
                .await();

        assertThat(node.db.query("SELECT email_id FROM outbox WHERE due_at <= now()"))
                .extracting(row -> row.get("email_id"))
                .containsExactly(held);
    }

    @Test
    void deadAddressesAmongOthersBounceAndPauseNothing() {
        var project = node.project();
        var emails = new ArrayList<UUID>();
        var dead = new ArrayList<UUID>();
        for (var number = 0; number < 48; number++) {
            var isDead = number % 4 == 3;
            var address = (isDead ? "dead" : "alive") + number + "@host" + number + ".example.org";
            (isDead ? dead : emails).add(node.email(project, address));
        }
        node.sink.ruleFor("dead", new SinkBehaviour.Reply("550 5.1.1 User unknown"));
        node.start();

        emails.forEach(email -> node.awaitStatus(email, "SENT"));
        dead.forEach(email -> node.awaitStatus(email, "BOUNCED"));
        assertThat(node.db.count("SELECT count(*) FROM suppressions")).isEqualTo(12);
        assertThat(node.meters
                        .counter("godwit.sending.refusals", "class", "DEAD")
                        .count())
                .isEqualTo(12);
        assertThat(open(project)).isZero();
    }

    @Test
    void manyRefusalsOfOneDomainPauseNothing() {
        node.sink.rule(SinkPoint.RCPT, new SinkBehaviour.Reply("550 5.1.1 User unknown"));
        var project = node.project();
        var emails = new ArrayList<UUID>();
        for (var number = 0; number < 30; number++) {
            emails.add(node.email(project, "dead" + number + "@example.org"));
        }
        node.start();

        emails.forEach(email -> node.awaitStatus(email, "BOUNCED"));
        assertThat(node.db.count("SELECT count(*) FROM refusal_breakers")).isZero();
    }

    @Test
    void aRefusalOfSeveralProjectsPausesTheMailOfAllAndNobodyBounces() {
        node.sink.rule(SinkPoint.RCPT, new SinkBehaviour.Reply("550 5.1.1 User unknown"));
        var emails = new ArrayList<UUID>();
        for (var number = 0; number < 6; number++) {
            emails.addAll(campaign(node.project(), 4));
        }
        node.start(PipelineSettings.withLongRefusalWaits(node.journal()), 20);
        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> node.state.detail().get("status").equals("away"));
        awaitRefusalsRecorded();
        var late = node.email(node.project(), "late@elsewhere.example.org");
        await().atMost(PipelineNode.TIMEOUT).until(() -> notifiedWithoutPause() >= 3);

        node.sink.polite();

        emails.forEach(email -> node.awaitStatus(email, "SENT"));
        node.awaitStatus(late, "SENT");
        assertThat(node.db.count("SELECT count(*) FROM suppressions")).isZero();
        assertThat(node.db.count("SELECT count(*) FROM emails WHERE status <> 'SENT'"))
                .isZero();
    }

    /** Each node alone sees six recipients, of whom ten are needed. */
    @Test
    void refusalsThatComeToTwoNodesCountTogether() {
        node.sink.rule(SinkPoint.RCPT, new SinkBehaviour.Reply("550 5.1.1 User unknown"));
        node.sink.rule(SinkPoint.MAIL, new SinkBehaviour.Late(Duration.ofSeconds(1)));
        var project = node.project();
        var emails = campaign(project, 12);
        node.start(PipelineSettings.withLongRefusalWaits(node.journal()), 3);
        node.start(PipelineSettings.withLongRefusalWaits(node.journal().resolveSibling("other")), 3);

        await().atMost(PipelineNode.TIMEOUT).until(() -> open(project) == 1);
        node.sink.polite();

        emails.forEach(email -> node.awaitStatus(email, "SENT"));
        assertThat(node.db.count("SELECT count(*) FROM suppressions")).isZero();
    }

    @Test
    void deadAddressesAmongOthersOfTwoNodesBounceAndPauseNothing() {
        var project = node.project();
        var emails = new ArrayList<UUID>();
        var dead = new ArrayList<UUID>();
        for (var number = 0; number < 48; number++) {
            var isDead = number % 4 == 3;
            var address = (isDead ? "dead" : "alive") + number + "@host" + number + ".example.org";
            (isDead ? dead : emails).add(node.email(project, address));
        }
        node.sink.ruleFor("dead", new SinkBehaviour.Reply("550 5.1.1 User unknown"));
        node.start(PipelineSettings.hasty(node.journal()), 3);
        node.start(PipelineSettings.hasty(node.journal().resolveSibling("other")), 3);

        emails.forEach(email -> node.awaitStatus(email, "SENT"));
        dead.forEach(email -> node.awaitStatus(email, "BOUNCED"));
        assertThat(node.db.count("SELECT count(*) FROM refusal_breakers")).isZero();
    }

    @Test
    void anotherProjectsMailGoesOutMeanwhile() {
        node.sink.ruleFor("reader", new SinkBehaviour.Reply("550 5.1.1 User unknown"));
        var project = node.project();
        campaign(project, 30);
        node.start();
        await().atMost(PipelineNode.TIMEOUT).until(() -> open(project) == 1);

        var other = node.email(node.project(), "ada@example.org");

        node.awaitStatus(other, "SENT");
        assertThat(open(project)).isEqualTo(1);
    }

    /** A refusal that is recorded only after the server takes mail again is one of a server that works. */
    private void awaitRefusalsRecorded() {
        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> node.db.count("SELECT count(*) FROM outbox WHERE attempt_started AND lease_until > now()")
                        == 0);
    }

    private long notifiedWithoutPause() {
        return node.db.count(
                "SELECT count(*) FROM refusal_breakers WHERE closed_at IS NOT NULL AND notified_at IS NOT NULL");
    }

    /** Each to a domain of its own. */
    private List<UUID> campaign(UUID project, int readers) {
        var emails = new ArrayList<UUID>();
        for (var number = 0; number < readers; number++) {
            var domain = "host" + number + "." + project.toString().substring(0, 8) + ".example.org";
            emails.add(node.email(project, "reader" + number + "@" + domain));
        }
        return emails;
    }

    /** Returns the number of refusals that wait for longer than the first time, which is a second here. */
    private long heldTwice() {
        return node.db.count(
                "SELECT count(*) FROM outbox WHERE due_at > (refusal ->> 'since')::timestamptz + interval '1500 ms'");
    }

    private long open(UUID project) {
        return node.db.count(
                "SELECT count(*) FROM refusal_breakers WHERE project_id = ? AND closed_at IS NULL", project);
    }

    private long probes(UUID project) {
        return node.db.count("SELECT coalesce(sum(probes), 0) FROM refusal_breakers WHERE project_id = ?", project);
    }
}
