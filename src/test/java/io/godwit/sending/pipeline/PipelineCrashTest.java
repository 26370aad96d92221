package io.godwit.sending.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.core.Tenant;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.sending.EmailSource;
import io.godwit.sending.PipelineNode;
import io.godwit.sending.queue.DeadEmailRequeuer;
import io.godwit.sending.queue.FinalDotJournal.OfferedAttempt;
import io.godwit.sending.results.DeliveryJournal;
import io.godwit.sending.results.JournalEntry;
import io.godwit.smtp.SmtpReply;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What rows look like that a dead node left, and what a living one makes of them. */
class PipelineCrashTest {

    private final PipelineNode room = new PipelineNode();

    @AfterEach
    void close() {
        room.close();
    }

    @Test
    void anEmailInDoubtIsSentOnceMoreWithTheSameMessageIdAndDate() {
        var project = room.project();
        var email = left(project, 0);
        room.db.query("UPDATE outbox SET message_date = '2026-01-02 03:04:05+00' WHERE email_id = ?", email);

        room.start();

        room.awaitStatus(email, "SENT");
        var copy = room.sink.next();
        assertThat(copy.messageId()).isEqualTo(PipelineNode.messageId(project, email));
        assertThat(copy.header("Date")).contains("Fri, 2 Jan 2026 03:04:05 +0000");
        assertThat(room.attempts(email))
                .extracting(attempt -> attempt.get("outcome"))
                .containsExactly("IN_DOUBT", "SENT");
        assertThat(room.metric("godwit.sending.in.doubt")).isEqualTo(1);
        assertThat(room.sink.messages()).hasSize(1);
    }

    @Test
    void emailsThatWereUnderWayAtThreeDeathsAreSent() {
        var project = room.project();
        for (var number = 0; number < 10; number++) {
            left(project, 2);
        }
        room.emails(project, EmailSource.TRANSACTIONAL, 50);

        room.start();

        room.awaitEmpty();
        assertThat(room.db.count("SELECT count(*) FROM emails WHERE status = 'SENT'"))
                .isEqualTo(60);
        assertThat(room.sink.messages()).hasSize(60);
        assertThat(room.db.count("SELECT count(*) FROM dead_letters")).isZero();
    }

    @Test
    void anEmailThatWasComposedAloneIsNoSuspectAnyMore() {
        var gate = room.sink.hold(SinkPoint.DOT);
        var email = left(room.project(), 2);

        room.start();

        gate.awaitReached(PipelineNode.TIMEOUT);
        assertThat(room.outbox(email))
                .containsEntry("alone", false)
                .containsEntry("lost_leases", 0)
                .containsEntry("attempt_started", true);
        gate.open();
        room.awaitStatus(email, "SENT");
    }

    @Test
    void anEmailThatStoppedItsSenderThreeTimesWhileAloneIsDeadUntilSomebodyAsksForItAndItsNeighboursAreSent() {
        var project = room.project();
        var poison = left(project, 5);
        room.db.query("UPDATE outbox SET alone = true, alone_lost_leases = 2 WHERE email_id = ?", poison);
        room.emails(project, EmailSource.TRANSACTIONAL, 50);

        room.start();

        room.awaitStatus(poison, "FAILED");
        room.awaitEmpty();
        assertThat(room.log(poison).get("error")).asString().contains("stopped 3 times");
        assertThat(room.attempts(poison))
                .extracting(attempt -> attempt.get("outcome"))
                .containsExactly("IN_DOUBT");
        assertThat(room.db.count("SELECT count(*) FROM emails WHERE status = 'SENT'"))
                .isEqualTo(50);
        assertThat(room.metric("godwit.sending.dead")).isEqualTo(1);
        assertThat(room.sink.messages()).noneMatch(copy -> copy.messageId().startsWith(poison.toString()));

        var retried = room.db
                .database()
                .transaction(
                        tx -> new DeadEmailRequeuer().retry(tx, Tenant.system(new ProjectId(project)), List.of(poison)))
                .await();

        assertThat(retried).isOne();
        room.awaitStatus(poison, "SENT");
    }

    @Test
    void anEmailItsSenderDiedWithWhileItWasAloneRests() {
        var project = room.project();
        var suspect = left(project, 3);
        room.db.query("UPDATE outbox SET alone = true WHERE email_id = ?", suspect);
        room.emails(project, EmailSource.TRANSACTIONAL, 5);

        room.start();

        await().atMost(PipelineNode.TIMEOUT).until(() -> room.sink.messages().size() == 5);
        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> !room.outbox(suspect).get("fence").equals(8L));
        assertThat(room.outbox(suspect)).containsEntry("alone_lost_leases", 1).containsEntry("attempt_started", false);
        assertThat(room.sink.messages()).hasSize(5);
    }

    @Test
    void aRowThatWasClaimedButNotBegunIsTakenOverWithoutDoubt() {
        var project = room.project();
        var email = room.email(project, "ada@example.org");
        room.db.query(
                "UPDATE outbox SET lease_until = now(), due_at = now(), fence = 5, claims = 5 WHERE email_id = ?",
                email);

        room.start();

        room.awaitStatus(email, "SENT");
        assertThat(room.attempts(email)).isEmpty();
        assertThat(room.metric("godwit.sending.in.doubt")).isZero();
    }

    @Test
    void whatTheJournalHoldsIsRecordedAndNotSentAgain() throws IOException {
        var project = room.project();
        var email = left(project, 0);
        try (var journal = DeliveryJournal.open(room.journal())) {
            journal.append(new JournalEntry(
                    new ProjectId(project),
                    new EmailId(email),
                    1,
                    7,
                    Instant.now().minusSeconds(60),
                    new SmtpReply(250, Optional.of("2.0.0"), "Queued")));
        }

        room.start();

        assertThat(room.status(email)).isEqualTo("SENT");
        assertThat(room.log(email)).containsEntry("reply", "250 2.0.0 Queued");
        assertThat(room.events(email)).containsExactly("email.sent");
        assertThat(room.sink.everything()).isEmpty();
        assertThat(room.db.count("SELECT count(*) FROM outbox")).isZero();
        try (var files = java.nio.file.Files.list(room.journal())) {
            assertThat(files.filter(file -> file.toString().endsWith(".journal")
                            && file.toFile().length() > 0))
                    .isEmpty();
        }
    }

    @Test
    void whatTheJournalHoldsAndTheTablesKnowIsNoNews() throws IOException {
        var project = room.project();
        var email = room.email(project, "ada@example.org");
        room.db.query("UPDATE emails SET status = 'SENT' WHERE id = ?", email);
        room.db.query("DELETE FROM outbox WHERE email_id = ?", email);
        var again = left(project, 0);
        try (var journal = DeliveryJournal.open(room.journal())) {
            journal.append(taken(project, email, 3));
            journal.append(taken(project, again, 6));
        }

        room.start();

        // The second was claimed again after the mail server had taken it; that is news.
        assertThat(room.metric("godwit.sending.fenced")).isEqualTo(1);
        room.awaitStatus(again, "SENT");
        assertThat(room.status(email)).isEqualTo("SENT");
    }

    private static JournalEntry taken(UUID project, UUID email, long fence) {
        return new JournalEntry(
                new ProjectId(project),
                new EmailId(email),
                1,
                fence,
                Instant.now().minusSeconds(60),
                new SmtpReply(250, Optional.of("2.0.0"), "Queued"));
    }

    /** Its journal says that the node that claimed it was this one, so it is dead; of another node's nobody knows. */
    @Test
    void aNodeThatIsBackDecidesItsOwnDoubtsAtOnceAndLeavesThoseOfOthers() {
        var project = room.project();
        var own = left(project, 0);
        var foreign = room.email(project, "foreign@example.org");
        UUID node;
        try (var journal = DeliveryJournal.open(room.journal())) {
            node = journal.node();
        } catch (IOException failed) {
            throw new java.io.UncheckedIOException(failed);
        }
        var held = "UPDATE outbox SET attempt_started = true, attempts = 1, fence = 7, holder = ?, "
                + "due_at = now() + interval '5 min', lease_until = now() + interval '5 min' WHERE email_id = ?";
        room.db.query(held, node, own);
        room.db.query(held, UUID.randomUUID(), foreign);

        room.start(room.rescuingLate(), 20);

        room.awaitStatus(own, "SENT");
        assertThat(room.status(foreign)).isEqualTo("PENDING");
        assertThat(room.outbox(foreign)).containsEntry("fence", 7L);
    }

    /** Nobody can have taken what had not come to its final dot. */
    @Test
    void ofWhatANodeWasSendingWhenItDiedOnlyWhatWasAtItsFinalDotIsInDoubt() throws IOException {
        var project = room.project();
        var offered = left(project, 0);
        var composed = left(project, 0);
        try (var journal = DeliveryJournal.open(room.journal())) {
            room.db.query("UPDATE outbox SET holder = ?", journal.node());
            journal.dots().mark(1, new OfferedAttempt(new ProjectId(project), new EmailId(offered), 7));
            journal.dots().mark(0, new OfferedAttempt(new ProjectId(project), new EmailId(composed), 6));
        }

        room.start();

        room.awaitStatus(offered, "SENT");
        room.awaitStatus(composed, "SENT");
        assertThat(room.attempts(offered))
                .extracting(attempt -> attempt.get("outcome"))
                .containsExactly("IN_DOUBT", "SENT");
        assertThat(room.attempts(composed)).isEmpty();
        assertThat(room.metric("godwit.sending.in.doubt")).isEqualTo(1);
        assertThat(room.sink.messages()).hasSize(2);
    }

    @Test
    void aResultBehindANewerClaimIsRefused() {
        var gate = room.sink.hold(SinkPoint.DOT);
        var project = room.project();
        var email = room.email(project, "ada@example.org");
        room.start();
        gate.awaitReached(PipelineNode.TIMEOUT);
        room.db.query(
                "UPDATE outbox SET fence = fence + 1, due_at = now() + interval '1 hour' WHERE email_id = ?", email);

        gate.open();

        await().atMost(PipelineNode.TIMEOUT).until(() -> room.metric("godwit.sending.fenced") == 1);
        assertThat(room.status(email)).isEqualTo("PENDING");
        assertThat(room.outbox(email)).containsEntry("attempt_started", true);
        assertThat(room.events(email)).isEmpty();
    }

    @Test
    void aLateAcceptanceSettlesTheDoubtThatANewerClaimLogged() {
        var gate = room.sink.hold(SinkPoint.DOT);
        var project = room.project();
        var email = room.email(project, "ada@example.org");
        room.start();
        gate.awaitReached(PipelineNode.TIMEOUT);
        var fence = (long) room.outbox(email).get("fence");
        room.db.query(
                "UPDATE outbox SET fence = fence + 1, due_at = now() + interval '1 hour' WHERE email_id = ?", email);
        room.db.query(
                "INSERT INTO email_attempts (project_id, email_id, fence, attempt, outcome, stage) "
                        + "VALUES (?, ?, ?, 1, 'IN_DOUBT', 'UNKNOWN')",
                project,
                email,
                fence);

        gate.open();

        await().atMost(PipelineNode.TIMEOUT).untilAsserted(() -> assertThat(room.attempts(email))
                .singleElement()
                .satisfies(attempt -> assertThat(attempt).containsEntry("outcome", "SENT")));
    }

    @Test
    void aHeldRowIsRenewedUntilItIsDone() {
        var gate = room.sink.hold(SinkPoint.DOT);
        var project = room.project();
        var email = room.email(project, "ada@example.org");
        room.start();
        gate.awaitReached(PipelineNode.TIMEOUT);
        var begun = (java.sql.Timestamp) room.outbox(email).get("lease_until");

        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> ((java.sql.Timestamp) room.outbox(email).get("lease_until")).getTime()
                        > begun.getTime() + 3000);
        gate.open();

        room.awaitStatus(email, "SENT");
        assertThat(room.sink.messages()).hasSize(1);
    }

    /** As a node leaves a row that dies between the mark and the end: begun with fence 7, its lease just over. */
    private UUID left(UUID project, int crashes) {
        var email = room.email(project, "doubt@example.org");
        room.db.query("""
                UPDATE outbox
                   SET attempt_started = true, fence = 7, claims = 1, attempts = 1, lost_leases = ?, message_date = now(),
                       lease_until = now(), due_at = now()
                 WHERE email_id = ?
                """, crashes, email);
        return email;
    }
}
