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
import io.godwit.db.CrashCount;
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

    private final SimulationDependencies dependencies;
    private final WorkflowDependencies ports;
    private final ConfigEncryption encryption;
    private final SimulationStore store = new SimulationStore();

    SimulationService(SimulationDependencies parts) {
        this.dependencies = parts;
        this.ports = parts.dependencies();
        this.encryption = new ConfigEncryption(ports.crypto());
    }

    /**
     * Fails with {@code WORKFLOW_NOT_FOUND}, with {@code CONTACT_NOT_FOUND}, and with {@code CONFLICT} when the live version is
     * asked for and the workflow was never enabled.
     */
    Future<SimulationResponse> run(Tenant tenant, WorkflowId id, SimulationRequest request) {
        return store.subject(ports.database().requests(), tenant, id)
                .map(found -> found.orElseThrow(() -> ExecutionHistory.unknownWorkflow(id.toString())))
                .compose(workflow -> contact(tenant, request, workflow.now())
                        .compose(contact -> run(tenant, id, request, workflow, contact)));
    }

    private Future<StepContact> contact(Tenant tenant, SimulationRequest request, Instant now) {
        return request.contactId()
                .map(id -> contact(tenant, id))
                .orElseGet(
                        () -> Future.succeededFuture(invented(request.invented().orElse(InventedContact.SAMPLE), now)));
    }

    private Future<StepContact> contact(Tenant tenant, String id) {
        return Ids.parse(id)
                .map(known -> store.contact(ports.database().requests(), tenant, new ContactId(known)))
                .orElseGet(() -> Future.succeededFuture(Optional.empty()))
                .map(found -> found.orElseThrow(() -> Failure.notFound(Kind.CONTACT_NOT_FOUND, "Contact", id)));
    }

    private static StepContact invented(InventedContact contact, Instant now) {
        var change = new ContactChange(
                contact.email(),
                Optional.of(contact.subscribed()),
                true,
                SubscriptionAuthority.REQUEST,
                contact.data().persistentData());
        return new StepContact(Contact.create(new ContactId(NONE), change), contact.email(), now, now);
    }

    private Future<SimulationResponse> run(
            Tenant tenant, WorkflowId id, SimulationRequest request, SimulatedWorkflow workflow, StepContact contact) {
        var version = version(request, workflow);
        var graph = encryption.open(
                tenant.project(), version.map(RunningVersion::graph).orElse(workflow.draft()));
        var execution = new ExecutionKey(new ExecutionId(NONE), workflow.now(), id, workflow.name());
        var context = new ExecutionContext(
                request.context().persistentData().members(), request.context().transientData());
        var events = request.events().stream()
                .map(event -> new SimulatedEvent(event.name(), workflow.now().plus(event.after()), event.data()))
                .toList();
        return facts(tenant, execution, graph, contact)
                .compose(data -> proofs(tenant).compose(effects -> {
                    var input = new Simulation.Input(workflow.now(), contact, context, data, events);
                    return dependencies
                            .workers()
                            .executeBlocking(
                                    () -> new Simulation(graph, execution, input, effects)
                                            .run(version.map(RunningVersion::number)),
                                    false);
                }));
    }

    private static Optional<RunningVersion> version(SimulationRequest request, SimulatedWorkflow workflow) {
        if (request.draft().orElse(workflow.running().isEmpty())) {
            return Optional.empty();
        } else if (workflow.running().isEmpty()) {
            throw Failure.of(Kind.CONFLICT, "The workflow was never enabled; simulate its draft");
        }
        return workflow.running();
    }

    /** The data the engine would load. */
    private Future<PreloadedData> facts(
            Tenant tenant, ExecutionKey execution, WorkflowGraph graph, StepContact contact) {
        var project = new LoadedExecution.ProjectFacts("", false);
        var loaded = new LoadedExecution(
                new ClaimedExecution(tenant.project(), execution.execution(), 0, CrashCount.NONE),
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
        var loader = new StepDataLoader(ports, Map.of(loaded.graph(), new VersionCache.RunningGraph(graph)));
        return loader.gather(ports.database().requests(), List.of(loaded)).map(ignored -> loader.preloaded(loaded));
    }

    private Future<SimulatedEffects> proofs(Tenant tenant) {
        return dependencies
                .projects()
                .apply(tenant.project())
                .map(project -> new SimulatedEffects.SimulationSender(
                        project.map(Project::name).orElse(""),
                        project.map(Project::language).orElse("")))
                .map(sender -> new SimulatedEffects(dependencies.preview(), tenant.project(), sender));
    }
}
