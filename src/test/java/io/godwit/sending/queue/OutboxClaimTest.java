package io.godwit.sending.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.sending.EmailSource;
import io.godwit.sending.PipelineNode;
import io.godwit.sending.PipelineSettings;
import io.godwit.sending.SendingMessages.Lane;
import io.godwit.sending.attempt.ClaimedEmail;
import io.godwit.sending.queue.OutboxClaimStore.Share;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests which worker gets which row, and in which order. */
@CloseFields
class OutboxClaimTest {

    private static final int ROWS = 20_000;

    private final PipelineNode node = new PipelineNode();
    private final OutboxClaimStore store = new OutboxClaimStore();

    @Test
    void fourClaimersShareAQueueAndNoRowIsTakenTwice() {
        var project = node.project();
        node.emails(project, EmailSource.CAMPAIGN, ROWS);
        var taken = new CopyOnWriteArrayList<List<ClaimedEmail>>();

        var claimers = IntStream.range(0, 4)
                .mapToObj(ignored -> claimAll(project, taken))
                .toList();
        Future.join(claimers).await();

        var allClaimed = taken.stream().flatMap(List::stream).toList();
        assertThat(allClaimed).hasSize(ROWS);
        assertThat(allClaimed.stream().map(ClaimedEmail::email).distinct()).hasSize(ROWS);
        assertThat(allClaimed).allMatch(claimed -> claimed.fence() == 1);
    }

    @Test
    void aRetryThatIsDueGoesBeforeAnOlderBacklogOfFirstAttempts() {
        var project = node.project();
        node.emails(project, EmailSource.CAMPAIGN, 1_000);
        deferred(10);

        var claimed = claim(project, EmailSource.CAMPAIGN).await();

        assertThat(claimed).hasSize(250);
        assertThat(claimed.stream().filter(email -> email.attempts() == 1)).hasSize(10);
    }

    @Test
    void retriesLeaveHalfOfAClaimToFirstAttempts() {
        var project = node.project();
        node.emails(project, EmailSource.CAMPAIGN, 1_000);
        deferred(500);

        var claimed = claim(project, EmailSource.CAMPAIGN).await();
        var rest = claim(project, EmailSource.CAMPAIGN).await();

        assertThat(claimed.stream().filter(email -> email.attempts() == 1)).hasSize(125);
        assertThat(claimed.stream().filter(email -> email.attempts() == 0)).hasSize(125);
        assertThat(rest.stream().map(ClaimedEmail::email))
                .doesNotContainAnyElementsOf(
                        claimed.stream().map(ClaimedEmail::email).toList());
    }

    /** Makes so many emails retries that are due now, while the others were due long ago. */
    private void deferred(int count) {
        node.db.query("UPDATE outbox SET due_at = now() - interval '1 hour'");
        node.db.query("""
                UPDATE outbox SET due_at = now(), attempts = 1, message_date = now() - interval '5 minutes'
                 WHERE email_id IN (SELECT email_id FROM outbox LIMIT ?)
                """, count);
    }

    @Test
    void everyClaimRaisesTheFence() {
        var project = node.project();
        var email = node.email(project, "ada@example.org");
        var fences = new ArrayList<Long>();

        for (var claim = 0; claim < 3; claim++) {
            fences.add(claim(project, EmailSource.TRANSACTIONAL).await().get(0).fence());
            node.db.query("UPDATE outbox SET due_at = now() WHERE email_id = ?", email);
        }

        assertThat(fences).containsExactly(1L, 2L, 3L);
        assertThat(node.outbox(email)).containsEntry("claims", 3).containsEntry("lost_leases", 0);
    }

    @Test
    void anAttemptThatBeginsAfterItsRowWasGivenBackIsVoid() {
        var project = node.project();
        var email = node.email(project, "ada@example.org");
        var claimed = claim(project, EmailSource.TRANSACTIONAL).await().get(0);
        new OutboxLeaseStore()
                .release(node.db.database().workers(), List.of(claimed), java.time.Duration.ZERO)
                .await();

        var late = new AttemptStore()
                .begin(node.db.database().workers(), List.of(claimed), Duration.ofMinutes(5))
                .await();

        assertThat(late).containsExactly(Optional.empty());
        assertThat(node.outbox(email))
                .containsEntry("attempt_started", false)
                .containsEntry("attempts", 0)
                .containsEntry("lease_until", null);
    }

    @Test
    void theSkipScanFindsEveryLaneThatHasDueMailAndNoOther() {
        var projects =
                IntStream.range(0, 30).mapToObj(ignored -> node.project()).toList();
        projects.forEach(project -> node.emails(project, EmailSource.WORKFLOW, 5));
        var later = node.email(projects.get(0), "ada@example.org");
        node.db.query("UPDATE outbox SET due_at = now() + interval '1 hour' WHERE email_id = ?", later);

        var lanes = store.dueLanes(node.db.database().workers(), 100).await();

        assertThat(lanes)
                .containsExactlyInAnyOrderElementsOf(projects.stream()
                        .map(project -> new Lane(project, EmailSource.WORKFLOW.lane()))
                        .toList());
    }

    @Test
    void aSmallProjectDoesNotWaitBehindALargeOne() {
        var large = node.project();
        var small = node.project();
        node.emails(large, EmailSource.TRANSACTIONAL, 3_000);
        node.sink.rule(SinkPoint.DOT, new SinkBehaviour.Late(Duration.ofMillis(20)));
        node.start(PipelineSettings.hasty(node.journal()), 10);
        node.sink.awaitMessages(100, PipelineNode.TIMEOUT);

        node.emails(small, EmailSource.TRANSACTIONAL, 10);
        var before = node.sink.accepted();
        node.queued(small, EmailSource.TRANSACTIONAL);
        await().atMost(PipelineNode.TIMEOUT).until(() -> waiting(small) == 0);

        assertThat(projectsOfMails().lastIndexOf(small)).isLessThan((int) before + 1_000);
        await().atMost(PipelineNode.TIMEOUT)
                .until(() ->
                        projectsOfMails().lastIndexOf(large) > projectsOfMails().lastIndexOf(small));
    }

    /** In the order of the mails at the mail server. */
    private List<UUID> projectsOfMails() {
        return node.sink.messages().stream()
                .map(mail -> UUID.fromString(mail.messageId().split("[.]")[1]))
                .toList();
    }

    @Test
    void transactionalMailGoesBeforeACampaignOfTheSameProject() {
        var project = node.project();
        node.emails(project, EmailSource.CAMPAIGN, 1_500);
        node.sink.rule(SinkPoint.DOT, new SinkBehaviour.Late(Duration.ofMillis(20)));
        node.start(PipelineSettings.hasty(node.journal()), 10);
        node.sink.awaitMessages(50, PipelineNode.TIMEOUT);

        var receipt = node.email(project, "receipt@example.org");
        var before = node.sink.accepted();
        node.queued(project, EmailSource.TRANSACTIONAL);

        node.awaitStatus(receipt, "SENT");
        var recipients =
                node.sink.messages().stream().map(mail -> mail.recipient()).toList();
        assertThat(recipients.indexOf("receipt@example.org")).isLessThan((int) before + 900);
        assertThat(recipients).hasSizeLessThan(1_501);
    }

    @Test
    void aThrottledProjectKeepsToItsRateWhileOthersDoNot() {
        var slow = node.project();
        var fast = node.project();
        node.db.query("UPDATE projects SET emails_per_second = 20 WHERE id = ?", slow);
        node.emails(slow, EmailSource.TRANSACTIONAL, 70);
        node.emails(fast, EmailSource.TRANSACTIONAL, 200);
        var started = System.nanoTime();

        node.start();

        // A full bucket of 20, then 20 a second.
        await().atMost(PipelineNode.TIMEOUT).until(() -> waiting(fast) == 0);
        assertThat(70 - waiting(slow))
                .isLessThanOrEqualTo(20 + (long) Math.ceil(20 * (System.nanoTime() - started) / 1e9));
        await().atMost(PipelineNode.TIMEOUT).until(() -> waiting(slow) == 0);
        assertThat(Duration.ofNanos(System.nanoTime() - started)).isGreaterThan(Duration.ofMillis(2300));
    }

    @Test
    void twoNodesShareTheTokensOfAProject() {
        var throttle = new RateBucketStore();
        var project = node.project();
        var rates = java.util.Map.of(project, 10);
        var wanted = java.util.Map.of(project, 8);

        var began = System.nanoTime();
        var first =
                throttle.acquire(node.db.database().workers(), rates, wanted).await();
        var second =
                throttle.acquire(node.db.database().workers(), rates, wanted).await();
        throttle.release(node.db.database().workers(), java.util.Map.of(project, 5))
                .await();
        var third =
                throttle.acquire(node.db.database().workers(), rates, wanted).await();
        var filled = (int) Math.ceil(10 * (System.nanoTime() - began) / 1e9);

        assertThat(first).containsEntry(project, 8);
        assertThat(second.get(project)).isBetween(2, 2 + filled);
        assertThat(third.get(project)).isBetween(5, 5 + filled);
    }

    private long waiting(UUID project) {
        return node.db.count("SELECT count(*) FROM outbox WHERE project_id = ?", project);
    }

    private Future<List<ClaimedEmail>> claim(UUID project, EmailSource source) {
        var share = new Share(new Lane(project, source.lane()), 250);
        return store.claim(node.db.database().workers(), List.of(share), Duration.ofMinutes(5), UUID.randomUUID());
    }

    private Future<Void> claimAll(UUID project, List<List<ClaimedEmail>> taken) {
        return claim(project, EmailSource.CAMPAIGN).compose(claimed -> {
            taken.add(claimed);
            return claimed.isEmpty() ? Future.succeededFuture() : claimAll(project, taken);
        });
    }
}
