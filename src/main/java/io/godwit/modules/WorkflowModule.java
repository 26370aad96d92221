package io.godwit.modules;

import io.godwit.billing.Quota;
import io.godwit.bus.Bus;
import io.godwit.config.NodeRole;
import io.godwit.config.Settings;
import io.godwit.contacts.ContactBatchWriter;
import io.godwit.contacts.ContactDeletionListener;
import io.godwit.contacts.fields.FieldCatalog;
import io.godwit.core.Crypto;
import io.godwit.db.Database;
import io.godwit.dns.DnsResolver;
import io.godwit.events.EventAppender;
import io.godwit.events.EventHook;
import io.godwit.reputation.ReputationService;
import io.godwit.segments.SegmentService;
import io.godwit.sending.Outbox;
import io.godwit.sending.api.SendRoutes;
import io.godwit.sending.preview.PreviewRenderer;
import io.godwit.templates.SenderVerifier;
import io.godwit.templates.TemplateCache;
import io.godwit.web.Routes;
import io.godwit.web.idempotency.IdempotentHandler;
import io.godwit.web.lists.CursorCodec;
import io.godwit.webhooks.WebhookDependencies;
import io.godwit.webhooks.WebhookQueue;
import io.godwit.webhooks.WebhookRoutes;
import io.godwit.webhooks.WebhookVerticle;
import io.godwit.workflows.CallResumer;
import io.godwit.workflows.ScheduleVerticle;
import io.godwit.workflows.WorkflowHook;
import io.godwit.workflows.WorkflowVerticle;
import io.godwit.workflows.editor.EditorDependencies;
import io.godwit.workflows.engine.ExecutionTerminator;
import io.godwit.workflows.engine.WorkflowDependencies;
import io.godwit.workflows.executions.ExecutionRoutes;
import io.godwit.workflows.simulation.SimulationPorts;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;

/** Wires workflows and the webhook calls they make. */
public final class WorkflowModule {

    private final Database database;
    private final Bus bus;
    private final Settings settings;
    private final MeterRegistry meters;
    private final Crypto vault;
    private final DnsResolver dns;
    private final WebhookQueue webhooks;
    private final WorkflowHook enrolment;
    private final CallResumer callEnds;

    public WorkflowModule(
            Vertx vertx, Database database, Bus bus, Crypto vault, Settings settings, MeterRegistry meters) {
        this.database = database;
        this.bus = bus;
        this.settings = settings;
        this.meters = meters;
        this.vault = vault;
        this.dns = new DnsResolver(vertx, settings.dns());
        this.callEnds = new CallResumer(vertx, bus);
        this.webhooks = new WebhookQueue(bus, vault, settings.webhooks());
        this.enrolment = new WorkflowHook(vertx, bus);
    }

    /**
     * The hook that runs in the transaction that appends events: starts and resumes executions, and watches the project's
     * reputation.
     */
    public EventHook enrolments() {
        return ReputationService.watching(enrolment);
    }

    /** Ends a contact's executions when the contact is deleted. */
    public ContactDeletionListener belongings() {
        return new ExecutionTerminator(webhooks);
    }

    /** The dependencies of the workflow engine. */
    public WorkflowDependencies ports(
            ContactBatchWriter contacts,
            EventAppender events,
            SegmentService segments,
            SenderVerifier senders,
            Quota quota) {
        return new WorkflowDependencies(
                database,
                bus,
                contacts,
                events,
                new Outbox(),
                new TemplateCache(database),
                segments,
                senders,
                webhooks,
                vault,
                quota);
    }

    public Routes routes(
            WorkflowDependencies ports,
            FieldCatalog fields,
            SendRoutes.Dependencies send,
            PreviewRenderer preview,
            CursorCodec cursors,
            IdempotentHandler idempotency) {
        var all = List.of(
                new EditorDependencies(database, fields, webhooks.targets(), vault).routes(cursors, idempotency),
                new ExecutionRoutes(ports, idempotency),
                new WebhookRoutes(database, vault),
                new SimulationPorts(ports, send.projects(), preview, send.workers()).routes(cursors));
        return api -> all.forEach(routes -> routes.mount(api));
    }

    /** The verticles this node runs for workflows and webhooks. */
    public List<Deployable> work(WorkflowDependencies ports) {
        var work = new ArrayList<Deployable>();
        if (settings.roles().contains(NodeRole.WORKFLOW)) {
            work.add(new WorkflowVerticle(ports, settings.workflows(), meters));
            work.add(new WebhookVerticle(
                    new WebhookDependencies(database, bus, vault, dns, callEnds), settings.webhooks(), meters));
            work.add(new ScheduleVerticle(ports));
        }
        return work;
    }

    public Future<Void> close() {
        return dns.close();
    }
}
