package io.godwit.sending.direct;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.smtp.SinkBehaviour.Reply;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.kit.smtp.SmtpSink;
import io.godwit.sending.EmailSource;
import org.junit.jupiter.api.Test;

/** The mail host of the recipient itself accepts: between two refusals that says that the address is alive. */
class DirectAcceptanceTest extends DirectNodeFixture {

    @Test
    void aMailboxThatIsFullOnTwoDaysSuppressesTheAddress() {
        var host = node.hostOf("full.test");
        full(host, "ada@full.test");
        aDayPasses("ada@full.test");

        full(host, "ada@full.test");

        assertThat(suppressed("ada@full.test")).isOne();
    }

    @Test
    void anEmailThatIsAcceptedBetweenTwoFullMailboxesBeginsTheCountAnew() {
        var host = node.hostOf("emptied.test");
        full(host, "ada@emptied.test");
        aDayPasses("ada@emptied.test");
        host.polite();
        node.pipeline.awaitStatus(node.email(project, "ada@emptied.test"), "SENT");

        full(host, "ada@emptied.test");

        assertThat(suppressed("ada@emptied.test")).isZero();
    }

    /** So old that its next attempt is its last. */
    private void full(SmtpSink host, String address) {
        host.rule(SinkPoint.RCPT, 1, new Reply("452 4.2.2 The mailbox is over quota"));
        var email = node.pipeline.accepted(project, address);
        node.pipeline.db.query("""
                INSERT INTO outbox (project_id, email_id, lane, created_at, message_date)
                VALUES (?, ?, ?, now() - interval '3 days', now() - interval '3 days')
                """, project, email, EmailSource.TRANSACTIONAL.lane());
        node.pipeline.awaitStatus(email, "BOUNCED");
    }

    private void aDayPasses(String address) {
        node.pipeline.db.query(
                "UPDATE emails SET mailbox_full_at = mailbox_full_at - interval '1 day' WHERE to_email = ?", address);
    }

    @Test
    void anEmailThatIsAcceptedVoidsTheFirstSignThatAMailboxIsDisabled() {
        var host = node.hostOf("closed.test");
        disabled(host, "ada@closed.test");
        host.polite();
        node.pipeline.awaitStatus(node.email(project, "ada@closed.test"), "SENT");

        disabled(host, "ada@closed.test");
        assertThat(suppressed("ada@closed.test")).isZero();

        disabled(host, "ada@closed.test");
        assertThat(suppressed("ada@closed.test")).isOne();
    }

    private void disabled(SmtpSink host, String address) {
        host.rule(SinkPoint.RCPT, 1, new Reply("550 5.2.1 The account is disabled"));
        node.pipeline.awaitStatus(node.email(project, address), "BOUNCED");
    }

    private long suppressed(String address) {
        return node.pipeline.db.count("SELECT count(*) FROM suppressions WHERE email = ?", address);
    }
}
