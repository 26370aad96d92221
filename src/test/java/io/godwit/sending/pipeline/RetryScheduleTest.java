package io.godwit.sending.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkMessage;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.sending.PipelineNode;
import io.godwit.sending.PipelineSettings;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Transient and unclear failures, a hundred times faster than in life. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@CloseFields
class RetryScheduleTest {

    private final PipelineNode node = new PipelineNode();
    private UUID project;

    @BeforeAll
    void start() {
        project = node.project();
        node.start();
    }

    @AfterEach
    void bePolite() {
        node.sink.polite();
    }

    @ParameterizedTest
    @CsvSource({
        "GREETING, 421, CONNECT",
        "GREETING, 450, CONNECT",
        "MAIL, 421, MAIL",
        "MAIL, 450, MAIL",
        "MAIL, 451, MAIL",
        "MAIL, 452, MAIL",
        "RCPT, 421, RCPT",
        "RCPT, 450, RCPT",
        "RCPT, 451, RCPT",
        "RCPT, 452, RCPT",
        "DATA, 421, DATA",
        "DATA, 451, DATA",
        "DATA, 452, DATA",
        "DOT, 421, DOT",
        "DOT, 450, DOT",
        "DOT, 451, DOT",
        "DOT, 452, DOT"
    })
    void aTransientRefusalIsLoggedOnceAndTheNextAttemptIsSent(SinkPoint point, int code, String stage) {
        forgetConnections(point);
        if (point == SinkPoint.MAIL && code == 421) {
            // On a connection that was used before, it is about the connection, and another one is tried at once.
            node.restart();
        }
        node.sink.rule(point, 1, new SinkBehaviour.Reply(code + " 4.0.0 Later"));

        var email = node.email(project, "ada@example.org");

        node.awaitStatus(email, "SENT");
        assertThat(node.attempts(email))
                .extracting(attempt -> attempt.get("outcome"))
                .containsExactly("DEFERRED", "SENT");
        assertThat(node.attempts(email).get(0)).containsEntry("stage", stage).containsEntry("attempt", 1);
        assertThat(node.attempts(email).get(0)).containsEntry("code", code).containsEntry("enhanced", "4.0.0");
        assertThat(copies(email)).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = SinkPoint.class,
            names = {"GREETING", "EHLO", "MAIL", "RCPT", "DATA", "DOT"})
    void aConnectionCutAtAnyStageCostsNoMailAndMakesNoSecondCopyUnlessAtTheDot(SinkPoint point) {
        forgetConnections(point);
        node.sink.rule(point, 1, new SinkBehaviour.Close());

        var email = node.email(project, "ada@example.org");

        node.awaitStatus(email, "SENT");
        assertThat(copies(email)).hasSize(1);
        assertThat(everyCopy(email)).hasSize(point == SinkPoint.DOT ? 2 : 1);
        assertThat(everyCopy(email).stream().map(copy -> copy.header("Date")).distinct())
                .hasSize(1);
    }

    @Test
    void theRetryScheduleIsFollowedStepByStep() {
        recordPauses();
        var email = node.email(project, "tempfail-rcpt-451-3times+ladder@example.org");

        node.awaitStatus(email, "SENT");
        var pauses = node.db.query("SELECT milliseconds FROM pauses WHERE email_id = ? ORDER BY number", email).stream()
                .map(row -> (long) row.get("milliseconds"))
                .toList();

        var times = node.sink.ledger(SinkPoint.RCPT).stream()
                .filter(exchange -> exchange.recipient().contains("+ladder@"))
                .map(exchange -> exchange.at().toEpochMilli())
                .toList();
        assertThat(pauses).hasSize(3);
        assertThat(pauses.get(0)).isBetween(50L, 150L);
        assertThat(pauses.get(1)).isBetween(300L, 900L);
        assertThat(pauses.get(2)).isBetween(1500L, 4500L);
        assertThat(times).hasSize(4);
        for (var pause = 0; pause < 3; pause++) {
            assertThat(times.get(pause + 1) - times.get(pause)).isGreaterThanOrEqualTo(pauses.get(pause));
        }
        assertThat(node.attempts(email)).hasSize(4);
    }

    /** The pauses as they are decided, which a busy machine does not lengthen. */
    private void recordPauses() {
        node.db.query("""
                CREATE TABLE pauses (number bigserial, email_id uuid, milliseconds bigint)""");
        node.db.query("""
                CREATE FUNCTION record_pause() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    INSERT INTO pauses (email_id, milliseconds)
                    VALUES (NEW.email_id, floor(extract(epoch FROM NEW.due_at - now()) * 1000));
                    RETURN NEW;
                END $$""");
        node.db.query("""
                CREATE TRIGGER record_pause AFTER UPDATE ON outbox FOR EACH ROW
                WHEN (OLD.attempt_started AND NOT NEW.attempt_started) EXECUTE FUNCTION record_pause()""");
    }

    @Test
    void anUnclearOutcomeIsCountedAndRepeatedWithTheSameMessageId() {
        var email = node.email(project, "close-dot-1times+unclear@example.org");

        node.awaitStatus(email, "SENT");

        assertThat(node.attempts(email))
                .extracting(attempt -> attempt.get("outcome"))
                .containsExactly("UNCLEAR", "SENT");
        assertThat(everyCopy(email))
                .extracting(SinkMessage::messageId)
                .containsOnly(PipelineNode.messageId(project, email));
    }

    /** With one connection, the next email has no other slot. */
    @ParameterizedTest
    @CsvSource({"fail-rcpt-550, FAILED", "fail-data-554, FAILED"})
    void aSlotIsFreeAgainAfterAnOddRefusal(String behaviour, String end) {
        try (var single = new PipelineNode()) {
            single.start(PipelineSettings.hasty(single.journal()), 1);
            var tenant = single.project();
            var odd = single.email(tenant, behaviour + "+odd@example.org");
            single.awaitStatus(odd, end);

            var next = single.email(tenant, "ada@example.org");

            single.awaitStatus(next, "SENT");
        }
    }

    @Test
    void anEmailGivesUpAtItsAge() {
        var email = node.email(project, "tempfail-rcpt-451+old@example.org");
        node.db.query(
                "UPDATE outbox SET created_at = now() - interval '3 days', message_date = now() - interval '3 days' WHERE email_id = ?",
                email);

        node.awaitStatus(email, "FAILED");

        assertThat(node.log(email).get("error")).asString().contains("Given up").contains("451");
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(node.db.count("SELECT count(*) FROM outbox WHERE email_id = ?", email))
                        .isZero());
    }

    /** As the last ones of a backlog do, or those of a project with a throttle. */
    @Test
    void anEmailThatWaitedForDaysBeforeItsFirstAttemptIsTriedLikeANewOne() {
        try (var late = new PipelineNode()) {
            var email = late.email(late.project(), "tempfail-rcpt-451-1times+late@example.org");
            late.db.query("UPDATE outbox SET created_at = now() - interval '3 days' WHERE email_id = ?", email);

            late.start();

            late.awaitStatus(email, "SENT");
        }
    }

    /** Rules for the first stages meet only new connections. */
    private void forgetConnections(SinkPoint point) {
        if (point == SinkPoint.GREETING || point == SinkPoint.EHLO) {
            node.restart();
        }
    }

    private List<SinkMessage> copies(UUID email) {
        return node.sink.messages().stream()
                .filter(copy -> copy.messageId().startsWith(email.toString()))
                .toList();
    }

    private List<SinkMessage> everyCopy(UUID email) {
        return node.sink.everything().stream()
                .filter(copy -> copy.messageId().startsWith(email.toString()))
                .toList();
    }
}
