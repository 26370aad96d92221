package io.godwit.workflows.engine;

import io.godwit.core.id.ContactId;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.WorkflowId;
import io.godwit.kit.LeasedQueueContract;
import io.godwit.workflows.model.ExecutionContext;
import io.godwit.workflows.model.ExecutionStatus;
import io.godwit.workflows.steps.StepDecision;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.time.Instant;
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

    /** The node renews the leases of a batch until it learns of the commit: that must not lease those that wait since then. */
    @Override
    protected Map<String, FencedWrite<ClaimedExecution>> ends() {
        var results = new ExecutionWriteStore();
        return Map.of(
                "wait",
                (client, claimed) -> results.writeWaiting(client, List.of(waiting(claimed)), Instant.now()),
                "longer wait",
                (client, claimed) -> results.keepWaiting(client, List.of(loaded(claimed))),
                "failure",
                (client, claimed) -> new ExecutionEndStore().fail(client, claimed, "no reason"));
    }

    private static ExecutionOutcome waiting(ClaimedExecution claimed) {
        return new ExecutionOutcome(
                loaded(claimed),
                ExecutionStatus.WAITING,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                1,
                Optional.of(
                        new StepDecision.Rest(Map.of(), Instant.now().plus(LEASE), Optional.empty(), Optional.empty())),
                List.of());
    }

    private static LoadedExecution loaded(ClaimedExecution claimed) {
        return new LoadedExecution(
                claimed,
                new WorkflowId(UUID.randomUUID()),
                new ContactId(UUID.randomUUID()),
                Optional.empty(),
                Optional.empty(),
                1,
                Optional.empty(),
                ExecutionContext.NONE,
                0,
                1,
                Instant.now(),
                Optional.empty(),
                new LoadedExecution.ProjectFacts("Test", false));
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
