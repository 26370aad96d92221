package io.godwit.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.core.id.JobId;
import io.godwit.jobs.JobStatus.JobState;
import io.godwit.kit.lifecycle.CloseFields;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The nodes that hold jobs: they die, come back late, renew their leases and stop. */
@CloseFields
class JobHolderTest {

    /** So long a lease that a machine that stands still for some seconds loses none. */
    private static final JobSettings CALM =
            new JobSettings(2, Duration.ofSeconds(5), Duration.ofMillis(20), Duration.ofDays(30), Duration.ofDays(30));

    private static JobEngine nodes;

    @BeforeAll
    static void create() {
        nodes = new JobEngine();
    }

    @AfterEach
    void clear() {
        nodes.clear();
    }

    @Test
    void aJobThatWasUnderWayWhenThreeNodesDiedIsDoneAlone() {
        var tenant = nodes.project();
        var id = nodes.submit(tenant, 3);
        nodes.db.query("UPDATE jobs SET state = 'active', lost_leases = 2, due_at = now() - interval '1 second'");
        var others = IntStream.range(0, 3)
                .mapToObj(ignored -> nodes.submit(nodes.project(), 3))
                .toList();
        nodes.start(new MarkingJobHandler("a"));

        nodes.awaitState(tenant, id, JobState.COMPLETED);

        assertThat(nodes.marks(id)).containsExactly(0, 1, 2);
        await().atMost(JobEngine.TIMEOUT)
                .until(() -> nodes.db.count("SELECT count(*) FROM jobs WHERE state = 'completed'") == 4);
        assertThat(others).allSatisfy(other -> assertThat(nodes.marks(other)).hasSize(3));
    }

    @Test
    void aJobThreeNodesDiedWithWhileItWasAloneIsDeadUntilSomebodyAsksForIt() {
        var tenant = nodes.project();
        var id = nodes.submit(tenant, 2);
        nodes.db.query("UPDATE jobs SET state = 'active', lost_leases = 5, alone = true, alone_lost_leases = 2, "
                + "due_at = now() - interval '1 hour'");
        nodes.start(new MarkingJobHandler("a"));
        awaitPause(id, 3);
        nodes.db.query("UPDATE jobs SET due_at = now()");

        nodes.awaitState(tenant, id, JobState.FAILED);
        assertThat(nodes.status(tenant, id).error().orElseThrow()).contains("stopped 3 times");
        assertThat(nodes.marks(id)).isEmpty();
        var retried = nodes.db
                .database()
                .transaction(tx -> DeadLetterService.jobs().retry(tx, tenant, List.of(id.value())))
                .await();

        assertThat(retried).isOne();
        nodes.awaitState(tenant, id, JobState.COMPLETED);
        assertThat(nodes.marks(id)).containsExactly(0, 1);
    }

    @Test
    void aJobANodeDiedWithWhileItWasAloneIsPausedAndHoldsNoOtherUp() {
        var tenant = nodes.project();
        var id = nodes.submit(tenant, 1);
        nodes.db.query(
                "UPDATE jobs SET state = 'active', lost_leases = 3, alone = true, due_at = now() - interval '10 seconds'");
        var other = nodes.project();
        nodes.start(new MarkingJobHandler("a"));

        awaitPause(id, 1);
        for (var turn = 0; turn < 4; turn++) {
            nodes.awaitState(other, nodes.submit(other, 1), JobState.COMPLETED);
        }

        assertThat(nodes.status(tenant, id).state()).isEqualTo(JobState.DELAYED);
        assertThat(nodes.marks(id)).isEmpty();
    }

    /** Of three leases of it that ended on a node that was alone with it, one ended because the node stood still. */
    @Test
    void aJobAtItsThirdCrashIsLeftForTheNodeThatMayComeBack() {
        var tenant = nodes.project();
        var id = nodes.submit(tenant, 1);
        nodes.db.query("UPDATE jobs SET state = 'active', lost_leases = 5, alone = true, alone_lost_leases = 2, "
                + "alone_lost_fences = '{-2, -1}', due_at = now() - interval '1 hour'");
        nodes.start(new MarkingJobHandler("a"));
        awaitPause(id, 3);

        nodes.db.query("UPDATE jobs SET alone_lost_leases = 2, alone_lost_fences = '{-2, -1}', due_at = now()");

        nodes.awaitState(tenant, id, JobState.COMPLETED);
    }

    /** Waits until a node has counted a crash and left the job for as many minutes as it has such crashes. */
    private static void awaitPause(JobId id, int aloneCrashes) {
        await().atMost(JobEngine.TIMEOUT)
                .until(() -> nodes.db.count(
                                "SELECT count(*) FROM jobs WHERE id = ? AND alone_lost_leases = ? AND lease_until IS NULL"
                                        + " AND due_at BETWEEN now() + make_interval(secs => ? * 60 - 20)"
                                        + " AND now() + make_interval(secs => ? * 60)",
                                id.value(),
                                aloneCrashes,
                                aloneCrashes,
                                aloneCrashes)
                        == 1);
    }

    /** As a node loses it that stood still for longer than its lease. */
    @Test
    void aJobWhoseLeaseEndedWhileItsNodeLivedIsNotHeldGuilty() {
        var tenant = nodes.project();
        var id = nodes.submit(tenant, 1);
        nodes.db.query("UPDATE jobs SET state = 'active', lost_leases = 3, due_at = now() - interval '1 second'");
        var slow = new MarkingJobHandler("slow");
        var gate = slow.stopAt(0);
        nodes.start(slow);
        await().atMost(JobEngine.TIMEOUT).until(() -> !slow.begun.isEmpty());

        var other = nodes.claimedByAnotherNode();

        assertThat(other.crashes().alone()).isOne();
        gate.complete();
        await().atMost(JobEngine.TIMEOUT)
                .until(() -> nodes.db.count("SELECT alone_lost_leases FROM jobs WHERE id = ?", id.value()) == 0);
    }

    @Test
    void aHolderThatComesBackAfterItsLeaseHasEndedWritesNothing() {
        var tenant = nodes.project();
        var id = nodes.submit(tenant, 3);
        var late = new MarkingJobHandler("late");
        var gate = late.stopAt(1);
        nodes.start(late);
        await().atMost(JobEngine.TIMEOUT).until(() -> nodes.status(tenant, id).progress() == 33);

        // As if it had stood still for longer than its lease, with its transaction open.
        nodes.db.query("UPDATE jobs SET fence = fence + 1, state = 'waiting', due_at = now(), lease_until = NULL");
        nodes.start(new MarkingJobHandler("next"));
        nodes.awaitState(tenant, id, JobState.COMPLETED);
        gate.complete();
        nodes.stopAll();

        assertThat(nodes.marks(id)).containsExactly(0, 1, 2);
        assertThat(nodes.db.query("SELECT node FROM marks WHERE job = ? ORDER BY chunk", id.value()))
                .extracting(row -> row.get("node"))
                .containsExactly("late", "next", "next");
    }

    @Test
    void aLeaseIsRenewedAsLongAsAChunkTakes() {
        var tenant = nodes.project();
        var id = nodes.submit(tenant, 1);
        var slow = new MarkingJobHandler("slow");
        var gate = slow.stopAt(0);
        nodes.start(slow, CALM);
        // A node looks for work behind its start: the other one must not be quicker.
        await().atMost(JobEngine.TIMEOUT).until(() -> !slow.begun.isEmpty());
        nodes.start(new MarkingJobHandler("other"), CALM);

        // Then the first lease would be over.
        await().atMost(JobEngine.TIMEOUT)
                .until(() -> nodes.db.count(
                                "SELECT count(*) FROM jobs WHERE id = ? AND lease_until > created_at + make_interval(secs => ?)",
                                id.value(),
                                2 * CALM.lease().toSeconds() + 2)
                        == 1);
        gate.complete();
        nodes.awaitState(tenant, id, JobState.COMPLETED);

        assertThat(nodes.db.query("SELECT node FROM marks WHERE job = ?", id.value()))
                .extracting(row -> row.get("node"))
                .containsExactly("slow");
    }

    @Test
    void aStoppedNodeGivesItsJobBackBehindTheChunkUnderWay() {
        var tenant = nodes.project();
        var id = nodes.submit(tenant, 500);
        nodes.start(new MarkingJobHandler("first"));
        await().atMost(JobEngine.TIMEOUT).until(() -> nodes.status(tenant, id).progress() > 5);

        nodes.stopAll();
        var left = nodes.status(tenant, id);
        nodes.start(new MarkingJobHandler("second"));
        nodes.awaitState(tenant, id, JobState.COMPLETED);

        assertThat(left.state()).isEqualTo(JobState.WAITING);
        assertThat(left.progress()).isLessThan(100);
        assertThat(nodes.db.count("SELECT count(*) FROM jobs WHERE lost_leases > 0"))
                .isZero();
        assertThat(nodes.marks(id))
                .containsExactlyElementsOf(IntStream.range(0, 500).boxed().toList());
    }
}
