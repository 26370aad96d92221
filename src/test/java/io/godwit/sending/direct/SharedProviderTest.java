package io.godwit.sending.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.delivery.SiteCommands;
import io.godwit.kit.smtp.SinkBehaviour.Close;
import io.godwit.kit.smtp.SinkBehaviour.ReplyAndClose;
import io.godwit.kit.smtp.SinkBehaviour.Silence;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.sending.EmailSource;
import io.godwit.sending.PipelineNode;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * A provider whose sites are counted together, and domains of strangers whose MX records name hosts of the provider that take no mail,
 * over real sockets.
 */
class SharedProviderTest extends DirectNodeFixture {

    private static final String RULES = """
            default:
              connections: 4
              start-rate: 100/s
              max-rate: 100/s
            providers:
              large:
                mx: [.large.test]
                together: true
                connections: 4
            """;

    /** Less than the minute for which a site is suspended first. */
    private static final Duration SOON = Duration.ofSeconds(30);

    SharedProviderTest() {
        super(RULES);
    }

    @Test
    void aStrangersHostOfTheProviderThatTakesNoMailHoldsTheStrangersEmailsOnly() {
        node.dns.mx("customer.test", 10, "mx.large.test").mx("stranger.test", 10, "www.large.test");
        var mail = node.host("mx.large.test");
        var web = node.host("www.large.test").rule(SinkPoint.GREETING, new Close());
        node.emails(project, "stranger.test", 200);
        awaitHeld("stranger.test", 1);

        var email = node.email(project, "ada@customer.test");

        await().atMost(SOON).until(() -> node.pipeline.status(email), "SENT"::equals);
        assertThat(mail.next().recipient()).isEqualTo("ada@customer.test");
        awaitHeld("stranger.test", 200);
        assertThat(suspensions()).isZero();
        // At most four at once, as the rules say, and those that were asked for before the first one failed.
        assertThat(web.connections()).isLessThan(12);
    }

    @Test
    void aStrangersHostOfTheProviderThatRefusesEveryConnectionHoldsTheStrangersEmailsOnly() {
        node.dns.mx("customer.test", 10, "mx.large.test").mx("stranger.test", 10, "old.large.test");
        node.host("mx.large.test");
        var old = node.host("old.large.test").rule(SinkPoint.GREETING, new ReplyAndClose("521 No mail here"));
        node.emails(project, "stranger.test", 200);
        awaitHeld("stranger.test", 1);

        var email = node.email(project, "ada@customer.test");

        await().atMost(SOON).until(() -> node.pipeline.status(email), "SENT"::equals);
        awaitHeld("stranger.test", 200);
        assertThat(suspensions()).isZero();
        assertThat(old.connections()).isLessThan(12);
    }

    @Test
    void aRefusalOfOurAddressSuspendsTheProviderWhoeverReceivesIt() {
        node.dns.mx("customer.test", 10, "mx.large.test");
        node.host("mx.large.test")
                .rule(SinkPoint.GREETING, new ReplyAndClose("554 5.7.1 127.0.0.1 is listed in zen.spamhaus.org"));

        node.email(project, "ada@customer.test");

        await().atMost(PipelineNode.TIMEOUT).until(() -> suspensions() == 1);
    }

    @Test
    void aHostThatTookMailBeforeSuspendsTheProviderWhenItCannotBeReachedAnyMore() {
        node.dns.mx("customer.test", 10, "mx.large.test");
        var mail = node.host("mx.large.test");
        node.pipeline.awaitStatus(node.email(project, "first@customer.test"), "SENT");
        mail.close();

        node.email(project, "second@customer.test");

        await().atMost(PipelineNode.TIMEOUT).until(() -> suspensions() == 1);
    }

    @Test
    void anOperatorsTryNowEndsTheWaitingForAStrangersHost() {
        node.dns.mx("stranger.test", 10, "late.large.test");
        var address = node.address("late.large.test");
        node.emails(project, "stranger.test", 20);
        awaitHeld("stranger.test", 20);
        var host = node.listen(address);

        node.tryNow("large");

        host.awaitMessages(20, SOON);
    }

    @Test
    void aRestartDoesNotForgetThatAStrangersHostTakesNoMail() {
        node.dns.mx("customer.test", 10, "mx.large.test").mx("stranger.test", 10, "www.large.test");
        node.host("mx.large.test");
        var web = node.host("www.large.test").rule(SinkPoint.GREETING, new Close());
        node.email(project, "bob@stranger.test");
        awaitHeld("stranger.test", 1);
        var connections = web.connections();

        node.restart();
        node.pipeline.db.query("UPDATE outbox SET due_at = now(), last_reply = NULL");
        node.pipeline.queued(project, EmailSource.TRANSACTIONAL);

        node.pipeline.awaitStatus(node.email(project, "ada@customer.test"), "SENT");
        awaitHeld("stranger.test", 1);
        assertThat(web.connections()).isEqualTo(connections);
    }

    @Test
    void anOperatorsResumeEndsASuspensionOfBeforeARestart() {
        node.dns.mx("customer.test", 10, "mx.large.test");
        node.host("mx.large.test")
                .rule(SinkPoint.GREETING, 1, new ReplyAndClose("554 5.7.1 127.0.0.1 is listed in zen.spamhaus.org"));
        var email = node.email(project, "ada@customer.test");
        await().atMost(PipelineNode.TIMEOUT).until(() -> suspensions() == 1);
        awaitHeld("customer.test", 1);
        node.pipeline.db.query("UPDATE outbox SET due_at = now() + interval '1 hour'");
        node.restart();

        // Again and again, because a command of before the node has its source back concerns nothing.
        await().atMost(SOON).until(() -> {
            node.resume("large");
            return suspensions() == 0;
        });

        node.pipeline.db.query("UPDATE outbox SET due_at = now()");
        node.pipeline.queued(project, EmailSource.TRANSACTIONAL);
        node.pipeline.awaitStatus(email, "SENT");
    }

    /** It would stay with the node for ever, as the idle connection leads to hosts that do not take it. */
    @Test
    void anEmailThatWaitsForTheConnectionOfAnotherIsServedWhenThatFailsBesideAnIdleOne() {
        node.dns
                .mx("customer.test", 10, "mx.large.test")
                .mx("silent.test", 10, "a.large.test")
                .mx("listing.test", 10, "b.large.test")
                .mx("late.test", 10, "c.large.test");
        node.host("mx.large.test");
        var silent = node.host("a.large.test");
        node.host("b.large.test")
                .rule(SinkPoint.GREETING, new ReplyAndClose("554 5.7.1 127.0.0.1 is listed in zen.spamhaus.org"));
        node.host("c.large.test");
        node.pipeline.awaitStatus(node.email(project, "known@silent.test"), "SENT");
        silent.rule(SinkPoint.GREETING, new Silence()).hangUp();
        node.pipeline.awaitStatus(node.email(project, "ada@customer.test"), "SENT");
        node.email(project, "ada@listing.test");
        awaitHeld("listing.test", 1);
        node.pipeline.db.query("UPDATE outbox SET due_at = now() + interval '1 hour'");
        SiteCommands.tryNow(node.pipeline.bus, "large");

        node.email(project, "ada@silent.test");
        await().atMost(SOON).until(() -> silent.connections() == 2);
        var email = node.email(project, "ada@late.test");

        await().atMost(SOON).until(() -> node.pipeline.status(email), "SENT"::equals);
    }

    private void awaitHeld(String domain, int emails) {
        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> node.queued(domain, "last_reply IS NOT NULL AND lease_until IS NULL AND due_at > now()")
                        >= emails);
    }

    private long suspensions() {
        return node.pipeline.db.count("SELECT coalesce(sum(jsonb_array_length(suspensions)), 0) FROM shaping_states");
    }
}
