package io.godwit.workflows.engine;

import io.godwit.core.ChangeTopic;
import io.godwit.core.id.ProjectId;
import io.godwit.traces.TraceContext;
import io.godwit.workflows.engine.ExecutionLoadStore.LockedBatch;
import io.godwit.workflows.model.ExecutionStatus;
import io.godwit.workflows.steps.ResumeReason;
import io.godwit.workflows.steps.StepDecision;
import io.godwit.workflows.steps.StepEffect;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Carries on a batch of claimed executions, each until it waits or ends, in one transaction: their data is read, they decide in
 * memory, and the decisions are written set-wise. The rows of their timers are locked throughout, so nothing can come in
 * between; an execution whose lease was lost by then is not found. Used once.
 */
final class ExecutionBatch {

    private static final String CONTACT_GONE = "The contact was deleted";
    private static final String WORKFLOW_GONE = "The workflow was deleted";
    private static final String PROJECT_DISABLED = "The project is disabled";

    private final WorkflowDependencies dependencies;
    private final VersionCache versions;
    private final Optional<TraceContext> trace;
    private final ExecutionLoadStore store = new ExecutionLoadStore();
    private final ExecutionWriteStore writes = new ExecutionWriteStore();
    private final ReentryLockStore reentry = new ReentryLockStore();
    private final BatchContacts contacts;
    private final List<ExecutionOutcome> outcomes = new ArrayList<>();
    private final List<LoadedExecution> staying = new ArrayList<>();
    private final List<ExecutionInterpreter> toBeWritten = new ArrayList<>();
    private int found;

    /** @param trace the span of the batch, for its emails and calls; empty unless it is traced */
    ExecutionBatch(WorkflowDependencies dependencies, VersionCache versions, Optional<TraceContext> trace) {
        this.dependencies = dependencies;
        this.versions = versions;
        this.trace = trace;
        this.contacts = new BatchContacts(dependencies);
    }

    /** Does all of the batch's work, but for the commit. */
    Future<Void> carryOn(SqlClient tx, List<ClaimedExecution> claimed) {
        return store.lock(tx, claimed).compose(locked -> {
            found = locked.executions().size();
            return locked.executions().isEmpty()
                    ? Future.succeededFuture()
                    : decide(tx, locked).compose(ignored -> write(tx, locked.now()));
        });
    }

    private Future<Void> decide(SqlClient tx, LockedBatch locked) {
        var keys = locked.executions().stream().map(LoadedExecution::graph).collect(Collectors.toSet());
        return versions.find(tx, keys).compose(graphs -> {
            var loader = new StepDataLoader(dependencies, graphs);
            return contacts.load(tx, locked.executions(), graphs)
                    .compose(ignored -> awaken(tx, locked))
                    .compose(executions -> loader.gather(tx, executions).map(executions))
                    .onSuccess(executions -> executions.forEach(one -> decide(one, graphs, loader, locked.now())))
                    .compose(ignored -> goOn(tx, loader));
        });
    }

    /**
     * Writes the contacts that steps have changed, and carries on the executions that have come to a step which reads them from the
     * table. Of those of one contact each round carries on the first.
     */
    private Future<Void> goOn(SqlClient tx, StepDataLoader loader) {
        if (toBeWritten.isEmpty()) {
            return Future.succeededFuture();
        }
        var interpreters = List.copyOf(toBeWritten);
        toBeWritten.clear();
        var executions =
                interpreters.stream().map(ExecutionInterpreter::execution).toList();
        return contacts.writeRows(tx)
                .compose(ignored -> loader.memberships(tx, executions))
                .compose(ignored -> {
                    interpreters.forEach(this::goOn);
                    return goOn(tx, loader);
                });
    }

    private void goOn(ExecutionInterpreter interpreter) {
        var one = interpreter.execution();
        advance(interpreter, () -> interpreter.goOn(contacts.find(one).orElseThrow(), contacts.stored(one)));
    }

    /** Looks for events that came while the wait for them was being written, or before its timeout was. */
    private Future<List<LoadedExecution>> awaken(SqlClient tx, LockedBatch locked) {
        var waiting = locked.executions().stream()
                .filter(one -> one.waiting().isPresent() && one.wake().isEmpty())
                .toList();
        return waiting.isEmpty()
                ? Future.succeededFuture(locked.executions())
                : store.pendingEvents(tx, waiting).map(events -> locked.executions().stream()
                        .map(one -> events.getOrDefault(one.id(), List.of()).stream()
                                .filter(event -> ends(one, event, locked.now()))
                                .findFirst()
                                .map(event -> one.withReason(ResumeReason.by(event)))
                                .orElse(one))
                        .toList());
    }

    private static boolean ends(LoadedExecution waiting, ResumeReason.Event event, Instant now) {
        return waiting.waiting()
                .flatMap(LoadedExecution.Wait::conditions)
                .map(conditions -> conditions.matches(event.data(), now))
                .orElse(true);
    }

    private void decide(
            LoadedExecution one,
            Map<VersionCache.Key, VersionCache.RunningGraph> graphs,
            StepDataLoader loader,
            Instant now) {
        if (contacts.isLockedElsewhere(one)) {
            return;
        }
        var isWaiting = one.wake().isEmpty()
                && one.waiting().filter(wait -> wait.until().isAfter(now)).isPresent();
        var running = graphs.get(one.graph());
        var contact = contacts.find(one);
        if (one.project().disabled()) {
            outcomes.add(ExecutionInterpreter.ended(one, ExecutionStatus.CANCELLED, PROJECT_DISABLED));
        } else if (contact.isEmpty()) {
            outcomes.add(ExecutionInterpreter.ended(one, ExecutionStatus.CANCELLED, CONTACT_GONE));
        } else if (running == null || one.workflowName().isEmpty()) {
            outcomes.add(ExecutionInterpreter.ended(one, ExecutionStatus.CANCELLED, WORKFLOW_GONE));
        } else if (isWaiting) {
            staying.add(one);
        } else {
            var interpreter = new ExecutionInterpreter(one, running, contact.get(), contacts.stored(one), loader, now);
            advance(interpreter, interpreter::go);
        }
    }

    /** Carries on one execution; a step that cannot decide fails its execution alone. */
    private void advance(ExecutionInterpreter interpreter, Supplier<Optional<ExecutionOutcome>> steps) {
        var one = interpreter.execution();
        var applied = interpreter.effects().size();
        try {
            steps.get().ifPresentOrElse(outcomes::add, () -> toBeWritten.add(interpreter));
            var effects = interpreter.effects();
            contacts.change(one, effects.subList(applied, effects.size()), interpreter.contact());
        } catch (RuntimeException poison) {
            outcomes.add(ExecutionInterpreter.ended(one, ExecutionStatus.FAILED, InternalErrorText.sentence(poison)));
        }
    }

    private Future<Void> write(SqlClient tx, Instant now) {
        var effects = new EffectWriter(dependencies, outcomes, now, trace);
        var ended = outcomes.stream().filter(ExecutionOutcome::ended).toList();
        var resting = outcomes.stream().filter(outcome -> !outcome.ended()).toList();
        return writes.completeVisits(tx, outcomes)
                .compose(ignored -> writes.insertVisits(tx, outcomes))
                .compose(ignored -> reentry.lock(tx, ended))
                .compose(ignored -> outcomes.isEmpty() ? Future.succeededFuture() : writes.executions(tx, outcomes))
                .compose(ignored -> writes.end(tx, ended))
                .compose(ignored -> writes.writeWaiting(tx, resting, now))
                .compose(ignored -> writes.keepWaiting(tx, staying))
                .compose(ignored -> effects.write(tx))
                .compose(ignored -> contacts.write(tx))
                .compose(ignored -> effects.count(tx));
    }

    /** Wakes, after the commit, the workers that have something to do now. */
    void committed() {
        contacts.committed();
        new EffectWriter(dependencies, outcomes, Instant.EPOCH, trace).publishQueued();
        outcomes.forEach(this::noteChange);
    }

    private void noteChange(ExecutionOutcome outcome) {
        var execution = outcome.execution();
        var project = execution.projectId();
        var changes = dependencies.database().changes();
        changes.add(project, ChangeTopic.EXECUTION, execution.id().value());
        changes.add(project, ChangeTopic.WORKFLOW, execution.workflow().value());
        if (outcome.ended()) {
            changes.add(project, ChangeTopic.ACTIVITY, null);
        }
        if (outcome.effects().stream().anyMatch(completed -> completed.effect() instanceof StepEffect.SendEmail)) {
            changes.add(project, ChangeTopic.EMAIL, null);
        }
    }

    /** The number of executions whose lease was not lost. */
    int found() {
        return found;
    }

    /** The executions whose contact was locked by another transaction. */
    List<ClaimedExecution> retryLater() {
        return contacts.lockedElsewhere();
    }

    List<ExecutionOutcome> outcomes() {
        return outcomes;
    }

    /** A project with executions that are due again at once. */
    Optional<ProjectId> dueNow() {
        return outcomes.stream()
                .filter(outcome ->
                        outcome.suspension().flatMap(StepDecision.Rest::event).isPresent())
                .map(outcome -> outcome.execution().projectId())
                .findFirst();
    }
}
