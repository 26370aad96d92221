package io.godwit.inbound.processing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.core.id.Ids;
import io.godwit.inbound.InboundServer;
import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the effects of the reports of SES. */
@CloseFields
class ReportEffectsTest {

    private static InboundServer server;
    private UUID project;
    private EmailKey key;

    @BeforeAll
    static void start() {
        server = InboundServer.start();
    }

    @BeforeEach
    void send() {
        project = server.project();
        key = server.mail(project, "ada@site.test");
    }

    @Test
    void aHardBounceEndsTheMailToTheAddress() {
        server.tell(InboundServer.bounce(key, "Permanent", "5.1.1", "smtp; 550 5.1.1 user unknown"));

        server.awaitStatus(key, "BOUNCED");
        assertThat(server.events(key)).containsExactly("email.bounce", "contact.unsubscribed");
        assertThat(server.event(key, "contact.unsubscribed").getString("reason"))
                .isEqualTo("bounce");
        var event = server.event(key, "email.bounce");
        assertThat(event.getString("bounceType")).isEqualTo("Permanent");
        assertThat(event.getString("subject")).isEqualTo("Hello");
        assertThat(event.getInteger("smtpCode")).isEqualTo(550);
        assertThat(event.getString("smtpStatus")).isEqualTo("5.1.1");
        assertThat(server.row(key)).containsEntry("error", "smtp; 550 5.1.1 user unknown");
        assertThat(server.row(key).get("bounced_at")).isNotNull();
        assertThat(server.suppressions(key)).containsExactly("BOUNCE");
        assertThat(server.subscribed(key)).isFalse();
        assertThat(server.db()
                        .count(
                                "SELECT sum((deltas ->> 'subscribed')::int) FROM contact_deltas WHERE project_id = ?",
                                project))
                .isEqualTo(-1);
    }

    /** SES names the mailbox a report came about, which an alias or a forwarding has led to. */
    @Test
    void aHardBounceOfAnotherMailboxThanTheAddressDoesNotSuppressTheAddress() {
        var report = InboundServer.bounce(key, "Permanent", "5.1.1", "smtp; 550 5.1.1 user unknown");
        report.getJsonObject("bounce")
                .getJsonArray("bouncedRecipients")
                .getJsonObject(0)
                .put("emailAddress", "bob@site.test");

        server.tell(report);

        await().atMost(InboundServer.TIMEOUT).until(() -> server.events(key).contains("email.bounce"));
        server.awaitQuiet();
        assertThat(server.status(key)).isEqualTo("BOUNCED");
        assertThat(server.suppressions(key)).isEmpty();
        assertThat(server.subscribed(key)).isTrue();
    }

    @Test
    void anEmailThatIsReportedAsBouncedTwiceIsCountedOnce() {
        var before = server.counted("bounce");
        server.tell(InboundServer.bounce(key, "Permanent", "5.1.1", "smtp; 550 5.1.1 user unknown"));
        server.awaitStatus(key, "BOUNCED");
        await().atMost(InboundServer.TIMEOUT)
                .untilAsserted(() -> assertThat(server.counted("bounce")).isEqualTo(before + 1));

        server.tell(InboundServer.bounce(key, "Permanent", "5.1.1", "smtp; 550 5.1.1 user unknown"));
        var other = server.mail(project, "zoe@site.test");
        server.tell(InboundServer.bounce(other, "Permanent", "5.1.1", "smtp; 550 5.1.1 user unknown"));

        server.awaitStatus(other, "BOUNCED");
        await().atMost(InboundServer.TIMEOUT)
                .untilAsserted(() -> assertThat(server.counted("bounce")).isEqualTo(before + 2));
    }

    @Test
    void anUnwantedMailSaysNothingAboutTheAddress() {
        server.tell(InboundServer.bounce(key, "Permanent", "5.7.1", "smtp; 550 5.7.1 blocked"));

        server.awaitStatus(key, "BOUNCED");
        assertThat(server.events(key)).containsExactly("email.bounce");
        assertThat(server.suppressions(key)).isEmpty();
        assertThat(server.subscribed(key)).isTrue();
    }

    /** SES calls all of these permanent and general. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "5.1.1 | smtp; 550 5.1.1 <ada@site.test>: Recipient address rejected: blocked using zen.spamhaus.org",
                "5.0.0 | smtp; 550 Ip frequency limited",
                "5.1.0 | smtp; 550 5.1.0 Sender address rejected: domain does not exist",
                "5.0.0 | smtp; 554 Message not allowed by policy",
                "5.0.0 | smtp; 550 Rejected",
                "5.7.1 | smtp; 550 5.7.1 Message rejected because your reputation is poor",
            })
    void aPermanentBounceThatIsAboutUsSuppressesNobody(String status, String line) {
        server.tell(InboundServer.bounce(key, "Permanent", status, line));

        server.awaitStatus(key, "BOUNCED");
        assertThat(server.event(key, "email.bounce").getString("bounceClass")).isEqualTo("block");
        assertThat(server.suppressions(key)).isEmpty();
        assertThat(server.subscribed(key)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "5.3.0 | smtp; 550 5.3.0 No such user here",
                "5.7.1 | smtp; 550 5.7.1 User unknown",
                "5.1.1 | gone",
            })
    void aPermanentBounceThatNamesADeadAddressSuppressesIt(String status, String line) {
        server.tell(InboundServer.bounce(key, "Permanent", status, line));

        server.awaitStatus(key, "BOUNCED");
        assertThat(server.suppressions(key)).containsExactly("BOUNCE");
    }

    @Test
    void aMailboxThatIsFullForGoodIsNotDead() {
        server.tell(InboundServer.bounce(key, "Permanent", "5.2.2", "smtp; 552 5.2.2 Mailbox full"));

        await().atMost(InboundServer.TIMEOUT).until(() -> server.row(key).get("soft_bounced_at") != null);
        assertThat(server.suppressions(key)).isEmpty();
    }

    @Test
    void anAddressOnAListOfTheProvidersIsDead() {
        var bounce = InboundServer.bounce(
                key,
                "Permanent",
                "5.1.1",
                "Amazon SES has suppressed sending to this address because it has a recent history of bouncing");
        bounce.getJsonObject("bounce").put("bounceSubType", "Suppressed");

        server.tell(bounce);

        server.awaitStatus(key, "BOUNCED");
        assertThat(server.suppressions(key)).containsExactly("BOUNCE");
    }

    @Test
    void aTransientFailureIsReportedAndNothingElse() {
        server.tell(InboundServer.bounce(key, "Transient", "4.2.2", "smtp; 452 4.2.2 mailbox full"));

        server.awaitQuiet();
        await().atMost(Duration.ofSeconds(30))
                .until(() -> server.events(key).equals(java.util.List.of("email.bounce")));
        assertThat(server.status(key)).isEqualTo("SENT");
        var event = server.event(key, "email.bounce");
        assertThat(event.getString("bounceType")).isEqualTo("Transient");
        assertThat(event.getBoolean("transientBounce")).isTrue();
        assertThat(server.suppressions(key)).isEmpty();
    }

    @Test
    void aComplaintUnsubscribesAndOutranksWhatWasKnown() {
        server.tell(InboundServer.told(
                key, "Complaint", "complaint", new JsonObject().put("complaintFeedbackType", "abuse")));
        server.awaitStatus(key, "COMPLAINED");

        server.tell(InboundServer.told(key, "Delivery", "delivery", new JsonObject()));
        server.tell(InboundServer.told(key, "Open", "open", new JsonObject()));

        await().atMost(Duration.ofSeconds(30)).until(() -> server.events(key).contains("email.open"));
        assertThat(server.status(key)).isEqualTo("COMPLAINED");
        assertThat(server.event(key, "contact.unsubscribed").getString("reason"))
                .isEqualTo("complaint");
        assertThat(server.row(key).get("delivered_at")).isNotNull();
        assertThat(server.suppressions(key)).containsExactly("COMPLAINT");
    }

    @Test
    void aComplaintIsTheNoOfAContactThatTheProjectHasUnsubscribed() {
        server.db().query("UPDATE contacts SET subscribed = false, opt_out = 'PROJECT' WHERE project_id = ?", project);

        server.tell(InboundServer.told(key, "Complaint", "complaint", new JsonObject()));
        server.awaitStatus(key, "COMPLAINED");

        assertThat(server.db().value("SELECT opt_out FROM contacts WHERE project_id = ?", project))
                .isEqualTo("PERSON");
    }

    /** As a workflow does that unsubscribes the contact at this moment. */
    @Test
    void aComplaintThatWaitsForAnUnsubscriptionByTheProjectIsTheNoOfTheContact() throws SQLException {
        try (var workflow = server.db().connect();
                var statement = workflow.createStatement()) {
            workflow.setAutoCommit(false);
            statement.executeUpdate(
                    "UPDATE contacts SET subscribed = false, opt_out = 'PROJECT' WHERE project_id = '" + project + "'");
            server.tell(InboundServer.told(key, "Complaint", "complaint", new JsonObject()));
            await().atMost(InboundServer.TIMEOUT).until(() -> server.db().count("""
                            SELECT count(*) FROM pg_stat_activity
                             WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%leaving%'
                            """) > 0);
            workflow.commit();
        }
        server.awaitStatus(key, "COMPLAINED");

        assertThat(server.db().value("SELECT opt_out FROM contacts WHERE project_id = ?", project))
                .isEqualTo("PERSON");
    }

    @Test
    void whatProvidersSeeIsCountedLikeWhatWeSee() {
        var click =
                new JsonObject().put("link", "https://shop.test/a").put("userAgent", "Mozilla/5.0 (X11) Firefox/140.0");
        server.tell(InboundServer.told(key, "Click", "click", click));
        server.awaitStatus(key, "CLICKED");

        server.tell(InboundServer.told(key, "Open", "open", new JsonObject()));
        server.tell(InboundServer.told(key, "Open", "open", new JsonObject().put("userAgent", "curl/8")));

        await().atMost(Duration.ofSeconds(30)).until(() -> server.events(key).size() == 3);
        server.awaitQuiet();
        assertThat(server.row(key)).containsEntry("opens", 1).containsEntry("clicks", 1);
        assertThat(server.event(key, "email.click").getString("link")).isEqualTo("https://shop.test/a");
    }

    @Test
    void aReaderWhoLeavesTheListThereLeavesIt() {
        var all = new JsonObject().put("unsubscribeAll", true);
        server.tell(InboundServer.told(
                key, "Subscription", "subscription", new JsonObject().put("newTopicPreferences", all)));

        await().atMost(Duration.ofSeconds(30)).until(() -> !server.subscribed(key));
        assertThat(server.row(key).get("unsubscribed_at")).isNotNull();
        assertThat(server.suppressions(key)).isEmpty();
    }

    @Test
    void aMailTheProviderWouldNotSendHasFailed() {
        server.tell(InboundServer.told(key, "Reject", "reject", new JsonObject().put("reason", "Bad content")));

        server.awaitStatus(key, "FAILED");
        assertThat((String) server.row(key).get("error")).contains("Bad content");
    }

    @Test
    void whatDoesNotConcernUsIsIgnored() {
        var before = server.reportsIn("IGNORED");

        server.tell(InboundServer.told(key, "Send", "send", new JsonObject()));
        server.tell(InboundServer.told(key, "SomethingNew", "x", new JsonObject()));

        await().atMost(Duration.ofSeconds(30)).until(() -> server.reportsIn("IGNORED") == before + 2);
        assertThat(server.events(key)).isEmpty();
    }

    /** SES is faster than our own commit. */
    @Test
    void aReportThatComesBeforeOurOwnCommitWaitsForIt() {
        var early = server.mail(project, "bob@site.test", "PENDING");
        server.tell(InboundServer.told(early, "Delivery", "delivery", new JsonObject()));
        server.awaitQuiet();
        var meanwhile = server.status(early);

        server.sent(early, "bob@site.test");

        assertThat(meanwhile).isEqualTo("PENDING");
        server.awaitStatus(early, "DELIVERED");
        assertThat(server.event(early, "email.delivery").getString("subject")).isEqualTo("Hello");
    }

    @Test
    void aReportByTheRelaysOwnNameWaitsUntilWeKnowIt() {
        var message = InboundServer.told(key, "Delivery", "delivery", new JsonObject());
        message.getJsonObject("mail").remove("headers");
        var waiting = server.reportsIn("WAITING");
        server.tell(message);
        await().atMost(Duration.ofSeconds(30)).until(() -> server.reportsIn("WAITING") == waiting + 1);

        server.db().query("""
                INSERT INTO provider_message_ids (provider_id, project_id, email_id) VALUES (?, ?, ?)
                """, "0100-" + key.email(), project, key.email().value());

        server.awaitStatus(key, "DELIVERED");
    }

    @Test
    void aReportOfNoMailOfOursChangesNothing() {
        var nobody = new EmailKey(key.project(), new io.godwit.core.id.EmailId(Ids.next()));
        var waiting = server.reportsIn("WAITING");

        server.tell(InboundServer.bounce(nobody, "Permanent", "5.1.1", "gone"));

        await().atMost(Duration.ofSeconds(30)).until(() -> server.reportsIn("WAITING") == waiting + 1);
        assertThat(server.suppressions(key)).isEmpty();
        server.db()
                .query(
                        "UPDATE inbound_reports SET received_at = now() - interval '2 days', due_at = now() WHERE state = 'WAITING'");
        await().atMost(InboundServer.TIMEOUT).until(() -> server.reportsIn("UNMATCHED") > 0);
    }

    /** One that cannot be carried out keeps no other from it. */
    @Test
    void aBadReportKeepsNoOtherFromBeingHeard() {
        var other = server.mail(project, "bob@site.test");
        server.db()
                .query("ALTER TABLE emails ADD CONSTRAINT broken CHECK (id <> '" + key.email()
                        + "' OR status = 'SENT') NOT VALID");

        server.accept(UUID.randomUUID().toString(), InboundServer.told(key, "Delivery", "delivery", new JsonObject()))
                .await();
        server.tell(InboundServer.told(other, "Delivery", "delivery", new JsonObject()));
        server.awaitStatus(other, "DELIVERED");
        var meanwhile = server.status(key);
        server.db().query("ALTER TABLE emails DROP CONSTRAINT broken");

        assertThat(meanwhile).isEqualTo("SENT");
        server.awaitStatus(key, "DELIVERED");
    }

    @Test
    void timesAreThoseTheProviderTellsAndTheEarliest() {
        var early = Instant.parse("2026-01-01T00:00:00Z");
        server.tell(InboundServer.told(key, "Delivery", "delivery", new JsonObject()));
        server.awaitStatus(key, "DELIVERED");

        server.tell(
                InboundServer.told(key, "Delivery", "delivery", new JsonObject().put("timestamp", early.toString())));

        await().atMost(Duration.ofSeconds(30))
                .until(() -> ((java.sql.Timestamp) server.row(key).get("delivered_at"))
                        .toInstant()
                        .equals(early));
        assertThat(server.events(key)).containsExactly("email.delivery");
    }
}
