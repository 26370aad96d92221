package io.godwit.workflows;

import io.godwit.contacts.Authority;
import io.godwit.contacts.Consequences;
import io.godwit.contacts.Contact;
import io.godwit.contacts.Contacts.Changed;
import io.godwit.contacts.Contacts.Which;
import io.godwit.core.ProjectId;
import io.godwit.events.NewEvent;
import io.godwit.workflows.LoadStore.Held;
import io.godwit.workflows.Situation.Person;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Carries some claimed executions on, each until it rests or ends, in one transaction: what they need is read, they decide in
 * memory, and what they decided is written set-wise. The rows of their timers are locked throughout, so nothing can come in
 * between; who has lost an execution by then does not find it. Used once.
 */
final class Turn {

    private static final String CONTACT_GONE = "The contact was deleted";
    private static final String WORKFLOW_GONE = "The workflow was deleted";
    private static final String PROJECT_DISABLED = "The project is disabled";

    private final WorkflowPorts ports;
    private final Versions versions;
    private final LoadStore store = new LoadStore();
    private final WriteStore writes = new WriteStore();
    private final Map<Which, Person> people = new HashMap<>();
    private final Map<Which, Contact> before = new HashMap<>();
    private final List<Outcome> outcomes = new ArrayList<>();
    private final List<Loaded> staying = new ArrayList<>();
    private final List<Ticket> postponed = new ArrayList<>();
    private final List<NewEvent> events = new ArrayList<>();
    private final Consequences consequences;
    private int found;

    Turn(WorkflowPorts ports, Versions versions) {
        this.ports = ports;
        this.versions = versions;
        this.consequences = ports.contacts().consequences();
    }

    /** Everything there is to do, but for the commit. */
    Future<Void> carryOn(SqlClient tx, List<Ticket> tickets) {
        return store.hold(tx, tickets).compose(held -> {
            found = held.executions().size();
            return held.executions().isEmpty()
                    ? Future.succeededFuture()
                    : decide(tx, held).compose(decided -> write(tx, held.now()));
        });
    }

    private Future<Void> decide(SqlClient tx, Held held) {
        var keys = held.executions().stream().map(Loaded::graph).collect(Collectors.toSet());
        return versions.find(tx, keys).compose(graphs -> {
            var knowledge = new Knowledge(ports, graphs);
            return people(tx, held.executions(), graphs)
                    .compose(done -> awaken(tx, held))
                    .compose(executions -> knowledge.gather(tx, executions).map(executions))
                    .onSuccess(executions -> executions.forEach(one -> decide(one, graphs, knowledge, held.now())))
                    .mapEmpty();
        });
    }

    /** Contacts that may be changed are locked; where somebody else holds one, its executions wait. */
    private Future<Void> people(SqlClient tx, List<Loaded> executions, Map<Versions.Key, Versions.Running> graphs) {
        var changing = executions.stream()
                .filter(one -> changes(graphs.get(one.graph())))
                .map(Loaded::person)
                .collect(Collectors.toSet());
        var wanted = executions.stream().map(Loaded::person).distinct().toList();
        return ports.contacts().find(tx, wanted).compose(all -> {
            all.forEach(this::meet);
            return changing.isEmpty() ? Future.succeededFuture() : take(tx, executions, changing);
        });
    }

    private static boolean changes(Versions.@org.jspecify.annotations.Nullable Running version) {
        return version != null
                && version.graph().nodes().stream().anyMatch(node -> node.type() == StepType.UPDATE_CONTACT);
    }

    private void meet(io.godwit.contacts.Contacts.Person person) {
        var which = new Which(person.project(), person.contact().id());
        before.put(which, person.contact());
        people.put(which, new Person(person.contact(), person.email(), person.createdAt(), person.updatedAt()));
    }

    private Future<Void> take(SqlClient tx, List<Loaded> executions, Set<Which> changing) {
        return ports.contacts().take(tx, List.copyOf(changing)).map(taken -> {
            taken.forEach(this::meet);
            var free = taken.stream()
                    .map(person -> new Which(person.project(), person.contact().id()))
                    .collect(Collectors.toSet());
            executions.stream()
                    .filter(one -> changing.contains(one.person())
                            && people.containsKey(one.person())
                            && !free.contains(one.person()))
                    .forEach(one -> postponed.add(one.ticket()));
            return null;
        });
    }

    /** Looks for events that came while their wait was being written, or before its time-out was. */
    private Future<List<Loaded>> awaken(SqlClient tx, Held held) {
        var waiting = held.executions().stream()
                .filter(one -> one.waiting().isPresent() && one.wake().isEmpty())
                .toList();
        return waiting.isEmpty()
                ? Future.succeededFuture(held.executions())
                : store.came(tx, waiting).map(came -> held.executions().stream()
                        .map(one -> came.getOrDefault(one.id(), List.of()).stream()
                                .filter(event -> ends(one, event, held.now()))
                                .findFirst()
                                .map(event -> one.woken(Wake.by(event)))
                                .orElse(one))
                        .toList());
    }

    private static boolean ends(Loaded waiting, Wake.Event event, Instant now) {
        return waiting.waiting()
                .flatMap(Loaded.Wait::conditions)
                .map(conditions -> conditions.hold(event.data(), now))
                .orElse(true);
    }

    private void decide(Loaded one, Map<Versions.Key, Versions.Running> graphs, Knowledge knowledge, Instant now) {
        if (postponed.contains(one.ticket())) {
            return;
        }
        var isWaiting = one.wake().isEmpty()
                && one.waiting().filter(wait -> wait.until().isAfter(now)).isPresent();
        var running = graphs.get(one.graph());
        var person = people.get(one.person());
        if (one.project().disabled()) {
            outcomes.add(Walk.ended(one, ExecutionStatus.CANCELLED, PROJECT_DISABLED));
        } else if (person == null) {
            outcomes.add(Walk.ended(one, ExecutionStatus.CANCELLED, CONTACT_GONE));
        } else if (running == null || one.workflowName().isEmpty()) {
            outcomes.add(Walk.ended(one, ExecutionStatus.CANCELLED, WORKFLOW_GONE));
        } else if (isWaiting) {
            staying.add(one);
        } else {
            walk(new Walk(one, running, person, knowledge, now), one);
        }
    }

    /** A step that cannot decide fails its execution alone. */
    private void walk(Walk walk, Loaded one) {
        try {
            var outcome = walk.go();
            outcomes.add(outcome);
            change(one, outcome, walk.person());
        } catch (RuntimeException poison) {
            outcomes.add(Walk.ended(one, ExecutionStatus.FAILED, Poison.sentence(poison)));
        }
    }

    private void change(Loaded one, Outcome outcome, Person after) {
        var contact = known(one.person());
        for (var done : outcome.effects()) {
            if (done.effect() instanceof Effect.Edit edit) {
                var changed = contact.with(edit.subscription(), Authority.BULK, edit.kept());
                consequences
                        .changed(one.projectId(), contact, changed)
                        .map(event -> event.at(one.depth()))
                        .ifPresent(events::add);
                contact = changed;
            }
        }
        people.put(one.person(), after);
    }

    private Contact known(Which which) {
        return java.util.Objects.requireNonNull(people.get(which)).contact();
    }

    private Future<Void> write(SqlClient tx, Instant now) {
        var effects = new Effects(ports, outcomes, now);
        var ended = outcomes.stream().filter(Outcome::ended).toList();
        var resting = outcomes.stream().filter(outcome -> !outcome.ended()).toList();
        return writes.goneOn(tx, outcomes)
                .compose(done -> writes.come(tx, outcomes))
                .compose(done -> outcomes.isEmpty() ? Future.succeededFuture() : writes.executions(tx, outcomes))
                .compose(done -> writes.end(tx, ended))
                .compose(done -> writes.rest(tx, resting, now))
                .compose(done -> writes.stay(tx, staying))
                .compose(done -> effects.write(tx))
                .compose(done -> contacts(tx))
                .compose(done -> effects.count(tx));
    }

    private Future<Void> contacts(SqlClient tx) {
        var changed = before.entrySet().stream()
                .map(one -> new Changed(one.getKey().project(), one.getValue(), known(one.getKey())))
                .filter(change -> change.after().differsFrom(change.before()))
                .toList();
        var updated = changed.isEmpty()
                ? Future.<Void>succeededFuture()
                : ports.contacts().update(tx, changed);
        return updated.compose(done -> ports.events().append(tx, events))
                .compose(done -> consequences.isEmpty()
                        ? Future.succeededFuture()
                        : ports.contacts().settle(tx, consequences));
    }

    /** After the commit: tells those who have something to do now. */
    void committed() {
        consequences.committed();
        new Effects(ports, outcomes, Instant.EPOCH).announce();
    }

    /** How many were still ours. */
    int found() {
        return found;
    }

    /** Those somebody else's work on the contact was in the way of. */
    List<Ticket> postponed() {
        return postponed;
    }

    List<Outcome> outcomes() {
        return outcomes;
    }

    /** Projects with executions that are due at once again. */
    Optional<ProjectId> again() {
        return outcomes.stream()
                .filter(outcome -> outcome.rest().flatMap(Decision.Rest::event).isPresent())
                .map(outcome -> outcome.execution().projectId())
                .findFirst();
    }
}
