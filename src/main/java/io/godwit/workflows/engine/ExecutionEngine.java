package io.godwit.workflows.engine;

import io.godwit.core.Bisect;
import io.godwit.core.FailPoints;
import io.godwit.core.PollLoop.Next;
import io.godwit.core.id.ProjectId;
import io.godwit.db.SqlErrorKind;
import io.godwit.traces.Span;
import io.godwit.traces.SpanKind;
import io.godwit.workflows.model.ExecutionStatus;
import io.vertx.core.AsyncResult;
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

    private final WorkflowDependencies dependencies;
    private final WorkflowSettings settings;
    private final VersionCache versions;
    private final TimerLeases leases;
    private final WorkflowMetrics metrics;
    private final QuarantineGate gate;
    private final ProjectRoundRobin roundRobin = new ProjectRoundRobin();
    private final TimerStore timers = new TimerStore();
    private final DeadExecutionStore dead = new DeadExecutionStore();
    private final FailPoints pauses = FailPoints.fromSystem();
    private final Bisect<ClaimedExecution, Void> batches =
            new Bisect<>(this::attempt, ExecutionEngine::isPermanent, this::failInternally, (first, ignored) -> null);

    public ExecutionEngine(
            WorkflowDependencies dependencies,
            WorkflowSettings settings,
            VersionCache versions,
            TimerLeases leases,
            WorkflowMetrics metrics,
            QuarantineGate gate) {
        this.dependencies = dependencies;
        this.settings = settings;
        this.versions = versions;
        this.leases = leases;
        this.metrics = metrics;
        this.gate = gate;
    }

    /** Claims some due executions of any projects and carries them on. */
    public Future<Next> next() {
        return leases.retryReleases()
                .compose(back -> roundRobin.isStale() ? poll().compose(ignored -> carryOn()) : carryOn());
    }

    private Future<Void> poll() {
        return timers.dueProjects(dependencies.database().workers())
                .onSuccess(roundRobin::fill)
                .mapEmpty();
    }

    private Future<Next> carryOn() {
        var projects = roundRobin.poll();
        if (projects.isEmpty()) {
            return Future.succeededFuture(Next.IDLE);
        }
        var share = Math.max(1, settings.batch() / projects.size());
        return claim(projects, share, false).compose(batch -> gate.beside(() -> work(batch))
                .compose(ignored -> claim(projects, share, true))
                .compose(claimed -> claimed.isEmpty() ? work(claimed) : gate.alone(() -> workAlone(claimed.get(0))))
                .map(ignored -> {
                    projects.stream()
                            .filter(project -> count(batch, project) == share)
                            .forEach(roundRobin::requeue);
                    return roundRobin.isEmpty() && batch.isEmpty() ? Next.IDLE : Next.MORE;
                }));
    }

    private static long count(List<ClaimedExecution> allClaimed, ProjectId project) {
        return allClaimed.stream()
                .filter(claimed -> claimed.project().equals(project))
                .count();
    }

    private Future<List<ClaimedExecution>> claim(List<ProjectId> projects, int share, boolean alone) {
        var id = UUID.randomUUID();
        return timers.claim(dependencies.database().workers(), id, projects, share, settings.lease(), alone)
                .onFailure(ignored -> leases.unknownClaims(id, projects))
                .map(claimed -> {
                    metrics.leasesLost(claimed.lost());
                    leases.add(claimed.claimed());
                    return claimed.claimed();
                })
                .compose(claimed -> claimed.isEmpty()
                        ? Future.succeededFuture(claimed)
                        : pauses.at("workflow-after-claim", claimed));
    }

    private Future<Void> work(List<ClaimedExecution> claimed) {
        if (claimed.isEmpty()) {
            return Future.succeededFuture();
        }
        var started = System.nanoTime();
        return batches.apply(claimed)
                .onSuccess(ignored -> metrics.batches().record(Duration.ofNanos(System.nanoTime() - started)))
                .onComplete(ignored -> leases.remove(claimed));
    }

    /**
     * Carries on a quarantined execution, unless it has crashed its node just now. It is marked before, so that only a crash from
     * here on counts against it.
     */
    private Future<Void> workAlone(ClaimedExecution claimed) {
        if (claimed.crashes().isDead()) {
            metrics.dead();
            return markDead(claimed).onComplete(ignored -> leases.remove(List.of(claimed)));
        }
        var pause = claimed.crashes().pause();
        return pause.isZero()
                ? markAndWork(claimed)
                : leases.retryAfter(List.of(claimed), pause).onComplete(ignored -> leases.remove(List.of(claimed)));
    }

    private Future<Void> markAndWork(ClaimedExecution claimed) {
        return timers.markAlone(dependencies.database().workers(), claimed)
                .map(true)
                .recover(ignored ->
                        leases.retryAfter(List.of(claimed), AFTER_FAILURE).map(false))
                .compose(marked -> marked ? work(List.of(claimed)) : Future.succeededFuture());
    }

    private Future<Void> attempt(List<ClaimedExecution> claimed) {
        var span = dependencies.tracer().root(SpanKind.INTERNAL, "workflow batch");
        var batch = new ExecutionBatch(dependencies, versions, span.context());
        return dependencies
                .database()
                .workerTransactionOnce(
                        tx -> batch.carryOn(tx, claimed).compose(ignored -> pauses.at("workflow-before-commit", batch)))
                .compose(ignored -> pauses.at("workflow-after-commit", batch))
                .compose(ignored -> ended(batch, claimed))
                .onComplete(result -> end(span, claimed, result))
                .recover(cause -> handleFailure(claimed, cause));
    }

    /** Ends the span of a batch; the executions of it are told by number, and one that is alone by its ids. */
    private static void end(Span span, List<ClaimedExecution> claimed, AsyncResult<Void> result) {
        if (span.isRecorded()) {
            span.attribute("godwit.batch.executions", claimed.size());
            if (claimed.size() == 1) {
                span.attribute("godwit.project.id", claimed.get(0).project().toString())
                        .attribute(
                                "godwit.execution.id",
                                claimed.get(0).execution().toString());
            }
            if (result.failed()) {
                span.failed(result.cause().getClass().getSimpleName());
            }
            span.end();
        }
    }

    private Future<Void> ended(ExecutionBatch batch, List<ClaimedExecution> claimed) {
        metrics.fenced(claimed.size() - batch.found());
        metrics.ended(batch.outcomes());
        batch.committed();
        batch.dueNow().ifPresent(roundRobin::requeue);
        return batch.retryLater().isEmpty()
                ? Future.succeededFuture()
                : leases.retryAfter(batch.retryLater(), BUSY_CONTACT);
    }

    private Future<Void> handleFailure(List<ClaimedExecution> claimed, Throwable cause) {
        if (isPermanent(cause)) {
            return Future.failedFuture(cause);
        }
        LOG.atWarn()
                .addKeyValue("executions", claimed.size())
                .setCause(cause)
                .log("Executions could not be continued; they are tried again soon");
        return leases.retryAfter(claimed, AFTER_FAILURE);
    }

    private static boolean isPermanent(Throwable cause) {
        return !SqlErrorKind.of(cause).isTransient();
    }

    private Future<Void> failInternally(ClaimedExecution claimed, Throwable cause) {
        LOG.atError()
                .addKeyValue("project", claimed.project())
                .addKeyValue("execution", claimed.execution())
                .setCause(cause)
                .log("An execution could not be continued");
        metrics.failedInternally();
        return fail(claimed, InternalErrorText.sentence(cause));
    }

    /** Marks an execution dead. It can be tried again: its timer and its values are kept. */
    private Future<Void> markDead(ClaimedExecution claimed) {
        var reason = claimed.deathReason();
        return dependencies
                .database()
                .workerTransaction(tx -> dead.markDead(tx, claimed, reason)
                        .compose(ignored -> new ExecutionTerminator(dependencies.webhooks()).fail(tx, claimed, reason)))
                .onSuccess(ignored -> metrics.ended(ExecutionStatus.FAILED))
                .recover(ignored -> leases.retryAfter(List.of(claimed), AFTER_FAILURE));
    }

    private Future<Void> fail(ClaimedExecution claimed, String error) {
        return dependencies
                .database()
                .workerTransaction(tx -> new ExecutionTerminator(dependencies.webhooks()).fail(tx, claimed, error))
                .onSuccess(ignored -> metrics.ended(ExecutionStatus.FAILED))
                .recover(ignored -> leases.retryAfter(List.of(claimed), AFTER_FAILURE));
    }
}
