package io.godwit.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.godwit.core.Failure;
import io.godwit.core.Tenant;
import io.godwit.core.id.JobId;
import io.godwit.jobs.JobStatus.JobState;
import io.godwit.kit.lifecycle.CloseFields;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The job engine as those see it who hand jobs in: progress, failures, order and ends. */
@CloseFields
class JobServiceTest {

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
    void aJobIsCarriedOutChunkByChunkAndTellsHowItStands() {
        var tenant = nodes.project();
        var id = nodes.submit(tenant, 4);
        var waiting = nodes.status(tenant, id);

        nodes.start(new MarkingJobHandler("a"));
        nodes.awaitState(tenant, id, JobState.COMPLETED);

        assertThat(waiting.state()).isEqualTo(JobState.WAITING);
        assertThat(waiting.progress()).isZero();
        var ended = nodes.status(tenant, id);
        assertThat(ended.progress()).isEqualTo(100);
        assertThat(ended.counters()).containsEntry("marks", 4);
        assertThat(ended.errors()).hasSize(4);
        assertThat(nodes.marks(id)).containsExactly(0, 1, 2, 3);
    }

    @Test
    void aNoticeIsQuickerThanThePoll() {
        nodes.start(new MarkingJobHandler("a"));
        var tenant = nodes.project();
        await().atMost(JobEngine.TIMEOUT)
                .until(() -> nodes.db.count("SELECT count(*) FROM jobs"), Long.valueOf(0)::equals);

        // A poll would find each of them two seconds after the one before; others use the machine meanwhile.
        var quickest =
                Stream.of(tenant, tenant, tenant).map(JobServiceTest::announced).min(Duration::compareTo);

        assertThat(quickest.orElseThrow()).isLessThan(Duration.ofSeconds(1));
    }

    private static Duration announced(Tenant tenant) {
        var asked = System.nanoTime();
        var id = nodes.submit(tenant, 1);
        nodes.jobs.publishQueued(tenant);
        await().pollInterval(Duration.ofMillis(5))
                .atMost(JobEngine.TIMEOUT)
                .until(() -> nodes.status(tenant, id).state(), JobState.COMPLETED::equals);
        return Duration.ofNanos(System.nanoTime() - asked);
    }

    @Test
    void aForeignAnUnknownAndANonsenseIdAreAllNotFound() {
        var tenant = nodes.project();
        var id = nodes.submit(tenant, 1).toString();

        var others = List.of(UUID.randomUUID().toString(), "nonsense", id + "x");
        others.forEach(other -> assertIsNotFound(tenant, "marks", other));
        assertIsNotFound(nodes.project(), "marks", id);
        assertIsNotFound(tenant, "other", id);
    }

    private static void assertIsNotFound(Tenant tenant, String type, String id) {
        assertThatThrownBy(() -> nodes.jobs.status(tenant, Set.of(type), id).await())
                .isInstanceOf(Failure.class)
                .hasMessage("Job not found");
    }

    @Test
    void aChunkThatFailsIsUndoneAndTriedAgainFromTheLastCheckpoint() {
        var tenant = nodes.project();
        var marks = new MarkingJobHandler("a");
        marks.failAt(2, new IllegalStateException("not now"));
        var id = nodes.submit(tenant, 4);
        nodes.start(marks);
        await().atMost(JobEngine.TIMEOUT).until(() -> marks.begun.contains(2));
        var delayed = nodes.status(tenant, id);

        marks.heal();
        nodes.awaitState(tenant, id, JobState.COMPLETED);

        assertThat(delayed.state()).isIn(JobState.DELAYED, JobState.ACTIVE);
        assertThat(nodes.marks(id)).containsExactly(0, 1, 2, 3);
        assertThat(nodes.status(tenant, id).errors()).hasSize(4);
        assertThat(marks.begun).startsWith(0, 2);
    }

    @Test
    void aPoisonousJobIsDeadWithAReasonAndTheQueueMovesOn() {
        var tenant = nodes.project();
        var marks = new MarkingJobHandler("a");
        marks.failAt(1, new IllegalStateException("java.lang.secret"));
        var poison = nodes.submit(tenant, 2);
        var next = nodes.submit(tenant, 1);
        nodes.start(marks);

        nodes.awaitState(tenant, poison, JobState.FAILED);
        nodes.awaitState(tenant, next, JobState.COMPLETED);

        assertThat(nodes.status(tenant, poison).error().orElseThrow())
                .isEqualTo("Something went wrong on our side, 5 times in a row");
        assertThat(nodes.marks(poison)).containsExactly(0);
        assertThat(marks.begun.stream().filter(from -> from == 1)).hasSize(4);
    }

    @Test
    void aRefusalEndsTheJobAtOnceWithItsSentence() {
        var tenant = nodes.project();
        var id = nodes.jobs
                .submit(nodes.db.database().workers(), tenant, "marks", Map.of("refused", true), new byte[9])
                .await();
        nodes.start(new MarkingJobHandler("a"));

        nodes.awaitState(tenant, id, JobState.FAILED);

        assertThat(nodes.status(tenant, id).error()).contains("Request validation failed: file: never mind");
        assertThat(nodes.db.count("SELECT count(*) FROM job_files")).isZero();
    }

    @Test
    void theJobsOfAProjectRunOneAfterTheOtherInTheOrderTheyCameOnAllNodes() {
        var tenant = nodes.project();
        var ids = IntStream.range(0, 20)
                .mapToObj(ignored -> nodes.submit(tenant, 3))
                .toList();
        nodes.start(new MarkingJobHandler("a"));
        nodes.start(new MarkingJobHandler("b"));

        await().atMost(JobEngine.TIMEOUT)
                .until(
                        () -> nodes.db.count("SELECT count(*) FROM jobs WHERE state = 'completed'"),
                        Long.valueOf(20)::equals);

        var order = nodes.db.query("SELECT job FROM marks ORDER BY at").stream()
                .map(row -> new JobId((UUID) row.get("job")))
                .distinct()
                .toList();
        assertThat(order).isEqualTo(ids);
        assertThat(nodes.db.count("SELECT count(*) FROM marks")).isEqualTo(60);
    }

    @Test
    void aProjectWithAHundredJobsDoesNotHoldUpAnotherWithOne() {
        var many = nodes.project();
        var more = nodes.project();
        for (var number = 0; number < 50; number++) {
            nodes.submit(many, 2000);
            nodes.submit(more, 2000);
        }
        nodes.start(new MarkingJobHandler("a"));
        await().atMost(JobEngine.TIMEOUT)
                .until(
                        () -> nodes.db.count("SELECT count(*) FROM jobs WHERE state = 'active'"),
                        Long.valueOf(2)::equals);
        var single = nodes.project();

        var id = nodes.submit(single, 1);
        nodes.jobs.publishQueued(single);
        nodes.awaitState(single, id, JobState.COMPLETED);

        assertThat(nodes.db.count("SELECT count(*) FROM jobs WHERE state = 'completed'"))
                .isLessThan(20);
        assertThat(nodes.db.count("SELECT count(*) FROM jobs WHERE state = 'failed'"))
                .isZero();
    }

    @Test
    void aProjectThatIsDeletedTakesItsJobAlongAtTheNextChunk() {
        var tenant = nodes.project();
        var marks = new MarkingJobHandler("a");
        var gate = marks.stopAt(1);
        var id = nodes.submit(tenant, 3);
        nodes.start(marks);
        await().atMost(JobEngine.TIMEOUT).until(() -> nodes.status(tenant, id).progress() == 33);

        nodes.db.query("DELETE FROM projects WHERE id = '" + tenant.project().value() + "'");
        gate.complete();
        nodes.stopAll();

        assertThat(nodes.marks(id)).containsExactly(0);
        assertThat(nodes.db.count("SELECT count(*) FROM jobs")).isZero();
    }

    @Test
    void aJobThatEndedLongAgoIsForgotten() {
        var tenant = nodes.project();
        var old = nodes.submit(tenant, 1);
        var young = nodes.submit(tenant, 1);
        nodes.start(new MarkingJobHandler("a"));
        nodes.awaitState(tenant, young, JobState.COMPLETED);
        nodes.stopAll();
        nodes.db.query("UPDATE jobs SET ended_at = now() - interval '31 days' WHERE id = '" + old.value() + "'");

        nodes.start(new MarkingJobHandler("a"));

        await().atMost(JobEngine.TIMEOUT)
                .until(() -> nodes.db.count("SELECT count(*) FROM jobs"), Long.valueOf(1)::equals);
        assertThat(nodes.status(tenant, young).state()).isEqualTo(JobState.COMPLETED);
    }

    @Test
    void idsAreRandom() {
        var tenant = nodes.project();
        var ids = IntStream.range(0, 50)
                .mapToObj(ignored -> nodes.submit(tenant, 1))
                .toList();

        var sorted = new ArrayList<>(ids);
        Collections.sort(sorted, (a, b) -> a.value().compareTo(b.value()));

        assertThat(ids).allSatisfy(id -> assertThat(id.value().version()).isEqualTo(4));
        assertThat(ids).isNotEqualTo(sorted);
    }
}
