package io.godwit.jobs;

import io.godwit.jobs.JobHandler.ChunkResult;
import io.godwit.kit.LeasedQueueContract;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** The jobs as a leased queue. A project has one at a time, so each has a project of its own here. */
class JobLeaseTest extends LeasedQueueContract<Job> {

    private static final ChunkResult CHUNK = new ChunkResult(Map.of("at", 1), Map.of(), List.of(), 50, false);

    private static final String KIND = "contract";

    private final JobQueueStore store = new JobQueueStore();
    private final JobProgressStore progress = new JobProgressStore();

    JobLeaseTest() {
        super("jobs", JobQueueStore.class, Job.class);
    }

    @Override
    protected UUID add() {
        var project = UUID.randomUUID();
        var job = UUID.randomUUID();
        db.query("INSERT INTO projects (id, name) VALUES (?, 'A shop')", project);
        db.query("INSERT INTO jobs (project_id, id, kind) VALUES (?, ?, ?)", project, job, KIND);
        return job;
    }

    @Override
    protected Future<List<Job>> claim(SqlClient client, Duration lease) {
        return store.claim(client, Set.of(KIND), lease).map(job -> job.stream().toList());
    }

    @Override
    protected UUID id(Job claimed) {
        return claimed.id().value();
    }

    @Override
    protected long fence(Job claimed) {
        return claimed.fence();
    }

    @Override
    protected Map<String, FencedWrite<Job>> writes() {
        return Map.of(
                "advance", (client, job) -> progress.advance(client, job, CHUNK, LEASE),
                "completion", (client, job) -> progress.complete(client, job, CHUNK),
                "failure", (client, job) -> progress.fail(client, job, "no reason"),
                "mark of being alone", store::markAlone,
                "dead letter", (client, job) -> progress.markDead(client, job, "no reason"));
    }

    /**
     * A node that does not learn of the commit of the last chunk renews the lease and puts the job off, as if the chunk had failed:
     * that must not begin a job anew that has ended, and whose input is gone.
     */
    @Override
    protected Map<String, FencedWrite<Job>> ends() {
        return Map.of(
                "completion", (client, job) -> progress.complete(client, job, CHUNK),
                "failure", (client, job) -> progress.fail(client, job, "no reason"),
                "dead letter", (client, job) -> progress.markDead(client, job, "no reason"));
    }

    @Override
    protected Pause<Job> pause() {
        return new Pause<>(LEASE, (client, job) -> store.retryAfter(client, job, 1, LEASE, "no reason"));
    }

    @Override
    protected Optional<FencedWrite<Job>> renewal() {
        return Optional.of((client, job) -> store.renew(client, List.of(job), LEASE));
    }

    @Override
    protected Optional<FencedWrite<Job>> release() {
        return Optional.of(store::release);
    }

    @Override
    protected Optional<String> lossCounter() {
        return Optional.of("lost_leases");
    }
}
