package io.godwit.inbound.processing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.inbound.InboundServer;
import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reports of SES about bounces that pass, and their limit. */
@CloseFields
class SoftBounceReportTest {

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
    void whatTheProviderCallsPassingNeverSuppressesAtOnce() {
        server.tell(InboundServer.bounce(key, "Transient", "5.1.1", "smtp; 550 5.1.1 user unknown"));

        await().atMost(InboundServer.TIMEOUT).until(() -> server.row(key).get("soft_bounced_at") != null);
        assertThat(server.row(key).get("mailbox_full_at")).isNull();
        assertThat(server.suppressions(key)).isEmpty();
    }

    @Test
    void aMailboxThatIsFullOnSeveralDaysInARowEndsTheEmailsToTheAddress() {
        softBounce(key);
        softBounce(key);
        aDayPasses();
        softBounce(server.mail(project, "ada@site.test"));
        aDayPasses();
        softBounce(server.mail(project, "bob@site.test"));
        server.awaitQuiet();
        var before = server.suppressions(key);

        softBounce(server.mail(project, "ada@site.test"));

        await().atMost(InboundServer.TIMEOUT)
                .until(() -> !server.suppressions(key).isEmpty());
        assertThat(before).isEmpty();
        assertThat(server.db().query("SELECT email, evidence FROM suppressions WHERE project_id = ?", project))
                .singleElement()
                .satisfies(
                        row -> assertThat(row)
                                .containsEntry("email", "ada@site.test")
                                .containsEntry(
                                        "evidence",
                                        "The mailbox was full on 3 days, and no email was taken between; the last reply: mailbox full"));
    }

    @Test
    void oneEmailThatIsReportedOnThreeDaysIsCountedOnce() {
        softBounce(key);
        aDayPasses();
        softBounce(key);
        aDayPasses();

        softBounce(key);

        server.awaitQuiet();
        assertThat(server.events(key)).containsExactly("email.bounce", "email.bounce", "email.bounce");
        assertThat(server.suppressions(key)).isEmpty();
    }

    /** SES names the cause, with the reply or without it. */
    @Test
    void aMailboxThatTheProviderCallsFullCounts() {
        tellWithoutReply("Transient", "MailboxFull");

        await().atMost(InboundServer.TIMEOUT).until(() -> server.row(key).get("mailbox_full_at") != null);
        assertThat(server.suppressions(key)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"General", "MessageTooLarge", "ContentRejected", "AttachmentRejected", "CustomTimeoutExceeded"})
    void aPassingBounceOfAnotherCauseDoesNotCount(String subtype) {
        tellWithoutReply("Transient", subtype);

        await().atMost(InboundServer.TIMEOUT).until(() -> server.row(key).get("soft_bounced_at") != null);
        assertThat(server.row(key).get("mailbox_full_at")).isNull();
    }

    private void tellWithoutReply(String type, String subtype) {
        var report = InboundServer.bounce(key, type, "", "");
        var bounce = report.getJsonObject("bounce").put("bounceSubType", subtype);
        var recipient = bounce.getJsonArray("bouncedRecipients").getJsonObject(0);
        recipient.remove("status");
        recipient.remove("diagnosticCode");
        server.tell(report);
    }

    @Test
    void anEmailThatArrivesBetweenThemBeginsTheCountAnew() {
        softBounce(key);
        aDayPasses();
        softBounce(server.mail(project, "ada@site.test"));
        aDayPasses();
        var taken = server.mail(project, "ada@site.test");
        server.tell(InboundServer.told(taken, "Delivery", "delivery", new JsonObject()));
        server.awaitStatus(taken, "DELIVERED");

        softBounce(server.mail(project, "ada@site.test"));

        server.awaitQuiet();
        await().atMost(Duration.ofSeconds(30))
                .until(() -> server.db()
                                .count(
                                        "SELECT count(*) FROM emails WHERE project_id = ? AND soft_bounced_at IS NOT NULL",
                                        project)
                        == 3);
        assertThat(server.suppressions(key)).isEmpty();
    }

    private static void softBounce(EmailKey key) {
        server.tell(InboundServer.bounce(key, "Transient", "4.2.2", "mailbox full"));
    }

    private void aDayPasses() {
        server.awaitQuiet();
        server.db()
                .query(
                        "UPDATE emails SET mailbox_full_at = mailbox_full_at - interval '1 day' WHERE project_id = ?",
                        project);
    }
}
