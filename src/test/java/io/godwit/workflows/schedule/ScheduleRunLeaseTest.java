package io.godwit.workflows.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.LeasedQueueContract;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The runs of scheduled workflows as a leased queue. */
class ScheduleRunLeaseTest extends LeasedQueueContract<ClaimedRun> {

    private final ScheduleRunStore store = new ScheduleRunStore();

    ScheduleRunLeaseTest() {
        super("workflow_runs", ScheduleRunStore.class, ClaimedRun.class);
    }

    /** A workflow has one run at a time, so each has a workflow of its own here. */
    @Override
    protected UUID add() {
        var project = UUID.randomUUID();
        var run = UUID.randomUUID();
        db.query("INSERT INTO projects (id, name) VALUES (?, 'A shop')", project);
        db.query("""
                WITH workflow AS (
                    INSERT INTO workflows (project_id, id, name, enabled, trigger_type, live_version)
                    VALUES (?, gen_random_uuid(), 'W', true, 'SCHEDULE', 1)
                    RETURNING project_id, id)
                INSERT INTO workflow_runs (project_id, id, workflow_id, version, fires_at)
                SELECT project_id, ?, id, 1, now() FROM workflow
                """, project, run);
        return run;
    }

    @Override
    protected Future<List<ClaimedRun>> claim(SqlClient client, Duration lease) {
        return store.claim(client, lease).map(run -> run.stream().toList());
    }

    @Override
    protected UUID id(ClaimedRun claimed) {
        return claimed.id();
    }

    @Override
    protected long fence(ClaimedRun claimed) {
        return claimed.fence();
    }

    @Override
    protected Map<String, FencedWrite<ClaimedRun>> writes() {
        return Map.of("end", (client, run) -> store.end(client, run, "no reason"));
    }

    @Override
    protected Map<String, FencedWrite<ClaimedRun>> ends() {
        return writes();
    }

    @Override
    protected Pause<ClaimedRun> pause() {
        return new Pause<>(LEASE, (client, run) -> store.retryAfter(client, run, LEASE));
    }

    @Override
    protected Optional<FencedWrite<ClaimedRun>> renewal() {
        return Optional.of((client, run) -> store.extendLease(client, run, LEASE));
    }

    @Override
    protected Optional<FencedWrite<ClaimedRun>> release() {
        return Optional.of((client, run) -> store.retryAfter(client, run, Duration.ZERO));
    }

    @Test
    void whoLostTheRunDeletesNothingOfItsAudience() {
        var run = add();
        var late = claim(db.database().workers(), Duration.ZERO).await().get(0);
        db.query(
                "INSERT INTO workflow_run_audience SELECT project_id, id, gen_random_uuid() FROM workflow_runs WHERE id = ?",
                run);
        await().until(() -> !claim(db.database().workers(), LEASE).await().isEmpty());

        store.end(db.database().workers(), late, "The workflow was disabled").await();

        assertThat(db.count("SELECT count(*) FROM workflow_run_audience WHERE run_id = ?", run))
                .isOne();
    }

    /** None: a run only makes executions, a page in one small transaction; what they do is counted at their timers. */
    @Override
    protected Optional<String> lossCounter() {
        return Optional.empty();
    }
}
