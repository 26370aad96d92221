package io.godwit.workflows.simulation;

import io.godwit.contacts.Contact;
import io.godwit.contacts.SubscriptionAuthority;
import io.godwit.core.Json;
import io.godwit.workflows.engine.ExecutionInterpreter;
import io.godwit.workflows.engine.InternalErrorText;
import io.godwit.workflows.model.ExecutionContext;
import io.godwit.workflows.model.VisitStatus;
import io.godwit.workflows.simulation.SimulatedVisit.VisitResult;
import io.godwit.workflows.simulation.SimulatedVisit.VisitTime;
import io.godwit.workflows.simulation.SimulationResponse.FinalContact;
import io.godwit.workflows.simulation.SimulationResponse.SimulationEnd;
import io.godwit.workflows.steps.ExitStep;
import io.godwit.workflows.steps.GraphNode;
import io.godwit.workflows.steps.ResumeReason;
import io.godwit.workflows.steps.Step;
import io.godwit.workflows.steps.StepContext;
import io.godwit.workflows.steps.StepContext.ExecutionKey;
import io.godwit.workflows.steps.StepContext.PreloadedData;
import io.godwit.workflows.steps.StepContext.StepContact;
import io.godwit.workflows.steps.StepDecision;
import io.godwit.workflows.steps.StepDecision.Visitor;
import io.godwit.workflows.steps.StepEffect;
import io.godwit.workflows.steps.WorkflowGraph;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Simulates one contact's execution of a graph on a clock of its own: the steps decide as they do for the engine, and their
 * effects are only recorded. A webhook counts as answered with 200 at once. Runs once, on one thread, for as long as rendering
 * takes.
 */
final class Simulation implements Visitor {

    private static final int ANSWERED = 200;

    private final WorkflowGraph graph;
    private final ExecutionKey execution;
    private final SimulatedEffects effects;
    private final Deque<SimulatedEvent> upcoming;
    private final List<SimulatedVisit> path = new ArrayList<>();
    private final Map<String, Instant> lastMail;

    private Instant now;
    private StepContact contact;
    private ExecutionContext context;
    private PreloadedData data;

    private GraphNode node;
    private Step step;
    private Instant enteredAt;
    private Map<String, @Nullable Object> rested = Map.of();
    private Optional<StepEffect> done = Optional.empty();
    private Optional<GraphNode> next;
    private Optional<SimulationEnd> outcome = Optional.empty();

    /** Input of a simulation: the contact, its context and data, and the events that come meanwhile. */
    record Input(
            Instant at,
            StepContact contact,
            ExecutionContext context,
            PreloadedData data,
            List<SimulatedEvent> events) {}

    Simulation(WorkflowGraph graph, ExecutionKey execution, Input input, SimulatedEffects effects) {
        this.graph = graph;
        this.execution = execution;
        this.effects = effects;
        this.now = input.at();
        this.enteredAt = input.at();
        this.contact = input.contact();
        this.context = input.context();
        this.data = input.data();
        this.lastMail = new HashMap<>(input.data().lastMail());
        this.upcoming = new ArrayDeque<>(input.events().stream()
                .sorted(Comparator.comparing(SimulatedEvent::at))
                .toList());
        this.next = graph.start();
        this.node = next.orElseThrow();
        this.step = new ExitStep("");
    }

    SimulationResponse run(Optional<Integer> version) {
        var startedAt = now;
        while (outcome.isEmpty() && next.isPresent()) {
            if (path.size() == ExecutionInterpreter.MAX_VISITS) {
                outcome = Optional.of(SimulationEnd.LOOP);
            } else {
                visit(next.get());
            }
        }
        var end = outcome.orElse(SimulationEnd.COMPLETED);
        return new SimulationResponse(
                version,
                end.status(),
                end.reason(),
                end.error(),
                startedAt,
                now,
                path.size(),
                path,
                new FinalContact(
                        contact.email(),
                        contact.contact().subscribed(),
                        Json.write(contact.contact().data())));
    }

    private void visit(GraphNode here) {
        node = here;
        enteredAt = now;
        rested = Map.of();
        done = Optional.empty();
        try {
            step = here.step();
            step.decide(stepContext()).accept(this);
        } catch (RuntimeException poison) {
            fail(new StepDecision.Fail(InternalErrorText.sentence(poison), Map.of()));
        }
    }

    private StepContext stepContext() {
        return new StepContext(now, execution, contact, context, data);
    }

    @Override
    public void leave(StepDecision.Leave leave) {
        var before = contact;
        leave.effect().ifPresent(this::carryOut);
        next = graph.next(node.id(), leave.exit());
        var output = new LinkedHashMap<>(leave.output());
        leave.skipped().ifPresent(reason -> output.put("reason", reason));
        record(
                leave.skipped().isPresent() ? VisitStatus.SKIPPED : VisitStatus.COMPLETED,
                Optional.of(leave.exit()).filter(exit -> !exit.equals(Step.ONLY)),
                output,
                Optional.empty(),
                before);
    }

    private void carryOut(StepEffect effect) {
        done = Optional.of(effect);
        if (effect instanceof StepEffect.UpdateContact update) {
            change(contact.contact().with(update.subscription(), SubscriptionAuthority.BULK, update.persistentData()));
            context = context.with(new ExecutionContext(Map.of(), update.transientData()));
        } else if (effect instanceof StepEffect.SendEmail) {
            lastMail.put("email.sent", now);
            data = new PreloadedData(Map.copyOf(lastMail), data.memberships(), data.templates(), data.refused());
        }
    }

    private void change(Contact after) {
        contact = after == contact.contact() ? contact : contact.with(after, now);
    }

    @Override
    public void suspend(StepDecision.Rest suspension) {
        rested = suspension.output();
        suspension.call().ifPresent(call -> done = Optional.of(call));
        wake(suspension)
                .ifPresentOrElse(reason -> step.wake(stepContext(), reason).accept(this), () -> {
                    outcome = Optional.of(SimulationEnd.WAITING);
                    record(VisitStatus.WAITING, Optional.empty(), Map.of(), Optional.empty(), contact);
                });
    }

    /** The reason a wait ends, with the clock moved there; empty when it never ends. */
    private Optional<ResumeReason> wake(StepDecision.Rest suspension) {
        if (suspension.call().isPresent()) {
            return Optional.of(
                    ResumeReason.by(new ResumeReason.CallEnd(Optional.of(ANSWERED), true, Optional.empty(), "", 1)));
        }
        var since = now;
        while (!upcoming.isEmpty() && upcoming.getFirst().at().isBefore(suspension.until())) {
            var event = upcoming.removeFirst();
            happen(event);
            if (event.at().isAfter(since) && ends(suspension, event)) {
                context = context.with(event.context());
                return Optional.of(ResumeReason.by(new ResumeReason.Event(new UUID(0, 0), event.context(), now)));
            }
        }
        now = suspension.until().equals(Instant.MAX) ? now : suspension.until();
        return suspension.until().equals(Instant.MAX) ? Optional.empty() : Optional.of(ResumeReason.TIME);
    }

    /** Applies an event: its data is stored on the contact too. */
    private void happen(SimulatedEvent event) {
        now = event.at().isAfter(now) ? event.at() : now;
        change(contact.contact()
                .with(
                        Optional.empty(),
                        SubscriptionAuthority.REQUEST,
                        event.data().persistentData()));
    }

    private static boolean ends(StepDecision.Rest suspension, SimulatedEvent event) {
        return suspension
                .event()
                .filter(awaited -> awaited.name().equals(event.name()))
                .filter(awaited -> awaited.conditions()
                        .map(conditions -> conditions.matches(event.context(), event.at()))
                        .orElse(true))
                .isPresent();
    }

    @Override
    public void end(StepDecision.End end) {
        outcome = Optional.of(SimulationEnd.exited(end.reason()));
        record(VisitStatus.COMPLETED, Optional.empty(), end.output(), Optional.empty(), contact);
    }

    @Override
    public void fail(StepDecision.Fail fail) {
        outcome = Optional.of(SimulationEnd.failed(fail.error()));
        record(VisitStatus.FAILED, Optional.empty(), fail.output(), Optional.of(fail.error()), contact);
    }

    private void record(
            VisitStatus status,
            Optional<String> branch,
            Map<String, @Nullable Object> output,
            Optional<String> error,
            StepContact before) {
        var all = ExecutionContext.merged(rested, output);
        path.add(effects.visit(
                new VisitTime(
                        path.size() + 1,
                        node,
                        status,
                        enteredAt,
                        Optional.of(now).filter(ignored -> status != VisitStatus.WAITING)),
                new VisitResult(branch, all, error),
                done,
                before,
                contact));
    }
}
