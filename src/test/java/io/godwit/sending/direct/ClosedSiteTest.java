package io.godwit.sending.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.smtp.SinkBehaviour.Reply;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.sending.DirectNode;
import io.godwit.sending.PipelineNode;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A site that takes no mail holds up no other, not even in the same project and lane. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@CloseFields
class ClosedSiteTest {

    private static final int MANY = 5_000;

    private DirectNode node;
    private UUID project;

    @BeforeAll
    void start() throws Exception {
        node = DirectNode.start();
        project = node.pipeline.project();
    }

    @Test
    void emailsToAnOpenSitePassThousandsToOneThatIsKnownToBeClosed() {
        closed("known.test");
        node.email(project, "first@known.test");
        awaitNumber("known.test");
        node.hostOf("open.test");
        node.emails(project, "known.test", MANY);

        node.emails(project, "open.test", 10);

        awaitSent("open.test", 10);
        assertThat(claims("known.test")).isLessThan(1_000);
    }

    /** {@code -Dsoak.emails=50000} queues fewer. */
    @Test
    @Tag("soak")
    void anEmailToAnOpenSitePassesAMillionToAClosedOneWithinTwoSeconds() {
        closed("vast.test");
        node.email(project, "first@vast.test");
        awaitNumber("vast.test");
        node.hostOf("near.test");
        node.emails(project, "vast.test", Integer.getInteger("soak.emails", 1_000_000));
        node.pipeline.awaitStatus(node.email(project, "warm-up@near.test"), "SENT");
        var before = claims("vast.test");

        var milliseconds = IntStream.range(0, 100)
                .mapToLong(number -> millisecondsToSend(number + "@near.test"))
                .sorted()
                .toArray();

        System.out.printf(
                "Emails to the open site: median %d ms, p99 %d ms; rows of the closed one claimed meanwhile: %d%n",
                milliseconds[50], milliseconds[98], claims("vast.test") - before);
        assertThat(milliseconds[98]).isLessThanOrEqualTo(2_000);
        assertThat(claims("vast.test") - before).isLessThan(1_000);
    }

    private long millisecondsToSend(String address) {
        var email = node.email(project, address);
        var began = System.nanoTime();
        await().atMost(PipelineNode.TIMEOUT)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> node.pipeline.status(email), "SENT"::equals);
        return Duration.ofNanos(System.nanoTime() - began).toMillis();
    }

    @Test
    void emailsThatAreQueuedAlreadyAreMovedToTheirSiteWhenItCloses() {
        closed("sudden.test");
        node.hostOf("other.test");
        node.emails(project, "sudden.test", MANY);

        node.emails(project, "other.test", 10);

        awaitNumber("sudden.test");
        await().atMost(PipelineNode.TIMEOUT).until(() -> node.queued("sudden.test", "destination = 0") == 0);
        awaitSent("other.test", 10);
        assertThat(neverClaimed("sudden.test")).isPositive();
    }

    @Test
    void eachEmailThatWaitsForAClosedSiteSaysSoOnceWithTheReasonAndTheNextTime() {
        var address = closed("silent.test");
        var first = node.email(project, "first@silent.test");
        awaitNumber("silent.test");
        node.emails(project, "silent.test", 20);

        await().atMost(PipelineNode.TIMEOUT).until(() -> delays("silent.test") == 21);
        assertThat(node.pipeline.attempts(first)).isEmpty();
        var data = new JsonObject(String.valueOf(node.pipeline.db.value(
                "SELECT data FROM events WHERE email_id = ? AND name = 'email.delayed'", first)));
        assertThat(data.getString("reason")).contains("could be reached");
        assertThat(Instant.parse(data.getString("nextAttemptAt"))).isAfter(Instant.parse(data.getString("delayedAt")));

        node.listen(address).rule(SinkPoint.RCPT, 1, new Reply("451 4.7.1 Greylisted, try again"));
        node.tryNow("mx.silent.test");
        awaitSent("silent.test", 21);
        assertThat(delays("silent.test")).isEqualTo(21);
    }

    private long delays(String domain) {
        return node.pipeline.db.count("SELECT count(*) FROM events JOIN emails ON emails.id = email_id"
                + " WHERE name = 'email.delayed' AND to_email LIKE '%@" + domain + "'");
    }

    /** Answers the address where nobody listens. */
    /** One email tests the site each hour; without an end of their own the others would wait as many hours as there are of them. */
    @Test
    void allEmailsThatHaveWaitedForAClosedSiteAsLongAsAnEmailIsTriedAreGivenUp() {
        closed("gone.test");
        node.email(project, "first@gone.test");
        awaitNumber("gone.test");
        node.emails(project, "gone.test", 20);
        node.stop();
        node.pipeline.db.query("UPDATE outbox SET created_at = now() - interval '3 days' FROM emails"
                + " WHERE id = email_id AND to_email LIKE '%@gone.test'");
        node.pipeline.db.query("UPDATE shaping_states SET suspensions = jsonb_set(suspensions, '{0,times}', '60')"
                + " WHERE site = 'mx.gone.test'");

        node.restart();

        await().atMost(PipelineNode.TIMEOUT).until(() -> givenUp("gone.test") == 21);
    }

    private long givenUp(String domain) {
        return node.pipeline.db.count("SELECT count(*) FROM emails WHERE status = 'FAILED'"
                + " AND error LIKE 'Given up, as it had to wait for too long: %could be reached%' AND to_email LIKE '%@"
                + domain + "'");
    }

    private String closed(String domain) {
        node.dns.mx(domain, 10, "mx." + domain);
        return node.address("mx." + domain);
    }

    private void awaitNumber(String domain) {
        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> node.pipeline.db.count(
                                "SELECT count(*) FROM destination_domains WHERE domain = '" + domain + "'")
                        == 1);
    }

    private void awaitSent(String domain, int count) {
        await().atMost(PipelineNode.TIMEOUT)
                .until(() ->
                        node.pipeline.db.count("SELECT count(*) FROM emails WHERE status = 'SENT' AND to_email LIKE '%@"
                                        + domain + "'")
                                == count);
    }

    /** The emails that were moved without an attempt; how many were claimed before is a matter of how soon the connection failed. */
    private long neverClaimed(String domain) {
        return node.pipeline.db.count(
                "SELECT count(*) FROM outbox JOIN emails ON id = email_id WHERE claims = 0 AND to_email LIKE '%@"
                        + domain + "'");
    }

    private long claims(String domain) {
        return node.pipeline.db.count("SELECT coalesce(sum(claims), 0) FROM outbox JOIN emails ON id = email_id"
                + " WHERE to_email LIKE '%@" + domain + "'");
    }
}
