package io.godwit.workflows;

import io.godwit.billing.Allowance;
import io.godwit.billing.Category;
import io.godwit.contacts.Authority;
import io.godwit.core.Ids;
import io.godwit.core.StepId;
import io.godwit.workflows.Decision.End;
import io.godwit.workflows.Decision.Fail;
import io.godwit.workflows.Decision.Leave;
import io.godwit.workflows.Decision.Rest;
import io.godwit.workflows.Situation.Facts;
import io.godwit.workflows.Situation.Journey;
import io.godwit.workflows.Situation.Person;
import io.godwit.workflows.Visit.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One execution from where it rested to where it rests or ends, in memory: whoever throws on the way has changed nothing.
 * Belongs to one thread.
 */
final class Walk implements Decision.Doer {

    /** Of an execution's life (decisions.md, Loops in workflows). */
    static final int MOST_VISITS = 1_000;

    /** Triggers of ours in a row. */
    static final int DEEPEST = 10;

    static final String LOOP_LIMIT = "LOOP_LIMIT";

    private final Loaded execution;
    private final Versions.Running version;
    private final Facts facts;
    private final Allowance allowance;
    private final Instant now;
    private final List<Visit> visits = new ArrayList<>();
    private final List<Outcome.Done> effects = new ArrayList<>();
    private Person person;
    private Context context;
    private int count;
    private @Nullable Node at;
    private boolean arriving;
    private Optional<UUID> resumedBy = Optional.empty();
    private @Nullable Outcome outcome;

    Walk(Loaded execution, Versions.Running version, Person person, Knowledge knowledge, Instant now) {
        this.execution = execution;
        this.version = version;
        this.person = person;
        this.facts = knowledge.of(execution);
        this.allowance = knowledge.allowance();
        this.now = now;
        this.context = execution.context();
        this.count = execution.visits();
    }

    /** As this walk leaves the contact. */
    Person person() {
        return person;
    }

    Outcome go() {
        if (execution.depth() > DEEPEST) {
            return failed(LOOP_LIMIT, "Triggers of workflows led to each other more than " + DEEPEST + " times");
        }
        if (execution.current().isEmpty()) {
            version.graph().start().ifPresentOrElse(this::arrive, this::complete);
        } else {
            wake(execution.current().get());
        }
        while (outcome == null) {
            come(java.util.Objects.requireNonNull(at));
        }
        return outcome;
    }

    private void wake(StepId resting) {
        var node = version.graph().node(resting);
        if (node.isEmpty()) {
            complete();
            return;
        }
        at = node.get();
        var wake = execution.wake().orElse(Wake.TIME);
        wake.event().ifPresent(event -> {
            resumedBy = Optional.of(event.id());
            context = context.with(event.data());
        });
        version.step(at).wake(situation(), wake).tell(this);
    }

    private void arrive(Node node) {
        at = node;
        arriving = true;
    }

    private void come(Node node) {
        if (count >= MOST_VISITS) {
            outcome = failed(LOOP_LIMIT, "It came to more than " + MOST_VISITS + " steps");
            return;
        }
        count++;
        version.step(node).decide(situation()).tell(this);
    }

    private Situation situation() {
        var journey = new Journey(
                execution.id(),
                execution.startedAt(),
                execution.workflow(),
                execution.workflowName().orElse(""));
        return new Situation(now, journey, person, context, facts);
    }

    @Override
    public void leave(Leave leave) {
        var output = new LinkedHashMap<>(leave.output());
        var skipped = leave.skipped().or(() -> leave.effect().flatMap(this::refusal));
        skipped.ifPresentOrElse(reason -> output.put("reason", reason), () -> leave.effect()
                .ifPresent(effect -> carryOut(effect, output)));
        var exit = Optional.of(leave.exit()).filter(way -> !way.equals(Step.ONLY));
        visited(skipped.isPresent() ? Status.SKIPPED : Status.COMPLETED, exit, output, Optional.empty());
        version.graph().next(place(), leave.exit()).ifPresentOrElse(this::arrive, this::complete);
    }

    /** A mail beyond the month's limit is left out, and its reader told; the execution goes on. */
    private Optional<String> refusal(Effect effect) {
        return effect instanceof Effect.Mail
                ? allowance
                        .spend(execution.projectId(), Category.WORKFLOWS, 1)
                        .map(refused -> refused.kind() + ": " + refused.sentence())
                : Optional.empty();
    }

    private void carryOut(Effect effect, Map<String, @Nullable Object> output) {
        var id = Ids.next();
        if (effect instanceof Effect.Mail) {
            output.put("emailId", id.toString());
            output.put("sentAt", now.toString());
        } else if (effect instanceof Effect.Edit edit) {
            person = person.with(person.contact().with(edit.subscription(), Authority.BULK, edit.kept()), now);
            context = context.with(new Context(Map.of(), edit.once()));
        }
        effects.add(new Outcome.Done(count, effect, id));
    }

    @Override
    public void rest(Rest rest) {
        rest.call().ifPresent(call -> effects.add(new Outcome.Done(count, call, Ids.next())));
        var until = Optional.of(rest.until()).filter(moment -> !moment.equals(Instant.MAX));
        visits.add(new Visit(
                count,
                place(),
                arriving,
                Status.WAITING,
                Optional.empty(),
                rest.output(),
                Optional.empty(),
                until,
                Optional.empty()));
        outcome = outcome(ExecutionStatus.WAITING, Optional.empty(), Optional.empty(), Optional.of(rest));
    }

    @Override
    public void end(End end) {
        visited(Status.COMPLETED, Optional.empty(), end.output(), Optional.empty());
        outcome = outcome(ExecutionStatus.EXITED, Optional.of(end.reason()), Optional.empty(), Optional.empty());
    }

    @Override
    public void fail(Fail fail) {
        visited(Status.FAILED, Optional.empty(), fail.output(), Optional.of(fail.error()));
        outcome = outcome(ExecutionStatus.FAILED, Optional.empty(), Optional.of(fail.error()), Optional.empty());
    }

    private void visited(
            Status status, Optional<String> exit, Map<String, @Nullable Object> output, Optional<String> error) {
        visits.add(new Visit(count, place(), arriving, status, exit, output, error, Optional.empty(), resumedBy));
        resumedBy = Optional.empty();
    }

    private StepId place() {
        return java.util.Objects.requireNonNull(at).id();
    }

    private void complete() {
        outcome = outcome(ExecutionStatus.COMPLETED, Optional.empty(), Optional.empty(), Optional.empty());
    }

    private Outcome failed(String code, String sentence) {
        return outcome(
                ExecutionStatus.FAILED, Optional.of(code), Optional.of(code + ": " + sentence), Optional.empty());
    }

    private Outcome outcome(
            ExecutionStatus status, Optional<String> reason, Optional<String> error, Optional<Rest> rest) {
        return new Outcome(
                execution,
                status,
                rest.map(waiting -> place()),
                reason,
                error,
                Optional.of(context).filter(changed -> !changed.equals(execution.context())),
                visits,
                count,
                rest,
                effects);
    }

    /** One that ends where it rests, for a reason that no step gave. */
    static Outcome ended(Loaded execution, ExecutionStatus status, String reason) {
        var failed = status == ExecutionStatus.FAILED;
        var visits = execution.current().stream()
                .map(step -> new Visit(
                        execution.visits(),
                        step,
                        false,
                        failed ? Status.FAILED : Status.SKIPPED,
                        Optional.empty(),
                        Map.of(),
                        Optional.of(reason),
                        Optional.empty(),
                        Optional.empty()))
                .toList();
        return new Outcome(
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
