package io.godwit.sending.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.sending.EmailSource;
import io.godwit.sending.PipelineNode;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Emails that are given up because the mailbox of their recipient stays full: days, the limit of which is two here. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@CloseFields
class FullMailboxTest {

    private static final String REPLY = "452 4.2.2 The mailbox is over quota";

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

    /** So old that its next attempt is its last. */
    private UUID givenUp(String address, String reply) {
        node.sink.rule(SinkPoint.RCPT, 1, new SinkBehaviour.Reply(reply));
        var email = node.accepted(project, address);
        node.db.query("""
                INSERT INTO outbox (project_id, email_id, lane, created_at, message_date)
                VALUES (?, ?, ?, now() - interval '3 days', now() - interval '3 days')
                """, project, email, EmailSource.TRANSACTIONAL.lane());
        await().atMost(PipelineNode.TIMEOUT).until(() -> node.log(email).get("error") != null);
        node.sink.polite();
        return email;
    }

    private void aDayPasses(String address) {
        node.db.query("""
                UPDATE emails SET mailbox_full_at = mailbox_full_at - interval '1 day', delivered_at = delivered_at - interval '1 day'
                 WHERE to_email = ?
                """, address);
    }

    @ParameterizedTest
    @ValueSource(strings = {"452 4.2.2 The mailbox is over quota", "552 5.2.2 The mailbox is full"})
    void mailboxesThatStayFullCountTowardsTheLimitOfSoftBounces(String reply) {
        var address = "full" + reply.substring(0, 3) + "@example.org";
        var first = givenUp(address, reply);
        assertThat(node.status(first)).isEqualTo("BOUNCED");
        assertThat(node.log(first).get("soft_bounced_at")).isNotNull();
        assertThat(node.db.query("SELECT data ->> 'bounceType' AS type FROM events WHERE email_id = ?", first))
                .containsExactly(Map.of("type", "Transient"));
        assertThat(emails.suppressed(address)).isZero();
        aDayPasses(address);

        givenUp(address, reply);

        assertThat(node.db.query("SELECT evidence FROM suppressions WHERE email = ?", address))
                .containsExactly(Map.of(
                        "evidence",
                        "The mailbox was full on 2 days, and no email was taken between; the last reply: "
                                + reply.substring(4)));
        assertThat(node.db.value("SELECT subscribed FROM contacts WHERE email = ?", address))
                .isEqualTo(true);
    }

    /** It may be empty tomorrow, however many emails it refuses today. */
    @Test
    void emailsThatAFullMailboxRefusesOnOneDayCountOnce() {
        givenUp("busy@example.org", REPLY);
        givenUp("busy@example.org", REPLY);
        givenUp("busy@example.org", REPLY);
        assertThat(emails.suppressed("busy@example.org")).isZero();
        aDayPasses("busy@example.org");

        givenUp("busy@example.org", REPLY);

        assertThat(emails.suppressed("busy@example.org")).isOne();
    }

    @Test
    void aMailTakenBetweenTwoFullOnesBeginsTheCountAnew() {
        givenUp("emptied@example.org", REPLY);
        aDayPasses("emptied@example.org");
        var taken = node.email(project, "emptied@example.org");
        node.awaitStatus(taken, "SENT");
        node.db.query("UPDATE emails SET delivered_at = now() WHERE id = ?", taken);

        givenUp("emptied@example.org", REPLY);

        assertThat(emails.suppressed("emptied@example.org")).isZero();
    }

    /** The relay takes it before it knows what becomes of it. */
    @Test
    void aMailThatTheRelayTookBetweenTwoFullOnesChangesNothing() {
        givenUp("relay@example.org", REPLY);
        aDayPasses("relay@example.org");
        node.awaitStatus(node.email(project, "relay@example.org"), "SENT");

        givenUp("relay@example.org", REPLY);

        assertThat(emails.suppressed("relay@example.org")).isOne();
    }

    /** Relays give up within five days, and most of them report no delivery. */
    @Test
    void aMailThatTheRelayTookAndDidNotReturnForFiveDaysBeginsTheCountAnew() {
        givenUp("recovered@example.org", REPLY);
        var taken = node.email(project, "recovered@example.org");
        node.awaitStatus(taken, "SENT");
        node.db.query("""
                UPDATE emails SET mailbox_full_at = mailbox_full_at - interval '7 days', sent_at = sent_at - interval '6 days'
                 WHERE to_email = 'recovered@example.org'
                """);

        givenUp("recovered@example.org", REPLY);

        assertThat(emails.suppressed("recovered@example.org")).isZero();
    }

    @Test
    void aMailThatTheRelayTookAndReturnedBeginsNoCountAnew() {
        givenUp("stuffed@example.org", REPLY);
        var returned = node.email(project, "stuffed@example.org");
        node.awaitStatus(returned, "SENT");
        node.db.query("UPDATE emails SET soft_bounced_at = now() WHERE id = ?", returned);
        node.db.query("""
                UPDATE emails SET mailbox_full_at = mailbox_full_at - interval '7 days', sent_at = sent_at - interval '6 days'
                 WHERE to_email = 'stuffed@example.org'
                """);

        givenUp("stuffed@example.org", REPLY);

        assertThat(emails.suppressed("stuffed@example.org")).isOne();
    }

    @Test
    void aMailboxThatWasFullTooLongAgoDoesNotCount() {
        givenUp("once@example.org", REPLY);
        node.db.query(
                "UPDATE emails SET mailbox_full_at = mailbox_full_at - interval '30 days' WHERE to_email = 'once@example.org'");

        givenUp("once@example.org", REPLY);

        assertThat(emails.suppressed("once@example.org")).isZero();
    }

    @Test
    void anAddressWhoseServerFailedUntilTheEndIsNotCounted() {
        var reply = "451 4.3.0 Temporary server error";
        var first = givenUp("server@example.org", reply);
        givenUp("server@example.org", reply);

        assertThat(node.status(first)).isEqualTo("FAILED");
        assertThat(node.log(first).get("soft_bounced_at")).isNull();
        assertThat(emails.suppressed("server@example.org")).isZero();
    }
}
