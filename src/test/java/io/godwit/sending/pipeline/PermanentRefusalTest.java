package io.godwit.sending.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.sending.EmailSource;
import io.godwit.sending.PipelineNode;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Permanent refusals, and what keeps an email from being tried at all. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PermanentRefusalTest {

    private final PipelineNode room = new PipelineNode();
    private UUID project;

    @BeforeAll
    void start() {
        project = room.project();
        room.start();
    }

    @AfterEach
    void bePolite() {
        room.sink.polite();
    }

    @AfterAll
    void close() {
        room.close();
    }

    private long countedSubscribed() {
        return room.db.count("SELECT coalesce(sum((deltas ->> 'subscribed')::bigint), 0) FROM contact_deltas");
    }

    @Test
    void aDeadAddressBouncesIsSuppressedAndUnsubscribed() {
        room.sink.rule(SinkPoint.RCPT, 1, new SinkBehaviour.Answer("550 5.1.1 No such user"));
        var subscribedBefore = countedSubscribed();

        var email = room.email(project, "dead@example.org");

        room.awaitStatus(email, "BOUNCED");
        assertThat(countedSubscribed()).isEqualTo(subscribedBefore - 1);
        assertThat(room.events(email)).containsExactlyInAnyOrder("email.bounce", "contact.unsubscribed");
        assertThat(room.log(email).get("error")).asString().isEqualTo("550 5.1.1 No such user");
        assertThat(room.attempts(email)).hasSize(1);
        assertThat(room.attempts(email).get(0))
                .containsEntry("outcome", "BOUNCED")
                .containsEntry("stage", "RCPT");
        assertThat(room.db.query("SELECT * FROM suppressions WHERE email = 'dead@example.org'"))
                .singleElement()
                .satisfies(
                        row -> assertThat(row).containsEntry("reason", "BOUNCE").containsEntry("email_id", email));
        assertThat(room.db.value("SELECT subscribed FROM contacts WHERE email = 'dead@example.org'"))
                .isEqualTo(false);
    }

    @Test
    void laterMailToADeadAddressIsNotSent() {
        room.sink.rule(SinkPoint.RCPT, 1, new SinkBehaviour.Answer("550 No such user"));
        room.awaitStatus(room.email(project, "gone@example.org"), "BOUNCED");

        var email = room.email(project, "gone@example.org");

        room.awaitStatus(email, "SUPPRESSED");
        assertThat(room.log(email).get("error")).asString().contains("suppression list");
        assertThat(room.sink.messages())
                .noneMatch(message -> message.recipient().equals("gone@example.org"));
    }

    @Test
    void aPolicyRefusalSuppressesNobody() {
        room.sink.rule(SinkPoint.RCPT, 1, new SinkBehaviour.Answer("550 5.7.26 Unauthenticated mail is refused"));

        var email = room.email(project, "alive@example.org");

        room.awaitStatus(email, "FAILED");
        assertThat(room.db.query("SELECT * FROM suppressions WHERE email = 'alive@example.org'"))
                .isEmpty();
        assertThat(room.db.value("SELECT subscribed FROM contacts WHERE email = 'alive@example.org'"))
                .isEqualTo(true);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"550 relay not permitted", "553 sorry, your mailserver is rejected", "550 SC-001 weren't sent"})
    void aRefusalThatIsAboutUsSuppressesNobodyAndTheMailGoesOutLater(String reply) {
        var address = "relayed" + reply.length() + "@example.org";
        room.sink.rule(SinkPoint.RCPT, 1, new SinkBehaviour.Answer(reply));

        var email = room.email(project, address);

        room.awaitStatus(email, "SENT");
        assertThat(room.db.query("SELECT * FROM suppressions WHERE email = ?", address))
                .isEmpty();
        assertThat(room.attempts(email)).first().satisfies(attempt -> assertThat(attempt)
                .containsEntry("outcome", "DEFERRED")
                .containsEntry("stage", "RCPT"));
    }

    private void refuse(String address, String reply) {
        room.sink.rule(SinkPoint.RCPT, 1, new SinkBehaviour.Answer(reply));
        var email = room.email(project, address);
        room.awaitStatus(email, "BOUNCED");
        room.sink.polite();
    }

    private long suppressed(String address) {
        return room.db.count("SELECT count(*) FROM suppressions WHERE email = ?", address);
    }

    @Test
    void aDisabledMailboxIsSuppressedByTheSecondRefusalWithinAWeek() {
        var reply = "550 5.2.1 The account is disabled";
        refuse("closed@example.org", reply);
        assertThat(suppressed("closed@example.org")).isZero();

        refuse("closed@example.org", reply);

        assertThat(suppressed("closed@example.org")).isOne();
    }

    @Test
    void aDisabledMailboxIsNotSuppressedWhenTheSignsAreMoreThanAWeekApart() {
        var reply = "550 5.2.1 The account is disabled";
        refuse("rarely@example.org", reply);
        room.db.query(
                "UPDATE address_signs SET noted_at = now() - interval '8 days' WHERE email = 'rarely@example.org'");

        refuse("rarely@example.org", reply);

        assertThat(suppressed("rarely@example.org")).isZero();
    }

    @Test
    void anAddressExchangeOnlineDoesNotKnowIsSuppressedByTheSecondRefusalADayLater() {
        var reply = "550 5.4.1 Recipient address rejected: Access denied";
        refuse("edge@example.org", reply);
        refuse("edge@example.org", reply);
        assertThat(suppressed("edge@example.org")).isZero();
        room.db.query(
                "UPDATE address_signs SET noted_at = now() - interval '25 hours' WHERE email = 'edge@example.org'");

        refuse("edge@example.org", reply);

        assertThat(suppressed("edge@example.org")).isOne();
        assertThat(room.db.value("SELECT subscribed FROM contacts WHERE email = 'edge@example.org'"))
                .isEqualTo(false);
    }

    /** So old that its next attempt is its last. */
    private UUID givenUp(String address, String reply) {
        room.sink.rule(SinkPoint.RCPT, 1, new SinkBehaviour.Answer(reply));
        var email = room.accepted(project, address);
        room.db.query("""
                INSERT INTO outbox (project_id, email_id, lane, created_at) VALUES (?, ?, ?, now() - interval '3 days')
                """, project, email, EmailSource.TRANSACTIONAL.lane());
        await().atMost(PipelineNode.TIMEOUT).until(() -> room.log(email).get("error") != null);
        room.sink.polite();
        return email;
    }

    @ParameterizedTest
    @ValueSource(strings = {"452 4.2.2 The mailbox is over quota", "552 5.2.2 The mailbox is full"})
    void mailboxesThatStayFullCountTowardsTheLimitOfSoftBounces(String reply) {
        var address = "full" + reply.substring(0, 3) + "@example.org";
        var first = givenUp(address, reply);
        assertThat(room.status(first)).isEqualTo("BOUNCED");
        assertThat(room.log(first).get("soft_bounced_at")).isNotNull();
        assertThat(room.db.query("SELECT data ->> 'bounceType' AS type FROM events WHERE email_id = ?", first))
                .containsExactly(Map.of("type", "Transient"));
        assertThat(suppressed(address)).isZero();

        givenUp(address, reply);

        assertThat(room.db.query("SELECT evidence FROM suppressions WHERE email = ?", address))
                .containsExactly(Map.of("evidence", "2 mails in a row came back; the last: " + reply.substring(4)));
        assertThat(room.db.value("SELECT subscribed FROM contacts WHERE email = ?", address))
                .isEqualTo(true);
    }

    @Test
    void aMailTakenBetweenTwoFullOnesBeginsTheCountAnew() {
        var reply = "452 4.2.2 The mailbox is over quota";
        givenUp("emptied@example.org", reply);
        var taken = room.email(project, "emptied@example.org");
        room.awaitStatus(taken, "SENT");
        room.db.query("UPDATE emails SET delivered_at = now() WHERE id = ?", taken);

        givenUp("emptied@example.org", reply);

        assertThat(suppressed("emptied@example.org")).isZero();
    }

    @Test
    void anAddressWhoseServerFailedUntilTheEndIsNotCounted() {
        var reply = "451 4.3.0 Temporary server error";
        var first = givenUp("server@example.org", reply);
        givenUp("server@example.org", reply);

        assertThat(room.status(first)).isEqualTo("FAILED");
        assertThat(room.log(first).get("soft_bounced_at")).isNull();
        assertThat(suppressed("server@example.org")).isZero();
    }

    @Test
    void aRefusedMessageFailsAndSuppressesNobody() {
        room.sink.rule(SinkPoint.DOT, 1, new SinkBehaviour.Answer("554 5.7.1 Looks like spam"));

        var email = room.email(project, "strict@example.org");

        room.awaitStatus(email, "FAILED");
        assertThat(room.events(email)).isEmpty();
        assertThat(room.db.query("SELECT * FROM suppressions WHERE email = 'strict@example.org'"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"GREETING", "EHLO", "MAIL"})
    void aServerThatDoesNotLetUsInFailsNoMailAndCostsFewAttempts(String stage) {
        room.restart();
        room.sink.rule(SinkPoint.valueOf(stage), new SinkBehaviour.AnswerAndClose("554 5.3.2 Not today"));
        var crowd = room.project();
        room.emails(crowd, EmailSource.TRANSACTIONAL, 300);
        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> room.db.count("SELECT count(*) FROM email_attempts WHERE project_id = ?", crowd) > 22);
        assertThat(room.state.detail()).containsEntry("status", "away");

        room.sink.polite();

        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> room.db.count("SELECT count(*) FROM outbox WHERE project_id = ?", crowd) == 0);
        assertThat(room.db.count("SELECT count(*) FROM emails WHERE project_id = ? AND status <> 'SENT'", crowd))
                .isZero();
        assertThat(room.db.count(
                        "SELECT count(*) FROM email_attempts WHERE project_id = ? AND outcome = 'DEFERRED'", crowd))
                .isLessThan(120);
    }

    @Test
    void aSenderTheServerDoesNotLikeFailsAloneAndPausesNobody() {
        room.sink.rule(SinkPoint.MAIL, 1, new SinkBehaviour.Answer("553 5.1.8 Sender address rejected"));
        var refused = room.email(project, "ada@example.org");
        room.awaitStatus(refused, "FAILED");

        assertThat(room.state.detail()).containsEntry("status", "ok");
    }

    @Test
    void aComplainerGetsNoMarketingButStillGetsReceipts() {
        room.contact(project, "cross@example.org");
        room.db.query(
                "INSERT INTO suppressions (project_id, email, reason) VALUES (?, 'cross@example.org', 'COMPLAINT')",
                project);

        var offer = room.email(project, "cross@example.org", EmailSource.CAMPAIGN, "MARKETING", "{\"kept\": {}}");
        var receipt = room.email(project, "cross@example.org");

        room.awaitStatus(offer, "SUPPRESSED");
        room.awaitStatus(receipt, "SENT");
    }

    @ParameterizedTest
    @ValueSource(strings = {"MARKETING", "HEADLESS"})
    void whoUnsubscribedMeanwhileGetsNothingButTransactionalMail(String type) {
        room.contact(project, "left@example.org");
        room.db.query("UPDATE contacts SET subscribed = false WHERE email = 'left@example.org'");

        var offer = room.email(project, "left@example.org", EmailSource.WORKFLOW, type, "{\"kept\": {}}");
        var receipt = room.email(project, "left@example.org");

        room.awaitStatus(offer, "SUPPRESSED");
        room.awaitStatus(receipt, "SENT");
    }

    @Test
    void aHeadlessMailSomebodySendsAsksForNoSubscription() {
        room.contact(project, "stranger@example.org");
        room.db.query("UPDATE contacts SET subscribed = false WHERE email = 'stranger@example.org'");

        var email =
                room.email(project, "stranger@example.org", EmailSource.TRANSACTIONAL, "HEADLESS", "{\"kept\": {}}");

        room.awaitStatus(email, "SENT");
    }

    @Test
    void theMailOfADisabledProjectFails() {
        var disabled = room.project();
        room.db.query("UPDATE projects SET disabled = true WHERE id = ?", disabled);

        var email = room.email(disabled, "ada@example.org");

        room.awaitStatus(email, "FAILED");
        assertThat(room.log(email)).containsEntry("error", "The project is disabled");
    }

    @Test
    void mailFromADomainThatIsNoLongerVerifiedFails() {
        var content = room.content(project, "Hi", "<p>Hi</p>", "me@lost.example.test");

        var email = room.email(
                project, "ada@example.org", EmailSource.TRANSACTIONAL, "TRANSACTIONAL", "{\"kept\": {}}", content);

        room.awaitStatus(email, "FAILED");
        assertThat(room.log(email)).containsEntry("error", "The sender's domain is no longer verified");
    }

    @Test
    void mailToADeletedContactIsCancelled() {
        var email = room.accepted(project, "deleted@example.org");
        room.db.query("DELETE FROM contacts WHERE email = 'deleted@example.org'");

        room.queue(project, email, EmailSource.TRANSACTIONAL);

        room.awaitStatus(email, "CANCELLED");
        assertThat(room.log(email)).containsEntry("error", "The contact was deleted");
    }

    @Test
    void mailThatWasCancelledInTheLogIsNotSent() {
        var email = room.accepted(project, "called-off@example.org");
        room.db.query("UPDATE emails SET status = 'CANCELLED' WHERE id = ?", email);

        room.queue(project, email, EmailSource.CAMPAIGN);

        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> room.db.count("SELECT count(*) FROM outbox WHERE email_id = ?", email) == 0);
        assertThat(room.status(email)).isEqualTo("CANCELLED");
        assertThat(room.sink.messages())
                .noneMatch(message -> message.recipient().startsWith("called-off"));
    }
}
