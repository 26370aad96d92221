package io.godwit.sending.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkBehaviour.Close;
import io.godwit.kit.smtp.SinkBehaviour.Reply;
import io.godwit.kit.smtp.SinkBehaviour.ReplyAndClose;
import io.godwit.kit.smtp.SinkExchange;
import io.godwit.kit.smtp.SinkMessage;
import io.godwit.kit.smtp.SinkOptions;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.kit.smtp.SmtpSink;
import io.godwit.sending.DirectNode;
import io.godwit.sending.PipelineNode;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Mail hosts at a distance: the envelope of an email goes with the content of the one before it on its connection (RFC 2920 §3.1). */
@CloseFields
class OverlappedDeliveryTest {

    private static final String RULES = """
            default:
              connections: 1
              emails-per-connection: 100
              start-rate: 100/s
              max-rate: 100/s
              idle: 60s
            """;

    private static final String TOO_FAST =
            "451 4.7.28 Our system has detected an unusual rate of mail from your IP address 192.0.2.1";

    private static final Duration ROUND_TRIP = Duration.ofMillis(40);

    private static final int EMAILS = 40;

    private DirectNode node;
    private UUID project;

    @BeforeEach
    void start() throws Exception {
        node = DirectNode.start(RULES, 100);
        project = node.pipeline.project();
    }

    private SmtpSink host(String domain, SinkOptions options) {
        node.number(domain, 7);
        return node.distantHostOf(domain, ROUND_TRIP, options);
    }

    private SmtpSink host(String domain) {
        return host(domain, SinkOptions.plain());
    }

    private void awaitAll(SmtpSink host, String domain) {
        host.awaitMessages(EMAILS);
        await().atMost(PipelineNode.TIMEOUT).until(() -> node.queued(domain, "true") == 0);
        assertThat(host.messages())
                .extracting(SinkMessage::recipient)
                .hasSize(EMAILS)
                .doesNotHaveDuplicates();
    }

    /** The emails whose final dot came with more behind it: the client did not wait for the reply to it. */
    private static long overlapped(SmtpSink host) {
        return host.ledger(SinkPoint.DOT).stream()
                .filter(SinkExchange::pipelined)
                .count();
    }

    @Test
    void theEnvelopeOfTheNextEmailGoesWithTheContentOfTheOneBeforeIt() {
        var host = host("far.test");

        node.emails(project, "far.test", EMAILS);

        awaitAll(host, "far.test");
        assertThat(host.connections()).isEqualTo(1);
        // An email that was not yet claimed when the one before it was written has nothing to go with.
        assertThat(overlapped(host)).isGreaterThan(EMAILS / 2);
        assertThat(host.ledger(SinkPoint.MAIL))
                .filteredOn(SinkExchange::pipelined)
                .hasSize(EMAILS);
    }

    @Test
    void aHostWithoutPipeliningGetsOneEmailAfterTheOther() {
        var host = host("old.test", SinkOptions.plain().withoutPipelining());

        node.emails(project, "old.test", EMAILS);

        awaitAll(host, "old.test");
        assertThat(host.connections()).isEqualTo(1);
        assertThat(host.ledger()).noneMatch(SinkExchange::pipelined);
    }

    @Test
    void aConnectionCarriesNoMoreEmailsThanTheRulesSay() throws Exception {
        node.close();
        node = DirectNode.start(RULES.replace("emails-per-connection: 100", "emails-per-connection: 7"), 100);
        project = node.pipeline.project();
        var host = host("few.test");

        node.emails(project, "few.test", EMAILS);

        awaitAll(host, "few.test");
        var connectionToEmails = host.ledger(SinkPoint.MAIL).stream()
                .collect(Collectors.groupingBy(SinkExchange::connection, Collectors.counting()));
        assertThat(connectionToEmails.values()).allMatch(emails -> emails <= 7);
        assertThat(host.connections()).isEqualTo(6);
    }

    @Test
    void theEmailsBehindAConnectionThatEndsWithAReplyGoOverAnotherOneInTheSameAttempt() {
        var host = host("closing.test");
        at(SinkPoint.MAIL, 20, host, new ReplyAndClose("421 4.4.2 mx.closing.test closing the channel"));

        node.emails(project, "closing.test", EMAILS);

        awaitAll(host, "closing.test");
        assertThat(host.connections()).isEqualTo(2);
        assertThat(attempts("closing.test", "true")).isEqualTo(EMAILS);
    }

    @Test
    void onlyTheEmailAtItsFinalDotIsInDoubtWhenAConnectionDies() {
        var host = host("dying.test");
        at(SinkPoint.DOT, 20, host, new Close());

        node.emails(project, "dying.test", EMAILS);

        awaitAll(host, "dying.test");
        assertThat(host.connections()).isEqualTo(2);
        assertThat(attempts("dying.test", "outcome <> 'SENT'")).isEqualTo(1);
        assertThat(attempts("dying.test", "stage = 'UNKNOWN'")).isEqualTo(1);
        assertThat(attempts("dying.test", "true")).isEqualTo(EMAILS + 1);
    }

    @Test
    void theEmailsBehindOneThatIsDeferredForTheRateAreNotOfferedAndHaveNoAttempt() {
        var host = host("limited.test");
        at(SinkPoint.MAIL, 20, host, new Reply(TOO_FAST));

        node.emails(project, "limited.test", EMAILS);

        await().atMost(PipelineNode.TIMEOUT).until(() -> replies(host, "451") == 1);
        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> node.queued("limited.test", "lease_until > now()") == 0
                        && node.queued("limited.test", "true") == EMAILS - host.accepted());
        // The envelope behind the refused one was on its way; the pause of 15 seconds keeps all others back.
        assertThat(host.ledger(SinkPoint.MAIL)).hasSizeBetween(20, 21);
        assertThat(attempts("limited.test", "outcome = 'DEFERRED'")).isEqualTo(1);
        node.tryNow("mx.limited.test");
        awaitAll(host, "limited.test");
    }

    @Test
    void anEmailIsRefusedWhileThoseAroundItAreTaken() {
        var host = host("mixed.test").ruleFor("p13@", new Reply("550 5.1.1 No such user"));
        host.ruleFor("p21@", new Reply("550 5.1.1 No such user"));

        node.emails(project, "mixed.test", EMAILS);

        host.awaitMessages(EMAILS - 2);
        await().atMost(PipelineNode.TIMEOUT).until(() -> node.queued("mixed.test", "true") == 0);
        assertThat(node.pipeline.db.count("SELECT count(*) FROM emails WHERE status = 'BOUNCED'"))
                .isEqualTo(2);
        assertThat(host.messages())
                .extracting(SinkMessage::recipient)
                .hasSize(EMAILS - 2)
                .doesNotContain("p13@mixed.test", "p21@mixed.test")
                .doesNotHaveDuplicates();
    }

    /** Does this once, at the stage of the email with this number. */
    private static void at(SinkPoint point, int number, SmtpSink host, SinkBehaviour behaviour) {
        var seen = new AtomicInteger();
        host.choose(point, address -> seen.incrementAndGet() == number ? Optional.of(behaviour) : Optional.empty());
    }

    private static long replies(SmtpSink host, String reply) {
        return host.ledger().stream()
                .filter(exchange -> exchange.reply().startsWith(reply))
                .count();
    }

    private long attempts(String domain, String condition) {
        return node.pipeline.db.count(
                "SELECT count(*) FROM email_attempts JOIN emails ON id = email_id WHERE to_email LIKE '%@" + domain
                        + "' AND " + condition);
    }
}
