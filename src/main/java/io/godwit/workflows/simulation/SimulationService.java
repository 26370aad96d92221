package io.godwit.workflows.simulation;

import io.godwit.contacts.Contact;
import io.godwit.contacts.ContactChange;
import io.godwit.contacts.SubscriptionAuthority;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.ExecutionId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.WorkflowId;
import io.godwit.projects.Project;
import io.godwit.workflows.draft.ConfigEncryption;
import io.godwit.workflows.engine.ClaimedExecution;
import io.godwit.workflows.engine.LoadedExecution;
import io.godwit.workflows.engine.StepDataLoader;
import io.godwit.workflows.engine.VersionCache;
import io.godwit.workflows.engine.WorkflowDependencies;
import io.godwit.workflows.executions.ExecutionHistory;
import io.godwit.workflows.model.ExecutionContext;
import io.godwit.workflows.simulation.SimulationRequest.InventedContact;
import io.godwit.workflows.simulation.SimulationStore.RunningVersion;
import io.godwit.workflows.simulation.SimulationStore.SimulatedWorkflow;
import io.godwit.workflows.steps.StepContext.ExecutionKey;
import io.godwit.workflows.steps.StepContext.PreloadedData;
import io.godwit.workflows.steps.StepContext.StepContact;
import io.godwit.workflows.steps.WorkflowGraph;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Simulates workflows for contacts without any effect: all data is looked up first, the rest is computed in memory. */
final class SimulationService {

    /** The id of an execution and a contact that do not exist. */
    private static final UUID NONE = new UUID(0, 0);

    private final SimulationPorts insight;
    private final WorkflowDependencies ports;
    private final ConfigEncryption seal;
    private final SimulationStore store = new SimulationStore();

    SimulationService(SimulationPorts insight) {
        this.insight = insight;
        this.ports = insight.ports();
        this.seal = new ConfigEncryption(ports.crypto());
    }

    /**
     * Fails with {@code WORKFLOW_NOT_FOUND}, with {@code CONTACT_NOT_FOUND}, and with {@code CONFLICT} when the live version is
     * asked for and the workflow was never enabled.
     */
    Future<SimulationResponse> run(Tenant tenant, WorkflowId id, SimulationRequest request) {
        return store.subject(ports.database().requests(), tenant, id)
                .map(found -> found.orElseThrow(() -> ExecutionHistory.unknownWorkflow(id.toString())))
                .compose(subject -> contact(tenant, request, subject.now())
                        .compose(contact -> run(tenant, id, request, subject, contact)));
    }

    private Future<StepContact> contact(Tenant tenant, SimulationRequest request, Instant now) {
        return request.contactId()
                .map(id -> contact(tenant, id))
                .orElseGet(() -> Future.succeededFuture(madeUp(request.madeUp().orElse(InventedContact.SAMPLE), now)));
    }

    private Future<StepContact> contact(Tenant tenant, String id) {
        return Ids.parse(id)
                .map(known -> store.contact(ports.database().requests(), tenant, new ContactId(known)))
                .orElseGet(() -> Future.succeededFuture(Optional.empty()))
                .map(found -> found.orElseThrow(() -> Failure.notFound(Kind.CONTACT_NOT_FOUND, "Contact", id)));
    }

    private static StepContact madeUp(InventedContact somebody, Instant now) {
        var change = new ContactChange(
                somebody.email(),
                Optional.of(somebody.subscribed()),
                true,
                SubscriptionAuthority.REQUEST,
                somebody.data().kept());
        return new StepContact(Contact.create(new ContactId(NONE), change), somebody.email(), now, now);
    }

    private Future<SimulationResponse> run(
            Tenant tenant, WorkflowId id, SimulationRequest request, SimulatedWorkflow subject, StepContact contact) {
        var version = version(request, subject);
        var graph =
                seal.open(tenant.project(), version.map(RunningVersion::graph).orElse(subject.draft()));
        var execution = new ExecutionKey(new ExecutionId(NONE), subject.now(), id, subject.name());
        var context = new ExecutionContext(
                request.context().kept().members(), request.context().once());
        var events = request.events().stream()
                .map(event -> new SimulatedEvent(event.name(), subject.now().plus(event.after()), event.data()))
                .toList();
        return facts(tenant, execution, graph, contact)
                .compose(facts -> proofs(tenant).compose(proofs -> {
                    var start = new Simulation.SimulationInput(subject.now(), contact, context, facts, events);
                    return insight.workers()
                            .executeBlocking(
                                    () -> new Simulation(graph, execution, start, proofs)
                                            .run(version.map(RunningVersion::number)),
                                    false);
                }));
    }

    private static Optional<RunningVersion> version(SimulationRequest request, SimulatedWorkflow subject) {
        if (request.draft().orElse(subject.live().isEmpty())) {
            return Optional.empty();
        } else if (subject.live().isEmpty()) {
            throw Failure.of(Kind.CONFLICT, "The workflow was never enabled; simulate its draft");
        }
        return subject.live();
    }

    /** The data the engine would load. */
    private Future<PreloadedData> facts(
            Tenant tenant, ExecutionKey execution, WorkflowGraph graph, StepContact contact) {
        var project = new LoadedExecution.ProjectFacts("", false);
        var loaded = new LoadedExecution(
                new ClaimedExecution(tenant.project(), execution.execution(), 0, 0, 0),
                execution.workflow(),
                contact.contact().id(),
                Optional.empty(),
                Optional.empty(),
                0,
                Optional.empty(),
                ExecutionContext.NONE,
                0,
                0,
                execution.startedAt(),
                Optional.of(execution.workflowName()),
                project);
        var knowledge = new StepDataLoader(ports, Map.of(loaded.graph(), new VersionCache.RunningGraph(graph)));
        return knowledge
                .gather(ports.database().requests(), List.of(loaded))
                .map(ignored -> knowledge.preloaded(loaded));
    }

    private Future<SimulatedEffects> proofs(Tenant tenant) {
        return insight.projects()
                .apply(tenant.project())
                .map(project -> new SimulatedEffects.SimulationSender(
                        project.map(Project::name).orElse(""),
                        project.map(Project::language).orElse("")))
                .map(sender -> new SimulatedEffects(insight.preview(), tenant.project(), sender));
    }
}
