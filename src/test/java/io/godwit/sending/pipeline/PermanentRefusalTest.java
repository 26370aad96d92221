package io.godwit.sending.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.sending.EmailSource;
import io.godwit.sending.PipelineNode;
import io.godwit.sending.PipelineSettings;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Permanent refusals, and what keeps an email from being tried at all. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@CloseFields
class PermanentRefusalTest {

    private final PipelineNode node = new PipelineNode();
    private UUID project;
    private RefusedEmails emails;

    @BeforeAll
    void start() {
        project = node.project();
        emails = new RefusedEmails(node, project);
        node.start();
    }

    @AfterEach
    void bePolite() {
        node.sink.polite();
    }

    private long countedSubscribed() {
        return node.db.count("SELECT coalesce(sum((deltas ->> 'subscribed')::bigint), 0) FROM contact_deltas");
    }

    @Test
    void aDeadAddressBouncesIsSuppressedAndUnsubscribed() {
        node.sink.rule(SinkPoint.RCPT, 1, new SinkBehaviour.Reply("550 5.1.1 No such user"));
        var subscribedBefore = countedSubscribed();

        var email = node.email(project, "dead@example.org");

        node.awaitStatus(email, "BOUNCED");
        assertThat(countedSubscribed()).isEqualTo(subscribedBefore - 1);
        assertThat(node.events(email)).containsExactlyInAnyOrder("email.bounce", "contact.unsubscribed");
        assertThat(node.log(email).get("error")).asString().isEqualTo("550 5.1.1 No such user");
        assertThat(node.attempts(email)).hasSize(1);
        assertThat(node.attempts(email).get(0))
                .containsEntry("outcome", "BOUNCED")
                .containsEntry("stage", "RCPT");
        assertThat(node.db.query("SELECT * FROM suppressions WHERE email = 'dead@example.org'"))
                .singleElement()
                .satisfies(
                        row -> assertThat(row).containsEntry("reason", "BOUNCE").containsEntry("email_id", email));
        assertThat(node.db.value("SELECT subscribed FROM contacts WHERE email = 'dead@example.org'"))
                .isEqualTo(false);
    }

    @Test
    void laterMailToADeadAddressIsNotSent() {
        node.sink.rule(SinkPoint.RCPT, 1, new SinkBehaviour.Reply("550 No such user"));
        node.awaitStatus(node.email(project, "gone@example.org"), "BOUNCED");

        var email = node.email(project, "gone@example.org");

        node.awaitStatus(email, "SUPPRESSED");
        assertThat(node.log(email).get("error")).asString().contains("suppression list");
        assertThat(node.sink.messages())
                .noneMatch(message -> message.recipient().equals("gone@example.org"));
    }

    @Test
    void aPolicyRefusalSuppressesNobody() {
        node.sink.rule(SinkPoint.RCPT, 1, new SinkBehaviour.Reply("550 5.7.26 Unauthenticated mail is refused"));

        var email = node.email(project, "alive@example.org");

        node.awaitStatus(email, "FAILED");
        assertThat(node.db.query("SELECT * FROM suppressions WHERE email = 'alive@example.org'"))
                .isEmpty();
        assertThat(node.db.value("SELECT subscribed FROM contacts WHERE email = 'alive@example.org'"))
                .isEqualTo(true);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"550 relay not permitted", "553 sorry, your mailserver is rejected", "550 SC-001 weren't sent"})
    void aRefusalThatIsAboutUsSuppressesNobodyAndTheMailGoesOutLater(String reply) {
        var address = "relayed" + reply.length() + "@example.org";
        node.sink.rule(SinkPoint.RCPT, 1, new SinkBehaviour.Reply(reply));

        var email = node.email(project, address);

        node.awaitStatus(email, "SENT");
        assertThat(node.db.query("SELECT * FROM suppressions WHERE email = ?", address))
                .isEmpty();
        assertThat(node.attempts(email)).first().satisfies(attempt -> assertThat(attempt)
                .containsEntry("outcome", "DEFERRED")
                .containsEntry("stage", "RCPT"));
    }

    @Test
    void aDisabledMailboxIsSuppressedByTheSecondRefusalWithinAWeek() {
        var reply = "550 5.2.1 The account is disabled";
        emails.refuse("closed@example.org", reply);
        assertThat(emails.suppressed("closed@example.org")).isZero();

        emails.refuse("closed@example.org", reply);

        assertThat(emails.suppressed("closed@example.org")).isOne();
    }

    @Test
    void aDisabledMailboxIsNotSuppressedWhenTheSignsAreMoreThanAWeekApart() {
        var reply = "550 5.2.1 The account is disabled";
        emails.refuse("rarely@example.org", reply);
        node.db.query(
                "UPDATE address_signs SET noted_at = now() - interval '8 days' WHERE email = 'rarely@example.org'");

        emails.refuse("rarely@example.org", reply);

        assertThat(emails.suppressed("rarely@example.org")).isZero();
    }

    @Test
    void anAddressExchangeOnlineDoesNotKnowIsSuppressedByTheSecondRefusalADayLater() {
        var reply = "550 5.4.1 Recipient address rejected: Access denied";
        emails.refuse("edge@example.org", reply);
        emails.refuse("edge@example.org", reply);
        assertThat(emails.suppressed("edge@example.org")).isZero();
        node.db.query(
                "UPDATE address_signs SET noted_at = now() - interval '25 hours' WHERE email = 'edge@example.org'");

        emails.refuse("edge@example.org", reply);

        assertThat(emails.suppressed("edge@example.org")).isOne();
        assertThat(node.db.value("SELECT subscribed FROM contacts WHERE email = 'edge@example.org'"))
                .isEqualTo(false);
    }

    @Test
    void aRefusedMessageFailsAndSuppressesNobody() {
        node.sink.rule(SinkPoint.DOT, 1, new SinkBehaviour.Reply("554 5.7.1 Looks like spam"));

        var email = node.email(project, "strict@example.org");

        node.awaitStatus(email, "FAILED");
        assertThat(node.events(email)).isEmpty();
        assertThat(node.db.query("SELECT * FROM suppressions WHERE email = 'strict@example.org'"))
                .isEmpty();
    }

    /** Four times as fast as the others, for it takes some fifteen pauses of the circuit breaker. */
    @ParameterizedTest
    @ValueSource(strings = {"GREETING", "EHLO", "MAIL"})
    void aServerThatDoesNotLetUsInFailsNoMailAndCostsFewAttempts(String stage) {
        node.restart(PipelineSettings.hasty(node.journal(), 400));
        node.sink.rule(SinkPoint.valueOf(stage), new SinkBehaviour.ReplyAndClose("554 5.3.2 Not today"));
        var crowd = node.project();
        node.emails(crowd, EmailSource.TRANSACTIONAL, 150);
        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> node.db.count("SELECT count(*) FROM email_attempts WHERE project_id = ?", crowd) > 22);
        assertThat(node.state.detail()).containsEntry("status", "away");

        node.sink.polite();
        node.endPauses();

        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> node.db.count("SELECT count(*) FROM outbox WHERE project_id = ?", crowd) == 0);
        assertThat(node.db.count("SELECT count(*) FROM emails WHERE project_id = ? AND status <> 'SENT'", crowd))
                .isZero();
        assertThat(node.db.count(
                        "SELECT count(*) FROM email_attempts WHERE project_id = ? AND outcome = 'DEFERRED'", crowd))
                .isLessThan(120);
    }

    @Test
    void aSenderTheServerDoesNotLikeFailsAloneAndPausesNobody() {
        node.sink.rule(SinkPoint.MAIL, 1, new SinkBehaviour.Reply("553 5.1.8 Sender address rejected"));
        var refused = node.email(project, "ada@example.org");
        node.awaitStatus(refused, "FAILED");

        assertThat(node.state.detail()).containsEntry("status", "ok");
    }

    @Test
    void aComplainerGetsNoMarketingButStillGetsReceipts() {
        node.contact(project, "cross@example.org");
        node.db.query(
                "INSERT INTO suppressions (project_id, email, reason) VALUES (?, 'cross@example.org', 'COMPLAINT')",
                project);

        var offer = node.email(project, "cross@example.org", EmailSource.CAMPAIGN, "MARKETING", "{\"kept\": {}}");
        var receipt = node.email(project, "cross@example.org");

        node.awaitStatus(offer, "SUPPRESSED");
        node.awaitStatus(receipt, "SENT");
    }

    @ParameterizedTest
    @ValueSource(strings = {"MARKETING", "HEADLESS"})
    void whoUnsubscribedMeanwhileGetsNothingButTransactionalMail(String type) {
        node.contact(project, "left@example.org");
        node.db.query("UPDATE contacts SET subscribed = false WHERE email = 'left@example.org'");

        var offer = node.email(project, "left@example.org", EmailSource.WORKFLOW, type, "{\"kept\": {}}");
        var receipt = node.email(project, "left@example.org");

        node.awaitStatus(offer, "SUPPRESSED");
        node.awaitStatus(receipt, "SENT");
    }

    @Test
    void aHeadlessMailSomebodySendsAsksForNoSubscription() {
        node.contact(project, "stranger@example.org");
        node.db.query("UPDATE contacts SET subscribed = false WHERE email = 'stranger@example.org'");

        var email =
                node.email(project, "stranger@example.org", EmailSource.TRANSACTIONAL, "HEADLESS", "{\"kept\": {}}");

        node.awaitStatus(email, "SENT");
    }

    @Test
    void theMailOfADisabledProjectFails() {
        var disabled = node.project();
        node.db.query("UPDATE projects SET disabled = true WHERE id = ?", disabled);

        var email = node.email(disabled, "ada@example.org");

        node.awaitStatus(email, "FAILED");
        assertThat(node.log(email)).containsEntry("error", "The project is disabled");
    }

    @Test
    void mailFromADomainThatIsNoLongerVerifiedFails() {
        var content = node.content(project, "Hi", "<p>Hi</p>", "me@lost.example.test");

        var email = node.email(
                project, "ada@example.org", EmailSource.TRANSACTIONAL, "TRANSACTIONAL", "{\"kept\": {}}", content);

        node.awaitStatus(email, "FAILED");
        assertThat(node.log(email)).containsEntry("error", "The sender's domain is no longer verified");
    }

    @Test
    void mailToADeletedContactIsCancelled() {
        var email = node.accepted(project, "deleted@example.org");
        node.db.query("DELETE FROM contacts WHERE email = 'deleted@example.org'");

        node.queue(project, email, EmailSource.TRANSACTIONAL);

        node.awaitStatus(email, "CANCELLED");
        assertThat(node.log(email)).containsEntry("error", "The contact was deleted");
    }

    @Test
    void mailThatWasCancelledInTheLogIsNotSent() {
        var email = node.accepted(project, "called-off@example.org");
        node.db.query("UPDATE emails SET status = 'CANCELLED' WHERE id = ?", email);

        node.queue(project, email, EmailSource.CAMPAIGN);

        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> node.db.count("SELECT count(*) FROM outbox WHERE email_id = ?", email) == 0);
        assertThat(node.status(email)).isEqualTo("CANCELLED");
        assertThat(node.sink.messages())
                .noneMatch(message -> message.recipient().startsWith("called-off"));
    }
}
