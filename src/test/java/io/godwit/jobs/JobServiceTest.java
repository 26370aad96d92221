package io.godwit.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.godwit.bus.Bus;
import io.godwit.core.Failure;
import io.godwit.core.Tenant;
import io.godwit.core.id.JobId;
import io.godwit.core.id.ProjectId;
import io.godwit.db.TestDatabase;
import io.godwit.jobs.JobStatus.State;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The job engine with a kind of job that only marks its chunks, on one database and as many nodes as a test wants. */
class JobServiceTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final JobSettings QUICK =
            new JobSettings(2, Duration.ofSeconds(2), Duration.ofMillis(20), Duration.ofDays(30), Duration.ofDays(30));

    /** So long a lease that a machine that stands still for some seconds loses none. */
    private static final JobSettings CALM =
            new JobSettings(2, Duration.ofSeconds(5), Duration.ofMillis(20), Duration.ofDays(30), Duration.ofDays(30));

    private static final Vertx VERTX = Vertx.vertx();
    private static final Bus BUS = Bus.on(VERTX);
    private static TestDatabase db;
    private static JobService jobs;

    private final List<String> nodes = new ArrayList<>();

    @BeforeAll
    static void create() {
        db = TestDatabase.fresh(VERTX);
        db.query(MarkingJobHandler.TABLE);
        jobs = new JobService(db.database(), BUS);
    }

    @AfterEach
    void stopNodes() {
        nodes.forEach(node -> VERTX.undeploy(node).await());
        db.query("DELETE FROM jobs");
        db.query("DELETE FROM marks");
    }

    @AfterAll
    static void close() {
        db.close();
        VERTX.close().await();
    }

    @Test
    void aJobIsCarriedOutChunkByChunkAndTellsHowItStands() {
        var tenant = project();
        var id = submit(tenant, 4);
        var waiting = status(tenant, id);

        node(new MarkingJobHandler("a"));
        await().atMost(TIMEOUT).until(() -> status(tenant, id).state(), State.COMPLETED::equals);

        assertThat(waiting.state()).isEqualTo(State.WAITING);
        assertThat(waiting.progress()).isZero();
        var ended = status(tenant, id);
        assertThat(ended.progress()).isEqualTo(100);
        assertThat(ended.counters()).containsEntry("marks", 4);
        assertThat(ended.errors()).hasSize(4);
        assertThat(marks(id)).containsExactly(0, 1, 2, 3);
    }

    @Test
    void aNoticeIsQuickerThanThePoll() {
        node(new MarkingJobHandler("a"));
        var tenant = project();
        await().atMost(TIMEOUT).until(() -> db.count("SELECT count(*) FROM jobs"), Long.valueOf(0)::equals);

        // A poll would find each of them two seconds after the one before; others use the machine meanwhile.
        var quickest =
                Stream.of(tenant, tenant, tenant).map(JobServiceTest::announced).min(Duration::compareTo);

        assertThat(quickest.orElseThrow()).isLessThan(Duration.ofSeconds(1));
    }

    private static Duration announced(Tenant tenant) {
        var asked = System.nanoTime();
        var id = submit(tenant, 1);
        jobs.publishQueued(tenant);
        await().pollInterval(Duration.ofMillis(5))
                .atMost(TIMEOUT)
                .until(() -> status(tenant, id).state(), State.COMPLETED::equals);
        return Duration.ofNanos(System.nanoTime() - asked);
    }

    @Test
    void aForeignAnUnknownAndANonsenseIdAreAllNotFound() {
        var tenant = project();
        var id = submit(tenant, 1).toString();

        var others = List.of(UUID.randomUUID().toString(), "nonsense", id + "x");
        others.forEach(other -> assertIsNotFound(tenant, "marks", other));
        assertIsNotFound(project(), "marks", id);
        assertIsNotFound(tenant, "other", id);
    }

    private static void assertIsNotFound(Tenant tenant, String type, String id) {
        assertThatThrownBy(() -> jobs.status(tenant, Set.of(type), id).await())
                .isInstanceOf(Failure.class)
                .hasMessage("Job not found");
    }

    @Test
    void aChunkThatFailsIsUndoneAndTriedAgainFromTheLastCheckpoint() {
        var tenant = project();
        var marks = new MarkingJobHandler("a");
        marks.failAt(2, new IllegalStateException("not now"));
        var id = submit(tenant, 4);
        node(marks);
        await().atMost(TIMEOUT).until(() -> marks.begun.contains(2));
        var delayed = status(tenant, id);

        marks.heal();
        await().atMost(TIMEOUT).until(() -> status(tenant, id).state(), State.COMPLETED::equals);

        assertThat(delayed.state()).isIn(State.DELAYED, State.ACTIVE);
        assertThat(marks(id)).containsExactly(0, 1, 2, 3);
        assertThat(status(tenant, id).errors()).hasSize(4);
        assertThat(marks.begun).startsWith(0, 2);
    }

    @Test
    void aPoisonousJobIsDeadWithAReasonAndTheQueueMovesOn() {
        var tenant = project();
        var marks = new MarkingJobHandler("a");
        marks.failAt(1, new IllegalStateException("java.lang.secret"));
        var poison = submit(tenant, 2);
        var next = submit(tenant, 1);
        node(marks);

        await().atMost(TIMEOUT).until(() -> status(tenant, poison).state(), State.FAILED::equals);
        await().atMost(TIMEOUT).until(() -> status(tenant, next).state(), State.COMPLETED::equals);

        assertThat(status(tenant, poison).error().orElseThrow())
                .isEqualTo("Something went wrong on our side, 5 times in a row");
        assertThat(marks(poison)).containsExactly(0);
        assertThat(marks.begun.stream().filter(from -> from == 1)).hasSize(4);
    }

    @Test
    void aRefusalEndsTheJobAtOnceWithItsSentence() {
        var tenant = project();
        var id = jobs.submit(db.database().workers(), tenant, "marks", Map.of("refused", true), new byte[9])
                .await();
        node(new MarkingJobHandler("a"));

        await().atMost(TIMEOUT).until(() -> status(tenant, id).state(), State.FAILED::equals);

        assertThat(status(tenant, id).error()).contains("Request validation failed: file: never mind");
        assertThat(db.count("SELECT count(*) FROM job_files")).isZero();
    }

    @Test
    void aJobThatWasUnderWayWhenThreeNodesDiedIsDoneAlone() {
        var tenant = project();
        var id = submit(tenant, 3);
        db.query("UPDATE jobs SET state = 'active', lost_leases = 2, due_at = now() - interval '1 second'");
        var others =
                IntStream.range(0, 3).mapToObj(ignored -> submit(project(), 3)).toList();
        node(new MarkingJobHandler("a"));

        await().atMost(TIMEOUT).until(() -> status(tenant, id).state(), State.COMPLETED::equals);

        assertThat(marks(id)).containsExactly(0, 1, 2);
        await().atMost(TIMEOUT).until(() -> db.count("SELECT count(*) FROM jobs WHERE state = 'completed'") == 4);
        assertThat(others).allSatisfy(other -> assertThat(marks(other)).hasSize(3));
    }

    @Test
    void aJobThreeNodesDiedWithWhileItWasAloneIsDeadUntilSomebodyAsksForIt() {
        var tenant = project();
        var id = submit(tenant, 2);
        db.query("UPDATE jobs SET state = 'active', lost_leases = 5, alone = true, alone_lost_leases = 2, "
                + "due_at = now() - interval '1 hour'");
        node(new MarkingJobHandler("a"));

        await().atMost(TIMEOUT).until(() -> status(tenant, id).state(), State.FAILED::equals);
        assertThat(status(tenant, id).error().orElseThrow()).contains("stopped 3 times");
        assertThat(marks(id)).isEmpty();
        var retried = db.database()
                .transaction(tx -> DeadLetterService.jobs().retry(tx, tenant, List.of(id.value())))
                .await();

        assertThat(retried).isOne();
        await().atMost(TIMEOUT).until(() -> status(tenant, id).state(), State.COMPLETED::equals);
        assertThat(marks(id)).containsExactly(0, 1);
    }

    @Test
    void aJobANodeDiedWithWhileItWasAloneRests() {
        var tenant = project();
        var id = submit(tenant, 1);
        db.query(
                "UPDATE jobs SET state = 'active', lost_leases = 3, alone = true, due_at = now() - interval '10 seconds'");
        var other = project();
        var next = submit(other, 1);
        node(new MarkingJobHandler("a"));

        await().atMost(TIMEOUT).until(() -> status(other, next).state(), State.COMPLETED::equals);

        assertThat(status(tenant, id).state()).isEqualTo(State.ACTIVE);
    }

    @Test
    void aHolderThatComesBackAfterItsLeaseHasEndedWritesNothing() {
        var tenant = project();
        var id = submit(tenant, 3);
        var late = new MarkingJobHandler("late");
        var gate = late.stopAt(1);
        node(late);
        await().atMost(TIMEOUT).until(() -> status(tenant, id).progress() == 33);

        // As if it had stood still for longer than its lease, with its transaction open.
        db.query("UPDATE jobs SET fence = fence + 1, state = 'waiting', due_at = now(), lease_until = NULL");
        node(new MarkingJobHandler("next"));
        await().atMost(TIMEOUT).until(() -> status(tenant, id).state(), State.COMPLETED::equals);
        gate.complete();
        stopAll();

        assertThat(marks(id)).containsExactly(0, 1, 2);
        assertThat(db.query("SELECT node FROM marks WHERE job = ? ORDER BY chunk", id.value()))
                .extracting(row -> row.get("node"))
                .containsExactly("late", "next", "next");
    }

    @Test
    void aLeaseIsRenewedAsLongAsAChunkTakes() {
        var tenant = project();
        var id = submit(tenant, 1);
        var slow = new MarkingJobHandler("slow");
        var gate = slow.stopAt(0);
        node(slow, CALM);
        // A node looks for work behind its start: the other one must not be quicker.
        await().atMost(TIMEOUT).until(() -> !slow.begun.isEmpty());
        node(new MarkingJobHandler("other"), CALM);

        // Then the first lease would be over.
        await().atMost(TIMEOUT)
                .until(() -> db.count(
                                "SELECT count(*) FROM jobs WHERE id = ? AND lease_until > created_at + make_interval(secs => ?)",
                                id.value(),
                                2 * CALM.lease().toSeconds() + 2)
                        == 1);
        gate.complete();
        await().atMost(TIMEOUT).until(() -> status(tenant, id).state(), State.COMPLETED::equals);

        assertThat(db.query("SELECT node FROM marks WHERE job = ?", id.value()))
                .extracting(row -> row.get("node"))
                .containsExactly("slow");
    }

    @Test
    void aStoppedNodeGivesItsJobBackBehindTheChunkUnderWay() {
        var tenant = project();
        var id = submit(tenant, 500);
        node(new MarkingJobHandler("first"));
        await().atMost(TIMEOUT).until(() -> status(tenant, id).progress() > 5);

        stopAll();
        var left = status(tenant, id);
        node(new MarkingJobHandler("second"));
        await().atMost(TIMEOUT).until(() -> status(tenant, id).state(), State.COMPLETED::equals);

        assertThat(left.state()).isEqualTo(State.WAITING);
        assertThat(left.progress()).isLessThan(100);
        assertThat(db.count("SELECT count(*) FROM jobs WHERE lost_leases > 0")).isZero();
        assertThat(marks(id))
                .containsExactlyElementsOf(IntStream.range(0, 500).boxed().toList());
    }

    @Test
    void theJobsOfAProjectRunOneAfterTheOtherInTheOrderTheyCameOnAllNodes() {
        var tenant = project();
        var ids = IntStream.range(0, 20).mapToObj(ignored -> submit(tenant, 3)).toList();
        node(new MarkingJobHandler("a"));
        node(new MarkingJobHandler("b"));

        await().atMost(TIMEOUT)
                .until(() -> db.count("SELECT count(*) FROM jobs WHERE state = 'completed'"), Long.valueOf(20)::equals);

        var order = db.query("SELECT job FROM marks ORDER BY at").stream()
                .map(row -> new JobId((UUID) row.get("job")))
                .distinct()
                .toList();
        assertThat(order).isEqualTo(ids);
        assertThat(db.count("SELECT count(*) FROM marks")).isEqualTo(60);
    }

    @Test
    void aProjectWithAHundredJobsDoesNotHoldUpAnotherWithOne() {
        var many = project();
        var more = project();
        for (var number = 0; number < 50; number++) {
            submit(many, 2000);
            submit(more, 2000);
        }
        node(new MarkingJobHandler("a"));
        await().atMost(TIMEOUT)
                .until(() -> db.count("SELECT count(*) FROM jobs WHERE state = 'active'"), Long.valueOf(2)::equals);
        var single = project();

        var id = submit(single, 1);
        jobs.publishQueued(single);
        await().atMost(TIMEOUT).until(() -> status(single, id).state(), State.COMPLETED::equals);

        assertThat(db.count("SELECT count(*) FROM jobs WHERE state = 'completed'"))
                .isLessThan(20);
        assertThat(db.count("SELECT count(*) FROM jobs WHERE state = 'failed'")).isZero();
    }

    @Test
    void aProjectThatIsDeletedTakesItsJobAlongAtTheNextChunk() {
        var tenant = project();
        var marks = new MarkingJobHandler("a");
        var gate = marks.stopAt(1);
        var id = submit(tenant, 3);
        node(marks);
        await().atMost(TIMEOUT).until(() -> status(tenant, id).progress() == 33);

        db.query("DELETE FROM projects WHERE id = '" + tenant.project().value() + "'");
        gate.complete();
        stopAll();

        assertThat(marks(id)).containsExactly(0);
        assertThat(db.count("SELECT count(*) FROM jobs")).isZero();
    }

    @Test
    void aJobThatEndedLongAgoIsForgotten() {
        var tenant = project();
        var old = submit(tenant, 1);
        var young = submit(tenant, 1);
        node(new MarkingJobHandler("a"));
        await().atMost(TIMEOUT).until(() -> status(tenant, young).state(), State.COMPLETED::equals);
        stopAll();
        db.query("UPDATE jobs SET ended_at = now() - interval '31 days' WHERE id = '" + old.value() + "'");

        node(new MarkingJobHandler("a"));

        await().atMost(TIMEOUT).until(() -> db.count("SELECT count(*) FROM jobs"), Long.valueOf(1)::equals);
        assertThat(status(tenant, young).state()).isEqualTo(State.COMPLETED);
    }

    @Test
    void idsAreRandom() {
        var tenant = project();
        var ids = IntStream.range(0, 50).mapToObj(ignored -> submit(tenant, 1)).toList();

        var sorted = new ArrayList<>(ids);
        Collections.sort(sorted, (a, b) -> a.value().compareTo(b.value()));

        assertThat(ids).allSatisfy(id -> assertThat(id.value().version()).isEqualTo(4));
        assertThat(ids).isNotEqualTo(sorted);
    }

    private void node(MarkingJobHandler marks) {
        node(marks, QUICK);
    }

    private void node(MarkingJobHandler marks, JobSettings settings) {
        nodes.add(VERTX.deployVerticle(new JobVerticle(db.database(), BUS, settings, List.of(marks)))
                .await());
    }

    private void stopAll() {
        nodes.forEach(node -> VERTX.undeploy(node).await());
        nodes.clear();
    }

    private static Tenant project() {
        var id = UUID.randomUUID();
        db.query("INSERT INTO projects (id, name) VALUES ('" + id + "', 'p')");
        return Tenant.system(new ProjectId(id));
    }

    private static JobId submit(Tenant tenant, int chunks) {
        return jobs.submit(db.database().workers(), tenant, "marks", Map.of("chunks", chunks))
                .await();
    }

    private static JobStatus status(Tenant tenant, JobId id) {
        return jobs.status(tenant, Set.of("marks"), id.toString()).await();
    }

    private static List<Integer> marks(JobId id) {
        return db.query("SELECT chunk FROM marks WHERE job = ? ORDER BY chunk", id.value()).stream()
                .map(row -> (Integer) row.get("chunk"))
                .toList();
    }
}
