package io.godwit.sending.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkBehaviour.Drip;
import io.godwit.kit.smtp.SinkBehaviour.Reply;
import io.godwit.kit.smtp.SinkBehaviour.Silence;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.sending.DirectNode;
import io.godwit.sending.PipelineNode;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Mail hosts that answer slowly, never, or with anything but a reply hold up their own mail and no other. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@CloseFields
class HangingMailHostTest {

    private static final int HEALTHY = 20;
    private static final int EACH = 10;

    private DirectNode node;
    private UUID project;

    @BeforeAll
    void start() throws Exception {
        node = DirectNode.startWaiting(Duration.ofMinutes(2));
        project = node.pipeline.project();
    }

    /**
     * Of 25 sites one in five hangs, each at another stage; more emails wait for them than the node has connections. No reply
     * is given up within the time of the test.
     */
    @Test
    void emailsToOtherSitesGoOutWhileOneSiteInFiveHangs() {
        var points = List.of(SinkPoint.GREETING, SinkPoint.EHLO, SinkPoint.MAIL, SinkPoint.RCPT, SinkPoint.DOT);
        points.forEach(
                point -> node.hostOf(hanging(point)).rule(point, point == SinkPoint.MAIL ? drip() : new Silence()));
        points.forEach(point -> node.emails(project, hanging(point), 100));
        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> node.pipeline.db.count("SELECT count(*) FROM outbox WHERE attempt_started") >= 5);
        var healthy = IntStream.range(0, HEALTHY)
                .mapToObj(number -> "healthy" + number + ".test")
                .toList();

        healthy.forEach(domain -> {
            node.hostOf(domain);
            node.emails(project, domain, EACH);
        });

        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> node.pipeline.db.count(
                                "SELECT count(*) FROM emails WHERE status = 'SENT' AND to_email LIKE '%@healthy%'")
                        == HEALTHY * EACH);
        assertThat(node.pipeline.db.count(
                        "SELECT count(*) FROM emails WHERE status = 'SENT' AND to_email LIKE '%@hang%'"))
                .isZero();
    }

    private static List<Arguments> nonsense() {
        return List.of(
                Arguments.of("long", new Reply("250 " + "x".repeat(1 << 20)), "UNCLEAR"),
                Arguments.of("endless", new Reply("250-more\r\n".repeat(100_000) + "250-more"), "UNCLEAR"),
                Arguments.of("class", new Reply("354 Go on"), "UNCLEAR"),
                Arguments.of("words", new Reply("Hello"), "UNCLEAR"),
                Arguments.of("latin", new Reply("451 4.3.0 Sp\u00e4ter"), "DEFERRED"));
    }

    @ParameterizedTest
    @MethodSource("nonsense")
    void whatIsNoReplyEndsTheAttemptAndTheNextOneIsSent(String name, SinkBehaviour behaviour, String outcome) {
        var domain = name + ".test";
        var host = node.hostOf(domain).rule(SinkPoint.RCPT, 1, behaviour);

        var email = node.email(project, "ada@" + domain);

        node.pipeline.awaitStatus(email, "SENT");
        assertThat(node.pipeline.attempts(email))
                .extracting(attempt -> attempt.get("outcome"))
                .containsExactly(outcome, "SENT");
        assertThat(String.valueOf(node.pipeline.attempts(email).get(0).get("response")))
                .hasSizeLessThan(64 << 10);
        assertThat(host.messages()).hasSize(1);
    }

    private static SinkBehaviour drip() {
        return new Drip(Duration.ofSeconds(10));
    }

    private static String hanging(SinkPoint point) {
        return "hang" + point.ordinal() + ".test";
    }
}
