package io.godwit.jobs;

import static org.awaitility.Awaitility.await;

import io.godwit.bus.Bus;
import io.godwit.core.Tenant;
import io.godwit.core.id.JobId;
import io.godwit.core.id.ProjectId;
import io.godwit.db.TestDatabase;
import io.godwit.jobs.JobStatus.JobState;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** As many nodes with the job engine as a test wants, on one database, with a kind of job that only marks its chunks. */
final class JobEngine implements AutoCloseable {

    static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static final JobSettings QUICK =
            new JobSettings(2, Duration.ofSeconds(2), Duration.ofMillis(20), Duration.ofDays(30), Duration.ofDays(30));

    final TestDatabase db;
    final JobService jobs;
    private final Vertx vertx = Vertx.vertx();
    private final Bus bus = Bus.on(vertx);
    private final List<String> nodes = new ArrayList<>();

    JobEngine() {
        this.db = TestDatabase.fresh(vertx);
        db.query(MarkingJobHandler.TABLE);
        this.jobs = new JobService(db.database(), bus);
    }

    /** Starts a node whose leases are short. */
    void start(MarkingJobHandler marks) {
        start(marks, QUICK);
    }

    void start(MarkingJobHandler marks, JobSettings settings) {
        nodes.add(vertx.deployVerticle(new JobVerticle(db.database(), bus, settings, List.of(marks)))
                .await());
    }

    void stopAll() {
        nodes.forEach(node -> vertx.undeploy(node).await());
        nodes.clear();
    }

    /** Claims the only job, whose lease has ended. */
    Job claimedByAnotherNode() {
        return db.database()
                .workerTransaction(tx -> tx.query("UPDATE jobs SET due_at = now() - interval '1 hour'")
                        .execute()
                        .compose(ignored -> new JobQueueStore().claim(tx, Set.of("marks"), Duration.ofHours(1))))
                .await()
                .orElseThrow();
    }

    /** Stops all nodes and forgets all jobs. */
    void clear() {
        stopAll();
        db.query("DELETE FROM jobs");
        db.query("DELETE FROM marks");
    }

    Tenant project() {
        var id = UUID.randomUUID();
        db.query("INSERT INTO projects (id, name) VALUES ('" + id + "', 'p')");
        return Tenant.system(new ProjectId(id));
    }

    JobId submit(Tenant tenant, int chunks) {
        return jobs.submit(db.database().workers(), tenant, "marks", Map.of("chunks", chunks))
                .await();
    }

    JobStatus status(Tenant tenant, JobId id) {
        return jobs.status(tenant, Set.of("marks"), id.toString()).await();
    }

    /** Returns when the job is in this state. */
    void awaitState(Tenant tenant, JobId id, JobState state) {
        await().atMost(TIMEOUT).until(() -> status(tenant, id).state(), state::equals);
    }

    /** The chunks that were marked, in their order. */
    List<Integer> marks(JobId id) {
        return db.query("SELECT chunk FROM marks WHERE job = ? ORDER BY chunk", id.value()).stream()
                .map(row -> (Integer) row.get("chunk"))
                .toList();
    }

    @Override
    public void close() {
        db.close();
        vertx.close().await();
    }
}
