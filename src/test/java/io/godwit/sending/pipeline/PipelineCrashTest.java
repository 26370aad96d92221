package io.godwit.sending.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.core.Tenant;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.sending.EmailSource;
import io.godwit.sending.PipelineNode;
import io.godwit.sending.PipelineSettings;
import io.godwit.sending.SendingMessages.Lane;
import io.godwit.sending.attempt.ClaimedEmail;
import io.godwit.sending.attempt.OfferedAttempt;
import io.godwit.sending.queue.DeadEmailRequeuer;
import io.godwit.sending.queue.OutboxClaimStore;
import io.godwit.sending.queue.OutboxClaimStore.Share;
import io.godwit.sending.results.DeliveryJournal;
import io.godwit.sending.results.JournalEntry;
import io.godwit.smtp.SmtpReply;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests the rows a dead node left, and what a living one makes of them. */
@CloseFields
class PipelineCrashTest {

    private final PipelineNode sender = new PipelineNode();

    @Test
    void anEmailInDoubtIsSentOnceMoreWithTheSameMessageIdAndDate() {
        var project = sender.project();
        var email = left(project, 0);
        sender.db.query("UPDATE outbox SET message_date = '2026-01-02 03:04:05+00' WHERE email_id = ?", email);

        sender.start();

        sender.awaitStatus(email, "SENT");
        var copy = sender.sink.next();
        assertThat(copy.messageId()).isEqualTo(PipelineNode.messageId(project, email));
        assertThat(copy.header("Date")).contains("Fri, 2 Jan 2026 03:04:05 +0000");
        assertThat(sender.attempts(email))
                .extracting(attempt -> attempt.get("outcome"))
                .containsExactly("IN_DOUBT", "SENT");
        assertThat(sender.metric("godwit.sending.in.doubt")).isEqualTo(1);
        assertThat(sender.sink.messages()).hasSize(1);
    }

    @Test
    void emailsThatWereUnderWayAtThreeDeathsAreSent() {
        var project = sender.project();
        for (var number = 0; number < 10; number++) {
            left(project, 2);
        }
        sender.emails(project, EmailSource.TRANSACTIONAL, 50);

        sender.start();

        sender.awaitEmpty();
        assertThat(sender.db.count("SELECT count(*) FROM emails WHERE status = 'SENT'"))
                .isEqualTo(60);
        assertThat(sender.sink.messages()).hasSize(60);
        assertThat(sender.db.count("SELECT count(*) FROM dead_letters")).isZero();
    }

    @Test
    void anEmailThatWasComposedAloneIsNoSuspectAnyMore() {
        var gate = sender.sink.hold(SinkPoint.DOT);
        var email = left(sender.project(), 2);

        sender.start();

        gate.awaitReached(PipelineNode.TIMEOUT);
        assertThat(sender.outbox(email))
                .containsEntry("alone", false)
                .containsEntry("lost_leases", 0)
                .containsEntry("attempt_started", true);
        gate.open();
        sender.awaitStatus(email, "SENT");
    }

    @Test
    void anEmailThatStoppedItsSenderThreeTimesWhileAloneIsDeadUntilSomebodyAsksForItAndItsNeighboursAreSent() {
        var project = sender.project();
        var poison = left(project, 5);
        sender.db.query("UPDATE outbox SET alone = true, alone_lost_leases = 2 WHERE email_id = ?", poison);
        sender.emails(project, EmailSource.TRANSACTIONAL, 50);

        sender.start();
        awaitRest(poison);
        assertThat(sender.status(poison)).isEqualTo("PENDING");
        sender.db.query("UPDATE outbox SET due_at = now() WHERE email_id = ?", poison);

        sender.awaitStatus(poison, "FAILED");
        sender.awaitEmpty();
        assertThat(sender.log(poison).get("error")).asString().contains("stopped 3 times");
        assertThat(sender.attempts(poison))
                .extracting(attempt -> attempt.get("outcome"))
                .containsExactly("IN_DOUBT");
        assertThat(sender.db.count("SELECT count(*) FROM emails WHERE status = 'SENT'"))
                .isEqualTo(50);
        assertThat(sender.metric("godwit.sending.dead")).isEqualTo(1);
        assertThat(sender.sink.messages()).noneMatch(copy -> copy.messageId().startsWith(poison.toString()));

        var retried = sender.db
                .database()
                .transaction(
                        tx -> new DeadEmailRequeuer().retry(tx, Tenant.system(new ProjectId(project)), List.of(poison)))
                .await();

        assertThat(retried).isOne();
        sender.awaitStatus(poison, "SENT");
    }

    @Test
    void anEmailItsSenderDiedWithWhileItWasAloneRests() {
        var project = sender.project();
        var suspect = left(project, 3);
        sender.db.query("UPDATE outbox SET alone = true WHERE email_id = ?", suspect);
        sender.emails(project, EmailSource.TRANSACTIONAL, 5);

        sender.start();

        await().atMost(PipelineNode.TIMEOUT).until(() -> sender.sink.messages().size() == 5);
        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> !sender.outbox(suspect).get("fence").equals(8L));
        assertThat(sender.outbox(suspect))
                .containsEntry("alone_lost_leases", 1)
                .containsEntry("attempt_started", false);
        assertThat(sender.sink.messages()).hasSize(5);
    }

    /** Of three leases of it that ended on a node that was alone with it, one ended because the node stood still. */
    @Test
    void anEmailAtItsThirdCrashIsLeftForTheNodeThatMayComeBack() {
        var suspect = left(sender.project(), 5);
        sender.db.query(
                "UPDATE outbox SET alone = true, alone_lost_leases = 2, alone_lost_fences = '{1, 2}' WHERE email_id = ?",
                suspect);
        sender.start();
        awaitRest(suspect);

        sender.db.query(
                "UPDATE outbox SET alone_lost_leases = 2, alone_lost_fences = '{1, 2}', due_at = now() WHERE email_id = ?",
                suspect);

        sender.awaitStatus(suspect, "SENT");
    }

    /** Waits until a node has counted the third crash and left the email for some minutes. */
    private void awaitRest(UUID email) {
        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> sender.db.count(
                                "SELECT count(*) FROM outbox WHERE email_id = ? AND alone_lost_leases = 3 AND lease_until IS NULL"
                                        + " AND due_at > now() + interval '2 min'",
                                email)
                        == 1);
    }

    /** As a node loses it that stood still for longer than its lease. */
    @Test
    void anEmailWhoseLeaseEndedWhileItsNodeLivedIsNotHeldGuilty() {
        var keys = sender.holdKeys();
        var project = sender.project();
        var suspect = left(project, 3);
        sender.start();
        await().atMost(PipelineNode.TIMEOUT).until(() -> sender.outbox(suspect).get("alone"), Boolean.TRUE::equals);

        var other = claimedByAnotherNode(project, suspect);

        assertThat(other.aloneCrashes()).isOne();
        keys.complete();
        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> sender.outbox(suspect).get("alone_lost_leases"), Integer.valueOf(0)::equals);
    }

    private ClaimedEmail claimedByAnotherNode(UUID project, UUID email) {
        var lane = new Lane(project, EmailSource.TRANSACTIONAL.lane());
        return sender.db
                .database()
                .workerTransaction(tx -> tx.query(
                                "UPDATE outbox SET due_at = now(), lease_until = now() WHERE email_id = '" + email
                                        + "'")
                        .execute()
                        .compose(ignored -> new OutboxClaimStore()
                                .claim(tx, List.of(new Share(lane, 1)), Duration.ofHours(1), UUID.randomUUID())))
                .await()
                .get(0);
    }

    @Test
    void aRowThatWasClaimedButNotBegunIsTakenOverWithoutDoubt() {
        var project = sender.project();
        var email = sender.email(project, "ada@example.org");
        sender.db.query(
                "UPDATE outbox SET lease_until = now(), due_at = now(), fence = 5, claims = 5 WHERE email_id = ?",
                email);

        sender.start();

        sender.awaitStatus(email, "SENT");
        assertThat(sender.attempts(email)).isEmpty();
        assertThat(sender.metric("godwit.sending.in.doubt")).isZero();
    }

    @Test
    void whatTheJournalHoldsIsRecordedAndNotSentAgain() throws IOException {
        var project = sender.project();
        var email = left(project, 0);
        try (var journal = DeliveryJournal.open(sender.journal())) {
            journal.append(new JournalEntry(
                    new ProjectId(project),
                    new EmailId(email),
                    1,
                    7,
                    Instant.now().minusSeconds(60),
                    new SmtpReply(250, Optional.of("2.0.0"), "Queued")));
        }

        sender.start();

        assertThat(sender.status(email)).isEqualTo("SENT");
        assertThat(sender.log(email)).containsEntry("reply", "250 2.0.0 Queued");
        assertThat(sender.events(email)).containsExactly("email.sent");
        assertThat(sender.sink.everything()).isEmpty();
        assertThat(sender.db.count("SELECT count(*) FROM outbox")).isZero();
        try (var files = java.nio.file.Files.list(sender.journal())) {
            assertThat(files.filter(file -> file.toString().endsWith(".journal")
                            && file.toFile().length() > 0))
                    .isEmpty();
        }
    }

    @Test
    void whatTheJournalHoldsAndTheTablesKnowIsNoNews() throws IOException {
        var project = sender.project();
        var email = sender.email(project, "ada@example.org");
        sender.db.query("UPDATE emails SET status = 'SENT' WHERE id = ?", email);
        sender.db.query("DELETE FROM outbox WHERE email_id = ?", email);
        var again = left(project, 0);
        try (var journal = DeliveryJournal.open(sender.journal())) {
            journal.append(taken(project, email, 3));
            journal.append(taken(project, again, 6));
        }

        sender.start();

        // The second was claimed again after the mail server had taken it; that is news.
        assertThat(sender.metric("godwit.sending.fenced")).isEqualTo(1);
        sender.awaitStatus(again, "SENT");
        assertThat(sender.status(email)).isEqualTo("SENT");
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
        var project = sender.project();
        var own = left(project, 0);
        var foreign = sender.email(project, "foreign@example.org");
        UUID node;
        try (var journal = DeliveryJournal.open(sender.journal())) {
            node = journal.node();
        } catch (IOException failed) {
            throw new java.io.UncheckedIOException(failed);
        }
        var held = "UPDATE outbox SET attempt_started = true, attempts = 1, fence = 7, holder = ?, "
                + "due_at = now() + interval '5 min', lease_until = now() + interval '5 min' WHERE email_id = ?";
        sender.db.query(held, node, own);
        sender.db.query(held, UUID.randomUUID(), foreign);

        sender.start(PipelineSettings.rescuingLate(sender.journal()), 20);

        sender.awaitStatus(own, "SENT");
        assertThat(sender.status(foreign)).isEqualTo("PENDING");
        assertThat(sender.outbox(foreign)).containsEntry("fence", 7L);
    }

    /** Nobody can have taken what had not come to its final dot. */
    @Test
    void ofWhatANodeWasSendingWhenItDiedOnlyWhatWasAtItsFinalDotIsInDoubt() throws IOException {
        var project = sender.project();
        var offered = left(project, 0);
        var composed = left(project, 0);
        try (var journal = DeliveryJournal.open(sender.journal())) {
            sender.db.query("UPDATE outbox SET holder = ?", journal.node());
            journal.dots().mark(1, new OfferedAttempt(new ProjectId(project), new EmailId(offered), 7));
            journal.dots().mark(0, new OfferedAttempt(new ProjectId(project), new EmailId(composed), 6));
        }

        sender.start();

        sender.awaitStatus(offered, "SENT");
        sender.awaitStatus(composed, "SENT");
        assertThat(sender.attempts(offered))
                .extracting(attempt -> attempt.get("outcome"))
                .containsExactly("IN_DOUBT", "SENT");
        assertThat(sender.attempts(composed)).isEmpty();
        assertThat(sender.metric("godwit.sending.in.doubt")).isEqualTo(1);
        assertThat(sender.sink.messages()).hasSize(2);
    }

    @Test
    void aResultBehindANewerClaimIsRefused() {
        var gate = sender.sink.hold(SinkPoint.DOT);
        var project = sender.project();
        var email = sender.email(project, "ada@example.org");
        sender.start();
        gate.awaitReached(PipelineNode.TIMEOUT);
        sender.db.query(
                "UPDATE outbox SET fence = fence + 1, due_at = now() + interval '1 hour' WHERE email_id = ?", email);

        gate.open();

        await().atMost(PipelineNode.TIMEOUT).until(() -> sender.metric("godwit.sending.fenced") == 1);
        assertThat(sender.status(email)).isEqualTo("PENDING");
        assertThat(sender.outbox(email)).containsEntry("attempt_started", true);
        assertThat(sender.events(email)).isEmpty();
    }

    @Test
    void aLateAcceptanceSettlesTheDoubtThatANewerClaimLogged() {
        var gate = sender.sink.hold(SinkPoint.DOT);
        var project = sender.project();
        var email = sender.email(project, "ada@example.org");
        sender.start();
        gate.awaitReached(PipelineNode.TIMEOUT);
        var fence = (long) sender.outbox(email).get("fence");
        sender.db.query(
                "UPDATE outbox SET fence = fence + 1, due_at = now() + interval '1 hour' WHERE email_id = ?", email);
        sender.db.query(
                "INSERT INTO email_attempts (project_id, email_id, fence, attempt, outcome, stage) "
                        + "VALUES (?, ?, ?, 1, 'IN_DOUBT', 'UNKNOWN')",
                project,
                email,
                fence);

        gate.open();

        await().atMost(PipelineNode.TIMEOUT).untilAsserted(() -> assertThat(sender.attempts(email))
                .singleElement()
                .satisfies(attempt -> assertThat(attempt).containsEntry("outcome", "SENT")));
    }

    @Test
    void aHeldRowIsRenewedUntilItIsDone() {
        var gate = sender.sink.hold(SinkPoint.DOT);
        var project = sender.project();
        var email = sender.email(project, "ada@example.org");
        sender.start();
        gate.awaitReached(PipelineNode.TIMEOUT);
        var begun = (java.sql.Timestamp) sender.outbox(email).get("lease_until");

        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> ((java.sql.Timestamp) sender.outbox(email).get("lease_until")).getTime()
                        > begun.getTime() + 3000);
        gate.open();

        sender.awaitStatus(email, "SENT");
        assertThat(sender.sink.messages()).hasSize(1);
    }

    /** As a node leaves a row that dies between the mark and the end: begun with fence 7, its lease just over. */
    private UUID left(UUID project, int crashes) {
        var email = sender.email(project, "doubt@example.org");
        sender.db.query("""
                UPDATE outbox
                   SET attempt_started = true, fence = 7, claims = 1, attempts = 1, lost_leases = ?, message_date = now(),
                       lease_until = now(), due_at = now()
                 WHERE email_id = ?
                """, crashes, email);
        return email;
    }
}
