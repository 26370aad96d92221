package io.godwit.workflows.engine;

import io.godwit.billing.QuotaCategory;
import io.godwit.billing.RemainingQuota;
import io.godwit.contacts.Contact;
import io.godwit.contacts.SubscriptionAuthority;
import io.godwit.core.id.Ids;
import io.godwit.core.id.StepId;
import io.godwit.workflows.model.ExecutionContext;
import io.godwit.workflows.model.ExecutionStatus;
import io.godwit.workflows.model.VisitStatus;
import io.godwit.workflows.steps.GraphNode;
import io.godwit.workflows.steps.ResumeReason;
import io.godwit.workflows.steps.Step;
import io.godwit.workflows.steps.StepContext;
import io.godwit.workflows.steps.StepContext.ExecutionKey;
import io.godwit.workflows.steps.StepContext.PreloadedData;
import io.godwit.workflows.steps.StepContext.StepContact;
import io.godwit.workflows.steps.StepDecision;
import io.godwit.workflows.steps.StepDecision.End;
import io.godwit.workflows.steps.StepDecision.Fail;
import io.godwit.workflows.steps.StepDecision.Leave;
import io.godwit.workflows.steps.StepDecision.Rest;
import io.godwit.workflows.steps.StepEffect;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Interprets one execution from the step it waited at to the step it waits or ends at, in memory: an exception on the way has
 * changed nothing. Belongs to one thread.
 */
public final class ExecutionInterpreter implements StepDecision.Visitor {

    /** Limit of visits in an execution's life. */
    public static final int MAX_VISITS = 1_000;

    /** Limit of workflows that trigger each other in a row. */
    static final int MAX_TRIGGER_DEPTH = 10;

    public static final String LOOP_LIMIT = "LOOP_LIMIT";

    private final LoadedExecution execution;
    private final VersionCache.RunningGraph version;
    private final StepDataLoader loader;
    private final RemainingQuota quota;
    private final Instant now;
    private final List<StepVisit> visits = new ArrayList<>();
    private final List<ExecutionOutcome.CompletedEffect> effects = new ArrayList<>();
    private PreloadedData data;
    private StepContact contact;
    private Contact stored;
    private ExecutionContext context;
    private int count;
    private @Nullable GraphNode at;
    private boolean entering;
    private Optional<UUID> resumedBy = Optional.empty();
    private @Nullable ExecutionOutcome outcome;

    /** @param stored the contact as it was read, which earlier executions of the batch may have changed since */
    ExecutionInterpreter(
            LoadedExecution execution,
            VersionCache.RunningGraph version,
            StepContact contact,
            Contact stored,
            StepDataLoader loader,
            Instant now) {
        this.execution = execution;
        this.version = version;
        this.contact = contact;
        this.stored = stored;
        this.loader = loader;
        this.data = loader.preloaded(execution);
        this.quota = loader.remainingQuota();
        this.now = now;
        this.context = execution.context();
        this.count = execution.visits();
    }

    LoadedExecution execution() {
        return execution;
    }

    /** The contact after the visits so far. */
    StepContact contact() {
        return contact;
    }

    List<ExecutionOutcome.CompletedEffect> effects() {
        return effects;
    }

    /** Carries the execution on; empty when it has come to a step that sees its contact only once the changes of it are written. */
    Optional<ExecutionOutcome> go() {
        if (execution.triggerDepth() > MAX_TRIGGER_DEPTH) {
            outcome = failed(
                    LOOP_LIMIT, "Triggers of workflows led to each other more than " + MAX_TRIGGER_DEPTH + " times");
        } else if (execution.current().isEmpty()) {
            version.graph().start().ifPresentOrElse(this::enterNode, this::complete);
        } else {
            wake(execution.current().get());
        }
        return enterSteps();
    }

    /** Goes on, like {@link #go}, after changes of the contact were written. */
    Optional<ExecutionOutcome> goOn(StepContact current, Contact written) {
        contact = current;
        stored = written;
        data = loader.preloaded(execution);
        return enterSteps();
    }

    private Optional<ExecutionOutcome> enterSteps() {
        while (outcome == null && !hasToBeWritten()) {
            enterStep(Objects.requireNonNull(at));
        }
        return Optional.ofNullable(outcome);
    }

    private boolean hasToBeWritten() {
        return count < MAX_VISITS
                && version.step(Objects.requireNonNull(at)).readsStoredContact()
                && contact.contact().differsFrom(stored);
    }

    private void wake(StepId resting) {
        var node = version.graph().node(resting);
        if (node.isEmpty()) {
            complete();
            return;
        }
        at = node.get();
        var reason = execution.wake().orElse(ResumeReason.TIME);
        reason.event().ifPresent(event -> {
            resumedBy = Optional.of(event.id());
            context = context.with(event.data());
        });
        version.step(at).wake(stepContext(), reason).accept(this);
    }

    private void enterNode(GraphNode node) {
        at = node;
        entering = true;
    }

    private void enterStep(GraphNode node) {
        if (count >= MAX_VISITS) {
            outcome = failed(LOOP_LIMIT, "It came to more than " + MAX_VISITS + " steps");
            return;
        }
        count++;
        version.step(node).decide(stepContext()).accept(this);
    }

    private StepContext stepContext() {
        var executionKey = new ExecutionKey(
                execution.id(),
                execution.startedAt(),
                execution.workflow(),
                execution.workflowName().orElse(""));
        return new StepContext(now, executionKey, contact, context, data);
    }

    @Override
    public void leave(Leave leave) {
        var output = new LinkedHashMap<>(leave.output());
        var skipped = leave.skipped().or(() -> leave.effect().flatMap(this::refusal));
        skipped.ifPresentOrElse(reason -> output.put("reason", reason), () -> leave.effect()
                .ifPresent(effect -> carryOut(effect, output)));
        var exit = Optional.of(leave.exit()).filter(way -> !way.equals(Step.ONLY));
        visited(skipped.isPresent() ? VisitStatus.SKIPPED : VisitStatus.COMPLETED, exit, output, Optional.empty());
        version.graph().next(currentStep(), leave.exit()).ifPresentOrElse(this::enterNode, this::complete);
    }

    /**
     * Reserves quota for an email. One beyond the month's limit is left out, with the reason in the visit's output; the
     * execution goes on.
     */
    private Optional<String> refusal(StepEffect effect) {
        return effect instanceof StepEffect.SendEmail
                ? quota.reserve(execution.projectId(), QuotaCategory.WORKFLOWS, 1)
                        .map(refused -> refused.kind() + ": " + refused.sentence())
                : Optional.empty();
    }

    private void carryOut(StepEffect effect, Map<String, @Nullable Object> output) {
        var id = Ids.next();
        if (effect instanceof StepEffect.SendEmail) {
            output.put("emailId", id.toString());
            output.put("sentAt", now.toString());
        } else if (effect instanceof StepEffect.UpdateContact update) {
            contact = contact.with(
                    contact.contact().with(update.subscription(), SubscriptionAuthority.BULK, update.persistentData()),
                    now);
            context = context.with(new ExecutionContext(Map.of(), update.transientData()));
        }
        effects.add(new ExecutionOutcome.CompletedEffect(count, effect, id));
    }

    @Override
    public void suspend(Rest suspension) {
        suspension.call().ifPresent(call -> effects.add(new ExecutionOutcome.CompletedEffect(count, call, Ids.next())));
        var until = Optional.of(suspension.until()).filter(moment -> !moment.equals(Instant.MAX));
        visits.add(new StepVisit(
                count,
                currentStep(),
                entering,
                VisitStatus.WAITING,
                Optional.empty(),
                suspension.output(),
                Optional.empty(),
                until,
                Optional.empty()));
        outcome = outcome(ExecutionStatus.WAITING, Optional.empty(), Optional.empty(), Optional.of(suspension));
    }

    @Override
    public void end(End end) {
        visited(VisitStatus.COMPLETED, Optional.empty(), end.output(), Optional.empty());
        outcome = outcome(ExecutionStatus.EXITED, Optional.of(end.reason()), Optional.empty(), Optional.empty());
    }

    @Override
    public void fail(Fail fail) {
        visited(VisitStatus.FAILED, Optional.empty(), fail.output(), Optional.of(fail.error()));
        outcome = outcome(ExecutionStatus.FAILED, Optional.empty(), Optional.of(fail.error()), Optional.empty());
    }

    private void visited(
            VisitStatus status, Optional<String> exit, Map<String, @Nullable Object> output, Optional<String> error) {
        visits.add(new StepVisit(
                count, currentStep(), entering, status, exit, output, error, Optional.empty(), resumedBy));
        resumedBy = Optional.empty();
    }

    private StepId currentStep() {
        return Objects.requireNonNull(at).id();
    }

    private void complete() {
        outcome = outcome(ExecutionStatus.COMPLETED, Optional.empty(), Optional.empty(), Optional.empty());
    }

    private ExecutionOutcome failed(String code, String sentence) {
        return outcome(
                ExecutionStatus.FAILED, Optional.of(code), Optional.of(code + ": " + sentence), Optional.empty());
    }

    private ExecutionOutcome outcome(
            ExecutionStatus status, Optional<String> reason, Optional<String> error, Optional<Rest> suspension) {
        return new ExecutionOutcome(
                execution,
                status,
                suspension.map(ignored -> currentStep()),
                reason,
                error,
                Optional.of(context).filter(changed -> !changed.equals(execution.context())),
                visits,
                count,
                suspension,
                effects);
    }

    /** The outcome of an execution that ends at its current step, for a reason that no step gave. */
    static ExecutionOutcome ended(LoadedExecution execution, ExecutionStatus status, String reason) {
        var failed = status == ExecutionStatus.FAILED;
        var visits = execution.current().stream()
                .map(step -> new StepVisit(
                        execution.visits(),
                        step,
                        false,
                        failed ? VisitStatus.FAILED : VisitStatus.SKIPPED,
                        Optional.empty(),
                        Map.of(),
                        Optional.of(reason),
                        Optional.empty(),
                        Optional.empty()))
                .toList();
        return new ExecutionOutcome(
                execution,
                status,
                Optional.empty(),
                failed ? Optional.empty() : Optional.of(reason),
                failed ? Optional.of(reason) : Optional.empty(),
                Optional.empty(),
                visits,
                execution.visits(),
                Optional.empty(),
                List.of());
    }
}
