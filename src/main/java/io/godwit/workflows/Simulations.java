package io.godwit.workflows;

import io.godwit.contacts.Authority;
import io.godwit.contacts.Contact;
import io.godwit.contacts.ContactChange;
import io.godwit.core.ContactId;
import io.godwit.core.ExecutionId;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Ids;
import io.godwit.core.Tenant;
import io.godwit.core.WorkflowId;
import io.godwit.projects.Project;
import io.godwit.workflows.SimulationRequest.MadeUp;
import io.godwit.workflows.SimulationStore.Subject;
import io.godwit.workflows.SimulationStore.Version;
import io.godwit.workflows.Situation.Facts;
import io.godwit.workflows.Situation.Journey;
import io.godwit.workflows.Situation.Person;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Runs contacts through workflows without doing anything: everything is looked up first, the rest is thinking. */
final class Simulations {

    /** Stands in for what exists nowhere. */
    private static final UUID NONE = new UUID(0, 0);

    private final Insight insight;
    private final WorkflowPorts ports;
    private final Seal seal;
    private final SimulationStore store = new SimulationStore();

    Simulations(Insight insight) {
        this.insight = insight;
        this.ports = insight.ports();
        this.seal = new Seal(ports.vault());
    }

    /**
     * Fails with {@code WORKFLOW_NOT_FOUND}, with {@code CONTACT_NOT_FOUND}, and with {@code CONFLICT} when what is to be run
     * was never enabled.
     */
    Future<SimulationAnswer> run(Tenant tenant, WorkflowId id, SimulationRequest request) {
        return store.subject(ports.database().requests(), tenant, id)
                .map(found -> found.orElseThrow(() -> History.unknownWorkflow(id.toString())))
                .compose(subject -> person(tenant, request, subject.now())
                        .compose(person -> run(tenant, id, request, subject, person)));
    }

    private Future<Person> person(Tenant tenant, SimulationRequest request, Instant now) {
        return request.contactId()
                .map(id -> contact(tenant, id))
                .orElseGet(() -> Future.succeededFuture(madeUp(request.madeUp().orElse(MadeUp.SAMPLE), now)));
    }

    private Future<Person> contact(Tenant tenant, String id) {
        return Ids.parse(id)
                .map(known -> store.person(ports.database().requests(), tenant, new ContactId(known)))
                .orElseGet(() -> Future.succeededFuture(Optional.empty()))
                .map(found -> found.orElseThrow(() -> Failure.notFound(Kind.CONTACT_NOT_FOUND, "Contact", id)));
    }

    private static Person madeUp(MadeUp somebody, Instant now) {
        var change = new ContactChange(
                somebody.email(),
                Optional.of(somebody.subscribed()),
                true,
                Authority.REQUEST,
                somebody.data().kept());
        return new Person(Contact.create(new ContactId(NONE), change), somebody.email(), now, now);
    }

    private Future<SimulationAnswer> run(
            Tenant tenant, WorkflowId id, SimulationRequest request, Subject subject, Person person) {
        var version = version(request, subject);
        var graph = seal.open(tenant.project(), version.map(Version::graph).orElse(subject.draft()));
        var journey = new Journey(new ExecutionId(NONE), subject.now(), id, subject.name());
        var context = new Context(
                request.context().kept().members(), request.context().once());
        var events = request.events().stream()
                .map(event -> new Happening(event.name(), subject.now().plus(event.after()), event.data()))
                .toList();
        return facts(tenant, journey, graph, person)
                .compose(facts -> proofs(tenant).compose(proofs -> {
                    var start = new Simulation.Start(subject.now(), person, context, facts, events);
                    return insight.workers()
                            .executeBlocking(
                                    () -> new Simulation(graph, journey, start, proofs)
                                            .run(version.map(Version::number)),
                                    false);
                }));
    }

    private static Optional<Version> version(SimulationRequest request, Subject subject) {
        if (request.draft().orElse(subject.live().isEmpty())) {
            return Optional.empty();
        } else if (subject.live().isEmpty()) {
            throw Failure.of(Kind.CONFLICT, "The workflow was never enabled; simulate its draft");
        }
        return subject.live();
    }

    /** What the engine would know. */
    private Future<Facts> facts(Tenant tenant, Journey journey, Graph graph, Person person) {
        var project = new Loaded.Project("", false);
        var loaded = new Loaded(
                new Ticket(tenant.project(), journey.execution(), 0, 0, 0),
                journey.workflow(),
                person.contact().id(),
                Optional.empty(),
                Optional.empty(),
                0,
                Optional.empty(),
                Context.NONE,
                0,
                0,
                journey.startedAt(),
                Optional.of(journey.workflowName()),
                project);
        var knowledge = new Knowledge(ports, Map.of(loaded.graph(), new Versions.Running(graph)));
        return knowledge.gather(ports.database().requests(), List.of(loaded)).map(done -> knowledge.of(loaded));
    }

    private Future<Proofs> proofs(Tenant tenant) {
        return insight.projects()
                .apply(tenant.project())
                .map(project -> new Proofs.Voice(
                        project.map(Project::name).orElse(""),
                        project.map(Project::language).orElse("")))
                .map(voice -> new Proofs(insight.preview(), tenant.project(), voice));
    }
}
