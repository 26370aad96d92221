package io.godwit.workflows;

import io.godwit.contacts.Authority;
import io.godwit.contacts.Contact;
import io.godwit.core.Json;
import io.godwit.workflows.Decision.Doer;
import io.godwit.workflows.Passage.Place;
import io.godwit.workflows.Passage.Result;
import io.godwit.workflows.SimulationAnswer.Ending;
import io.godwit.workflows.SimulationAnswer.Reached;
import io.godwit.workflows.Situation.Facts;
import io.godwit.workflows.Situation.Journey;
import io.godwit.workflows.Situation.Person;
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
 * One contact's way through a graph on a clock of its own: the steps decide as they do for the engine, and what they want is
 * only written down. A webhook is taken to answer 200 at once. Runs once, on one thread, for as long as rendering takes.
 */
final class Simulation implements Doer {

    private static final int ANSWERED = 200;

    private final Graph graph;
    private final Journey journey;
    private final Proofs proofs;
    private final Deque<Happening> ahead;
    private final List<Passage> path = new ArrayList<>();
    private final Map<String, Instant> lastMail;

    private Instant now;
    private Person person;
    private Context context;
    private Facts facts;

    private Node node;
    private Step step;
    private Instant arrived;
    private Map<String, @Nullable Object> rested = Map.of();
    private Optional<Effect> done = Optional.empty();
    private Optional<Node> next;
    private Optional<Ending> ending = Optional.empty();

    /** What goes in: who, with what, and what happens meanwhile. */
    record Start(Instant at, Person person, Context context, Facts facts, List<Happening> events) {}

    Simulation(Graph graph, Journey journey, Start start, Proofs proofs) {
        this.graph = graph;
        this.journey = journey;
        this.proofs = proofs;
        this.now = start.at();
        this.arrived = start.at();
        this.person = start.person();
        this.context = start.context();
        this.facts = start.facts();
        this.lastMail = new HashMap<>(start.facts().lastMail());
        this.ahead = new ArrayDeque<>(start.events().stream()
                .sorted(Comparator.comparing(Happening::at))
                .toList());
        this.next = graph.start();
        this.node = next.orElseThrow();
        this.step = new ExitStep("");
    }

    SimulationAnswer run(Optional<Integer> version) {
        var startedAt = now;
        while (ending.isEmpty() && next.isPresent()) {
            if (path.size() == Walk.MOST_VISITS) {
                ending = Optional.of(Ending.LOOP);
            } else {
                visit(next.get());
            }
        }
        var end = ending.orElse(Ending.COMPLETED);
        return new SimulationAnswer(
                version,
                end.status().name(),
                end.reason(),
                end.error(),
                startedAt,
                now,
                path.size(),
                path,
                new Reached(
                        person.email(),
                        person.contact().subscribed(),
                        Json.write(person.contact().data())));
    }

    private void visit(Node here) {
        node = here;
        arrived = now;
        rested = Map.of();
        done = Optional.empty();
        try {
            step = here.step();
            step.decide(situation()).tell(this);
        } catch (RuntimeException poison) {
            fail(new Decision.Fail(Poison.sentence(poison), Map.of()));
        }
    }

    private Situation situation() {
        return new Situation(now, journey, person, context, facts);
    }

    @Override
    public void leave(Decision.Leave leave) {
        var before = person;
        leave.effect().ifPresent(this::carryOut);
        next = graph.next(node.id(), leave.exit());
        var output = new LinkedHashMap<>(leave.output());
        leave.skipped().ifPresent(reason -> output.put("reason", reason));
        record(
                leave.skipped().isPresent() ? "SKIPPED" : "COMPLETED",
                Optional.of(leave.exit()).filter(exit -> !exit.equals(Step.ONLY)),
                output,
                Optional.empty(),
                before);
    }

    private void carryOut(Effect effect) {
        done = Optional.of(effect);
        if (effect instanceof Effect.Edit edit) {
            change(person.contact().with(edit.subscription(), Authority.BULK, edit.kept()));
            context = context.with(new Context(Map.of(), edit.once()));
        } else if (effect instanceof Effect.Mail) {
            lastMail.put("email.sent", now);
            facts = new Facts(Map.copyOf(lastMail), facts.memberships(), facts.templates(), facts.refused());
        }
    }

    private void change(Contact after) {
        person = after == person.contact() ? person : person.with(after, now);
    }

    @Override
    public void rest(Decision.Rest rest) {
        rested = rest.output();
        rest.call().ifPresent(call -> done = Optional.of(call));
        wake(rest).ifPresentOrElse(wake -> step.wake(situation(), wake).tell(this), () -> {
            ending = Optional.of(Ending.WAITING);
            record("WAITING", Optional.empty(), Map.of(), Optional.empty(), person);
        });
    }

    /** What ends the rest, at which the clock then stands; empty when nothing ever does. */
    private Optional<Wake> wake(Decision.Rest rest) {
        if (rest.call().isPresent()) {
            return Optional.of(Wake.by(new Wake.CallEnd(Optional.of(ANSWERED), true, Optional.empty(), "", 1)));
        }
        var since = now;
        while (!ahead.isEmpty() && ahead.getFirst().at().isBefore(rest.until())) {
            var event = ahead.removeFirst();
            happen(event);
            if (event.at().isAfter(since) && ends(rest, event)) {
                context = context.with(event.context());
                return Optional.of(Wake.by(new Wake.Event(new UUID(0, 0), event.context(), now)));
            }
        }
        now = rest.until().equals(Instant.MAX) ? now : rest.until();
        return rest.until().equals(Instant.MAX) ? Optional.empty() : Optional.of(Wake.TIME);
    }

    /** An event keeps its data on the contact too. */
    private void happen(Happening event) {
        now = event.at().isAfter(now) ? event.at() : now;
        change(person.contact()
                .with(Optional.empty(), Authority.REQUEST, event.data().kept()));
    }

    private static boolean ends(Decision.Rest rest, Happening event) {
        return rest.event()
                .filter(awaited -> awaited.name().equals(event.name()))
                .filter(awaited -> awaited.conditions()
                        .map(conditions -> conditions.hold(event.context(), event.at()))
                        .orElse(true))
                .isPresent();
    }

    @Override
    public void end(Decision.End end) {
        ending = Optional.of(Ending.exited(end.reason()));
        record("COMPLETED", Optional.empty(), end.output(), Optional.empty(), person);
    }

    @Override
    public void fail(Decision.Fail fail) {
        ending = Optional.of(Ending.failed(fail.error()));
        record("FAILED", Optional.empty(), fail.output(), Optional.of(fail.error()), person);
    }

    private void record(
            String status,
            Optional<String> branch,
            Map<String, @Nullable Object> output,
            Optional<String> error,
            Person before) {
        var all = Context.merged(rested, output);
        path.add(proofs.passage(
                new Place(
                        path.size() + 1,
                        node,
                        status,
                        arrived,
                        Optional.of(now).filter(at -> !status.equals("WAITING"))),
                new Result(branch, all, error),
                done,
                before,
                person));
    }
}
