package io.godwit.sending.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkBehaviour.Close;
import io.godwit.kit.smtp.SinkBehaviour.ReplyAndClose;
import io.godwit.kit.smtp.SinkExchange;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.kit.smtp.SmtpSink;
import io.godwit.sending.PipelineNode;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A mail host ends a connection that has carried emails: what it said or did teaches the traffic shaping, whatever becomes of the email. */
class ReusedConnectionTest extends DirectNodeFixture {

    private static final String RULES = """
            default:
              connections: 1
              emails-per-connection: 100
              start-rate: 100/s
              max-rate: 100/s
              idle: 60s
            """;

    private static final int CARRIED = 3;
    private static final String ENOUGH = "421 Max message per connection reached, closing transmission channel";
    private static final String TOO_FAST =
            "421 4.7.28 Our system has detected an unusual rate of mail from your IP address 192.0.2.1";

    ReusedConnectionTest() {
        super(RULES);
    }

    @Test
    void aReplyThatAConnectionHasCarriedEnoughIsGotOnceAndItsNumberIsKeptFromThenOn() {
        var host = node.hostOf("enough.test");
        afterMails(host, new ReplyAndClose(ENOUGH));

        node.emails(project, "enough.test", 4 * CARRIED);

        awaitAll(host, "enough.test", 4 * CARRIED);
        assertThat(replies(host, "421")).isEqualTo(1);
        assertThat(host.connections()).isEqualTo(4);
        awaitMailsPerConnection("enough.test", CARRIED);
    }

    @Test
    void aHostThatClosesConnectionsSilentlyAfterTheSameNumberOfEmailsDoesItTwice() {
        var host = node.hostOf("silent.test");
        afterMails(host, new Close());

        node.emails(project, "silent.test", 5 * CARRIED);

        awaitAll(host, "silent.test", 5 * CARRIED);
        assertThat(replies(host, "")).isEqualTo(2);
    }

    @Test
    void aReplyAboutTheRateHoldsTheEmailBackAndNoOtherConnectionIsOpened() {
        var host = node.hostOf("rate.test");
        awaitSent(node.email(project, "first@rate.test"));
        host.rule(SinkPoint.MAIL, 1, new ReplyAndClose(TOO_FAST));

        var second = node.email(project, "second@rate.test");
        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> !node.pipeline.attempts(second).isEmpty());

        assertThat(node.pipeline.attempts(second).get(0))
                .containsEntry("outcome", "DEFERRED")
                .containsEntry("stage", "MAIL");
        assertThat(evidences(second).get(0).getJsonArray("steps").toString()).contains("unusual rate");
        assertThat(host.connections()).isEqualTo(1);
        assertThat(host.ledger(SinkPoint.MAIL)).hasSize(2);
        node.tryNow("mx.rate.test");
        awaitSent(second);
    }

    @Test
    void anEmailGoesOnAtOnceOverAnotherConnectionAndTheFirstReplyStaysInItsEvidence() {
        var host = node.hostOf("busy.test");
        awaitSent(node.email(project, "first@busy.test"));
        host.rule(SinkPoint.MAIL, 1, new ReplyAndClose("421 4.4.2 mx.busy.test Error: timeout exceeded"));

        var second = node.email(project, "second@busy.test");
        awaitSent(second);

        assertThat(node.pipeline.attempts(second)).hasSize(1);
        assertThat(host.connections()).isEqualTo(2);
        var steps = evidences(second).get(0).getJsonArray("steps");
        assertThat(steps.getJsonObject(0).getInteger("code")).isEqualTo(421);
        assertThat(steps.toString()).contains("timeout exceeded", "greeting", "dot");
        awaitSent(node.email(project, "third@busy.test"));
        assertThat(host.connections()).isEqualTo(2);
    }

    /** Does this at each MAIL on a connection that has carried so many emails; there is one connection at a time. */
    private static void afterMails(SmtpSink host, SinkBehaviour behaviour) {
        host.choose(
                SinkPoint.MAIL,
                address -> taken(host, host.connections()) >= CARRIED ? Optional.of(behaviour) : Optional.empty());
    }

    private static long taken(SmtpSink host, long connection) {
        return host.ledger(SinkPoint.DOT).stream()
                .filter(exchange -> exchange.connection() == connection)
                .count();
    }

    private static long replies(SmtpSink host, String reply) {
        return host.ledger(SinkPoint.MAIL).stream()
                .map(SinkExchange::reply)
                .filter(said -> reply.isEmpty() ? said.isEmpty() : said.startsWith(reply))
                .count();
    }

    private void awaitAll(SmtpSink host, String domain, int count) {
        host.awaitMessages(count);
        await().atMost(PipelineNode.TIMEOUT).until(() -> node.queued(domain, "true") == 0);
        assertThat(host.messages()).hasSize(count);
    }

    private void awaitSent(UUID email) {
        node.pipeline.awaitStatus(email, "SENT");
    }

    private void awaitMailsPerConnection(String domain, int number) {
        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> node.pipeline.db.count("SELECT count(*) FROM shaping_states WHERE site = 'mx." + domain
                                + "' AND mails_per_connection = " + number)
                        == 1);
    }

    private List<JsonObject> evidences(UUID email) {
        return node.pipeline.attempts(email).stream()
                .map(attempt -> new JsonObject(String.valueOf(attempt.get("evidence"))))
                .toList();
    }
}
