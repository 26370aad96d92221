package io.godwit.sending.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.sending.ClaimedEmail;
import io.godwit.sending.EmailSource;
import io.godwit.sending.PipelineNode;
import io.godwit.sending.SendingMessages.Lane;
import io.godwit.sending.queue.OutboxClaimStore.Share;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who gets which row, and whose turn it is. */
class OutboxClaimTest {

    private static final int ROWS = 20_000;

    private final PipelineNode room = new PipelineNode();
    private final OutboxClaimStore store = new OutboxClaimStore();

    @AfterEach
    void close() {
        room.close();
    }

    @Test
    void fourClaimersShareAQueueAndNoRowIsTakenTwice() {
        var project = room.project();
        room.emails(project, EmailSource.CAMPAIGN, ROWS);
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
    void everyClaimRaisesTheFence() {
        var project = room.project();
        var email = room.email(project, "ada@example.org");
        var fences = new ArrayList<Long>();

        for (var claim = 0; claim < 3; claim++) {
            fences.add(claim(project, EmailSource.TRANSACTIONAL).await().get(0).fence());
            room.db.query("UPDATE outbox SET due_at = now() WHERE email_id = ?", email);
        }

        assertThat(fences).containsExactly(1L, 2L, 3L);
        assertThat(room.outbox(email)).containsEntry("claims", 3).containsEntry("lost_leases", 0);
    }

    @Test
    void anAttemptThatBeginsAfterItsRowWasGivenBackIsVoid() {
        var project = room.project();
        var email = room.email(project, "ada@example.org");
        var claimed = claim(project, EmailSource.TRANSACTIONAL).await().get(0);
        store.release(room.db.database().workers(), List.of(claimed), java.time.Duration.ZERO)
                .await();

        var late = new AttemptStore()
                .begin(room.db.database().workers(), List.of(claimed), Duration.ofMinutes(5))
                .await();

        assertThat(late).containsExactly(Optional.empty());
        assertThat(room.outbox(email))
                .containsEntry("attempt_started", false)
                .containsEntry("attempts", 0)
                .containsEntry("lease_until", null);
    }

    @Test
    void theSkipScanFindsEveryLaneThatHasDueMailAndNoOther() {
        var projects =
                IntStream.range(0, 30).mapToObj(ignored -> room.project()).toList();
        projects.forEach(project -> room.emails(project, EmailSource.WORKFLOW, 5));
        var later = room.email(projects.get(0), "ada@example.org");
        room.db.query("UPDATE outbox SET due_at = now() + interval '1 hour' WHERE email_id = ?", later);

        var lanes = store.dueLanes(room.db.database().workers(), 100).await();

        assertThat(lanes)
                .containsExactlyInAnyOrderElementsOf(projects.stream()
                        .map(project -> new Lane(project, EmailSource.WORKFLOW.lane()))
                        .toList());
    }

    @Test
    void aSmallProjectDoesNotWaitBehindALargeOne() {
        var large = room.project();
        var small = room.project();
        room.emails(large, EmailSource.TRANSACTIONAL, 3_000);
        room.sink.rule(SinkPoint.DOT, new SinkBehaviour.Late(Duration.ofMillis(20)));
        room.start(PipelineNode.hasty(room.journal()), 10);
        room.sink.awaitMessages(100, PipelineNode.TIMEOUT);

        var before = room.sink.accepted();
        var mails = IntStream.range(0, 10)
                .mapToObj(number -> room.email(small, "small" + number + "@example.org"))
                .toList();
        room.queued(small, EmailSource.TRANSACTIONAL);
        mails.forEach(mail -> room.awaitStatus(mail, "SENT"));

        var between = room.sink.messages().stream()
                .skip(before)
                .map(received -> received.recipient().startsWith("small"))
                .toList();
        assertThat(between.lastIndexOf(true)).isLessThan(1000);
        assertThat(room.db.count("SELECT count(*) FROM outbox WHERE project_id = ?", large))
                .isPositive();
    }

    @Test
    void transactionalMailGoesBeforeACampaignOfTheSameProject() {
        var project = room.project();
        room.emails(project, EmailSource.CAMPAIGN, 1_500);
        room.sink.rule(SinkPoint.DOT, new SinkBehaviour.Late(Duration.ofMillis(20)));
        room.start(PipelineNode.hasty(room.journal()), 10);
        room.sink.awaitMessages(50, PipelineNode.TIMEOUT);

        var receipt = room.email(project, "receipt@example.org");
        room.queued(project, EmailSource.TRANSACTIONAL);

        room.awaitStatus(receipt, "SENT");
        assertThat(room.db.count("SELECT count(*) FROM outbox WHERE project_id = ? AND lane = 2", project))
                .isGreaterThan(500);
    }

    @Test
    void aThrottledProjectKeepsToItsRateWhileOthersDoNot() {
        var slow = room.project();
        var fast = room.project();
        room.db.query("UPDATE projects SET emails_per_second = 20 WHERE id = ?", slow);
        room.emails(slow, EmailSource.TRANSACTIONAL, 70);
        room.emails(fast, EmailSource.TRANSACTIONAL, 200);
        var started = System.nanoTime();

        room.start();

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
        var project = room.project();
        var rates = java.util.Map.of(project, 10);
        var wanted = java.util.Map.of(project, 8);

        var began = System.nanoTime();
        var first =
                throttle.acquire(room.db.database().workers(), rates, wanted).await();
        var second =
                throttle.acquire(room.db.database().workers(), rates, wanted).await();
        throttle.release(room.db.database().workers(), java.util.Map.of(project, 5))
                .await();
        var third =
                throttle.acquire(room.db.database().workers(), rates, wanted).await();
        var filled = (int) Math.ceil(10 * (System.nanoTime() - began) / 1e9);

        assertThat(first).containsEntry(project, 8);
        assertThat(second.get(project)).isBetween(2, 2 + filled);
        assertThat(third.get(project)).isBetween(5, 5 + filled);
    }

    private long waiting(UUID project) {
        return room.db.count("SELECT count(*) FROM outbox WHERE project_id = ?", project);
    }

    private Future<List<ClaimedEmail>> claim(UUID project, EmailSource source) {
        var share = new Share(new Lane(project, source.lane()), 250);
        return store.claim(room.db.database().workers(), List.of(share), Duration.ofMinutes(5), UUID.randomUUID());
    }

    private Future<Void> claimAll(UUID project, List<List<ClaimedEmail>> taken) {
        return claim(project, EmailSource.CAMPAIGN).compose(claimed -> {
            taken.add(claimed);
            return claimed.isEmpty() ? Future.succeededFuture() : claimAll(project, taken);
        });
    }
}
