package io.godwit.sending.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import io.godwit.delivery.simulator.SimulatorDomain;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.sending.PipelineNode;
import io.godwit.sending.attempt.AttemptOutcome;
import io.godwit.sending.attempt.ClaimedEmail;
import io.godwit.sending.queue.OutboxLeaseStore;
import io.godwit.sending.queue.OutboxLeaseStore.VoidClaim;
import io.godwit.smtp.SmtpReply;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests the statements that record a group of results. */
@CloseFields
class AttemptRecorderTest {

    private static final long FENCE = 7;

    private final PipelineNode node = new PipelineNode();
    private final UUID project = node.project();
    private final AttemptRecorder recorder = new AttemptRecorder(SimulatorDomain.NONE);

    @Test
    void eachResultOfAGroupIsAnsweredByItsOwnRow() {
        var sent = begun("sent@example.org");
        var fenced = begun("fenced@example.org");
        var deferred = begun("deferred@example.org");
        var deferredAgain = begun("again@example.org");
        var forgotten = begun("forgotten@example.org");
        node.db.query("UPDATE outbox SET fence = fence + 1 WHERE email_id = ?", fenced);
        node.db.query("DELETE FROM emails WHERE id = ?", forgotten);
        record(List.of(deferral(deferredAgain)));
        node.db.query("UPDATE outbox SET fence = ? WHERE email_id = ?", FENCE, deferredAgain);

        var recorded = record(List.of(
                acceptance(sent),
                acceptance(fenced),
                deferral(deferred),
                deferral(deferredAgain),
                acceptance(forgotten)));

        assertThat(recorded).extracting(RecordedResult::leased).containsExactly(true, false, true, true, true);
        assertThat(recorded)
                .extracting(one -> one.ended().isPresent())
                .containsExactly(true, false, false, false, false);
        assertThat(recorded)
                .extracting(one -> one.delayed().isPresent())
                .containsExactly(false, false, true, false, false);
        assertThat(node.status(sent)).isEqualTo("SENT");
        assertThat(node.status(fenced)).isEqualTo("PENDING");
        assertThat(node.db.count("SELECT count(*) FROM outbox")).isEqualTo(3);
    }

    @Test
    void aRenewalThatComesAfterADeferralDoesNotLeaseTheEmailAgain() {
        var email = begun("deferred@example.org");
        record(List.of(deferral(email)));
        var before = node.outbox(email);

        var voidClaims = new OutboxLeaseStore()
                .renew(
                        node.db.database().workers(),
                        List.of(claimed(email, FENCE)),
                        Duration.ofSeconds(30),
                        Duration.ofMinutes(10))
                .await();

        assertThat(node.outbox(email)).isEqualTo(before).containsEntry("lease_until", null);
        assertThat(voidClaims).containsExactly(new VoidClaim(new EmailId(email), FENCE, true));
    }

    @Test
    void twoResultsOfOneEmailAreToldApartByTheirClaims() {
        var email = begun("twice@example.org");

        var recorded = record(List.of(
                new AttemptResult(
                        claimed(email, FENCE - 1), AttemptOutcome.sent(reply()), Optional.empty(), Instant.now()),
                acceptance(email)));

        assertThat(recorded).extracting(RecordedResult::leased).containsExactly(false, true);
    }

    @Test
    void onlyAnAcceptanceAtALaterAttemptIsInTheAttemptLog() {
        var first = begun("first@example.org");
        var second = begun("second@example.org");
        node.db.query("UPDATE outbox SET attempts = 2 WHERE email_id = ?", second);

        var recorded = record(List.of(acceptance(second), acceptance(first)));

        assertThat(recorded).allMatch(one -> one.leased() && one.ended().isPresent());
        assertThat(recorded)
                .extracting(one -> one.result().claimed().email().value())
                .containsExactly(second, first);
        assertThat(node.db.query("SELECT email_id, outcome FROM email_attempts"))
                .singleElement()
                .satisfies(
                        row -> assertThat(row).containsEntry("email_id", second).containsEntry("outcome", "SENT"));
        assertThat(node.db.count("SELECT count(*) FROM outbox")).isZero();
    }

    @Test
    void aLateAcceptanceSettlesTheDoubtThatANewerClaimLogged() {
        var email = begun("doubted@example.org");
        node.db.query("UPDATE outbox SET fence = fence + 1 WHERE email_id = ?", email);
        node.db.query(
                "INSERT INTO email_attempts (project_id, email_id, fence, attempt, outcome, stage) VALUES (?, ?, ?, 1, 'IN_DOUBT', 'UNKNOWN')",
                project,
                email,
                FENCE);

        var recorded = record(List.of(acceptance(email)));

        assertThat(recorded).noneMatch(RecordedResult::leased);
        assertThat(node.db.query("SELECT outcome FROM email_attempts"))
                .singleElement()
                .satisfies(row -> assertThat(row).containsEntry("outcome", "SENT"));
    }

    @Test
    void anAmazonSesReplyNamesTheEmail() {
        var named = begun("named@example.org");
        var unnamed = begun("unnamed@example.org");
        var id = "0100018c1a2b3c4d-0a1b2c3d-1111-2222-3333-444455556666-000000";

        record(List.of(acceptance(named, "Ok " + id), acceptance(unnamed, "Ok: queued as " + UUID.randomUUID())));

        assertThat(node.db.query("SELECT provider_id, email_id FROM provider_message_ids"))
                .singleElement()
                .satisfies(
                        row -> assertThat(row).containsEntry("provider_id", id).containsEntry("email_id", named));
    }

    /** As a node leaves a row whose attempt it has begun. */
    private UUID begun(String to) {
        var email = node.email(project, to);
        node.db.query(
                "UPDATE outbox SET attempt_started = true, fence = ?, attempts = 1, message_date = now() WHERE email_id = ?",
                FENCE,
                email);
        return email;
    }

    private List<RecordedResult> record(List<AttemptResult> results) {
        return new ArrayList<>(node.db
                .database()
                .sendingTransaction(tx -> recorder.record(tx, results))
                .await());
    }

    private AttemptResult acceptance(UUID email) {
        return acceptance(email, "Queued");
    }

    private AttemptResult acceptance(UUID email, String text) {
        var outcome = AttemptOutcome.sent(new SmtpReply(250, Optional.of("2.0.0"), text));
        return new AttemptResult(claimed(email, FENCE), outcome, Optional.empty(), Instant.now());
    }

    private AttemptResult deferral(UUID email) {
        var outcome = new AttemptOutcome(
                Optional.of(AttemptOutcome.Outcome.DEFERRED),
                Optional.empty(),
                "RCPT",
                Optional.of(new SmtpReply(451, Optional.of("4.7.1"), "Later")),
                "Later",
                Duration.ofMinutes(1),
                Optional.empty());
        return new AttemptResult(claimed(email, FENCE), outcome, Optional.empty(), Instant.now());
    }

    private static SmtpReply reply() {
        return new SmtpReply(250, Optional.of("2.0.0"), "Queued");
    }

    private ClaimedEmail claimed(UUID email, long fence) {
        return new ClaimedEmail(
                new ProjectId(project),
                new EmailId(email),
                "example.org",
                (short) 0,
                fence,
                0,
                0,
                0,
                false,
                Optional.empty());
    }
}
