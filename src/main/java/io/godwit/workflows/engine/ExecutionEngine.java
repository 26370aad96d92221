package io.godwit.workflows.engine;

import io.godwit.core.Bisect;
import io.godwit.core.FailPoints;
import io.godwit.core.PollLoop.Next;
import io.godwit.core.id.ProjectId;
import io.godwit.db.SqlErrorKind;
import io.godwit.workflows.model.ExecutionStatus;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries on due executions: claims some, lets each go as far as it can, and looks again. A batch that cannot be written is
 * halved until the execution that is the cause is alone, and that one fails.
 *
 * <p>All its state belongs to the context it is used on.
 */
public final class ExecutionEngine {

    private static final Logger LOG = LoggerFactory.getLogger(ExecutionEngine.class);

    private static final Duration BUSY_CONTACT = Duration.ofMillis(200);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

    private final WorkflowDependencies ports;
    private final WorkflowSettings settings;
    private final VersionCache versions;
    private final TimerLeases leases;
    private final WorkflowMetrics metrics;
    private final QuarantineGate gate;
    private final ProjectRoundRobin ring = new ProjectRoundRobin();
    private final TimerStore timers = new TimerStore();
    private final DeadExecutionStore dead = new DeadExecutionStore();
    private final FailPoints pauses = FailPoints.fromSystem();
    private final Bisect<ClaimedExecution, Void> batches =
            new Bisect<>(this::attempt, ExecutionEngine::isPermanent, this::failInternally, (first, second) -> null);

    public ExecutionEngine(
            WorkflowDependencies ports,
            WorkflowSettings settings,
            VersionCache versions,
            TimerLeases leases,
            WorkflowMetrics metrics,
            QuarantineGate gate) {
        this.ports = ports;
        this.settings = settings;
        this.versions = versions;
        this.leases = leases;
        this.metrics = metrics;
        this.gate = gate;
    }

    /** Claims some due executions of any projects and carries them on. */
    public Future<Next> next() {
        return leases.retryReleases().compose(back -> ring.isStale() ? poll().compose(looked -> carryOn()) : carryOn());
    }

    private Future<Void> poll() {
        return timers.dueProjects(ports.database().workers())
                .onSuccess(ring::fill)
                .mapEmpty();
    }

    private Future<Next> carryOn() {
        var projects = ring.poll();
        if (projects.isEmpty()) {
            return Future.succeededFuture(Next.REST);
        }
        var share = Math.max(1, settings.batch() / projects.size());
        return claim(projects, share, false).compose(some -> gate.beside(() -> work(some))
                .compose(done -> claim(projects, share, true))
                .compose(suspect -> suspect.isEmpty() ? work(suspect) : gate.alone(() -> workAlone(suspect.get(0))))
                .map(done -> {
                    projects.stream()
                            .filter(project -> count(some, project) == share)
                            .forEach(ring::requeue);
                    return ring.isEmpty() && some.isEmpty() ? Next.REST : Next.AGAIN;
                }));
    }

    private static long count(List<ClaimedExecution> tickets, ProjectId project) {
        return tickets.stream()
                .filter(ticket -> ticket.project().equals(project))
                .count();
    }

    private Future<List<ClaimedExecution>> claim(List<ProjectId> projects, int share, boolean suspect) {
        var id = UUID.randomUUID();
        return timers.claim(ports.database().workers(), id, projects, share, settings.lease(), suspect)
                .onFailure(lost -> leases.unheard(id, projects))
                .map(claimed -> {
                    metrics.leasesLost(claimed.lost());
                    leases.add(claimed.tickets());
                    return claimed.tickets();
                })
                .compose(tickets -> tickets.isEmpty()
                        ? Future.succeededFuture(tickets)
                        : pauses.at("workflow-after-claim", tickets));
    }

    private Future<Void> work(List<ClaimedExecution> tickets) {
        if (tickets.isEmpty()) {
            return Future.succeededFuture();
        }
        var started = System.nanoTime();
        return batches.apply(tickets)
                .onSuccess(done -> metrics.batches().record(Duration.ofNanos(System.nanoTime() - started)))
                .onComplete(done -> leases.drop(tickets));
    }

    /** Carries on a quarantined execution. It is marked before, so that only a crash from here on counts against it. */
    private Future<Void> workAlone(ClaimedExecution suspect) {
        if (suspect.isDead()) {
            metrics.dead();
            return markDead(suspect).onComplete(done -> leases.drop(List.of(suspect)));
        }
        return timers.markAlone(ports.database().workers(), suspect)
                .map(true)
                .recover(cause ->
                        leases.retryAfter(List.of(suspect), AFTER_FAILURE).map(false))
                .compose(marked -> marked ? work(List.of(suspect)) : Future.succeededFuture());
    }

    private Future<Void> attempt(List<ClaimedExecution> tickets) {
        var turn = new ExecutionBatch(ports, versions);
        return ports.database()
                .workerTransactionOnce(
                        tx -> turn.carryOn(tx, tickets).compose(done -> pauses.at("workflow-before-commit", turn)))
                .compose(done -> pauses.at("workflow-after-commit", turn))
                .compose(done -> ended(turn, tickets))
                .recover(cause -> handleFailure(tickets, cause));
    }

    private Future<Void> ended(ExecutionBatch turn, List<ClaimedExecution> tickets) {
        metrics.fenced(tickets.size() - turn.found());
        metrics.ended(turn.outcomes());
        turn.committed();
        turn.dueAtOnce().ifPresent(ring::requeue);
        return turn.postponed().isEmpty()
                ? Future.succeededFuture()
                : leases.retryAfter(turn.postponed(), BUSY_CONTACT);
    }

    private Future<Void> handleFailure(List<ClaimedExecution> tickets, Throwable cause) {
        if (isPermanent(cause)) {
            return Future.failedFuture(cause);
        }
        LOG.atWarn()
                .addKeyValue("executions", tickets.size())
                .setCause(cause)
                .log("Executions could not be carried on; they are tried again soon");
        return leases.retryAfter(tickets, AFTER_FAILURE);
    }

    private static boolean isPermanent(Throwable cause) {
        return !SqlErrorKind.of(cause).isTransient();
    }

    private Future<Void> failInternally(ClaimedExecution ticket, Throwable cause) {
        LOG.atError()
                .addKeyValue("project", ticket.project())
                .addKeyValue("execution", ticket.execution())
                .setCause(cause)
                .log("An execution cannot be carried on");
        metrics.failedInternally();
        return fail(ticket, InternalErrorText.sentence(cause));
    }

    /** Marks an execution dead. It can be tried again: its timer and its values are kept. */
    private Future<Void> markDead(ClaimedExecution ticket) {
        var reason = ticket.epitaph();
        return ports.database()
                .workerTransaction(tx -> dead.markDead(tx, ticket, reason)
                        .compose(kept -> new ExecutionTerminator(ports.webhooks()).fail(tx, ticket, reason)))
                .onSuccess(failed -> metrics.ended(ExecutionStatus.FAILED))
                .recover(cause -> leases.retryAfter(List.of(ticket), AFTER_FAILURE));
    }

    private Future<Void> fail(ClaimedExecution ticket, String error) {
        return ports.database()
                .workerTransaction(tx -> new ExecutionTerminator(ports.webhooks()).fail(tx, ticket, error))
                .onSuccess(failed -> metrics.ended(ExecutionStatus.FAILED))
                .recover(cause -> leases.retryAfter(List.of(ticket), AFTER_FAILURE));
    }
}
