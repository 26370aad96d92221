package io.godwit.workflows.engine;

import io.godwit.core.id.ProjectId;
import io.godwit.kit.LeasedQueueContract;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The timers of executions as a leased queue. */
class TimerLeaseTest extends LeasedQueueContract<ClaimedExecution> {

    private final TimerStore store = new TimerStore();
    private final ProjectId project = new ProjectId(UUID.randomUUID());

    TimerLeaseTest() {
        super("execution_timers", TimerStore.class, ClaimedExecution.class);
    }

    @Override
    protected String idColumn() {
        return "execution_id";
    }

    @Override
    protected UUID add() {
        var execution = UUID.randomUUID();
        db.query(
                "INSERT INTO execution_timers (project_id, execution_id, workflow_id, contact_id)"
                        + " VALUES (?, ?, gen_random_uuid(), gen_random_uuid())",
                project.value(),
                execution);
        return execution;
    }

    @Override
    protected Future<List<ClaimedExecution>> claim(SqlClient client, Duration lease) {
        return store.claim(client, UUID.randomUUID(), List.of(project), 1, lease, false)
                .map(TimerStore.ClaimResult::claimed);
    }

    @Override
    protected UUID id(ClaimedExecution claimed) {
        return claimed.execution().value();
    }

    @Override
    protected long fence(ClaimedExecution claimed) {
        return claimed.fence();
    }

    @Override
    protected Map<String, FencedWrite<ClaimedExecution>> writes() {
        return Map.of("mark of being alone", store::markAlone, "failure", (client, claimed) -> new ExecutionEndStore()
                .fail(client, claimed, "no reason"));
    }

    @Override
    protected Pause<ClaimedExecution> pause() {
        return new Pause<>(LEASE, (client, claimed) -> store.release(client, List.of(claimed), LEASE));
    }

    @Override
    protected Optional<FencedWrite<ClaimedExecution>> renewal() {
        return Optional.of((client, claimed) -> store.renew(client, List.of(claimed), LEASE));
    }

    @Override
    protected Optional<FencedWrite<ClaimedExecution>> release() {
        return Optional.of((client, claimed) -> store.release(client, List.of(claimed), Duration.ZERO));
    }

    @Override
    protected Optional<String> lossCounter() {
        return Optional.of("lost_leases");
    }
}
