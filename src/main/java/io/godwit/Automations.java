package io.godwit;

import io.godwit.billing.Quota;
import io.godwit.bus.Bus;
import io.godwit.contacts.Belongings;
import io.godwit.contacts.Contacts;
import io.godwit.contacts.Fields;
import io.godwit.core.Vault;
import io.godwit.db.Database;
import io.godwit.dns.Dns;
import io.godwit.events.Enrolments;
import io.godwit.events.Events;
import io.godwit.reputation.Reputation;
import io.godwit.segments.Segments;
import io.godwit.sending.Outbox;
import io.godwit.sending.Preview;
import io.godwit.sending.SendRoutes;
import io.godwit.templates.SenderCheck;
import io.godwit.templates.Templates;
import io.godwit.web.Cursors;
import io.godwit.web.Idempotency;
import io.godwit.web.Routes;
import io.godwit.webhooks.WebhookPorts;
import io.godwit.webhooks.WebhookRoutes;
import io.godwit.webhooks.WebhookVerticle;
import io.godwit.webhooks.Webhooks;
import io.godwit.workflows.CallsEnded;
import io.godwit.workflows.EditorPorts;
import io.godwit.workflows.Ending;
import io.godwit.workflows.Enrolment;
import io.godwit.workflows.ExecutionRoutes;
import io.godwit.workflows.Insight;
import io.godwit.workflows.ScheduleVerticle;
import io.godwit.workflows.WorkflowPorts;
import io.godwit.workflows.WorkflowVerticle;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;

/** What happens by itself: workflows and the calls they make, wired. */
final class Automations {

    private final Database database;
    private final Bus bus;
    private final Settings settings;
    private final MeterRegistry meters;
    private final Vault vault;
    private final Dns dns;
    private final Webhooks webhooks;
    private final Enrolment enrolment;
    private final CallsEnded callEnds;

    Automations(Vertx vertx, Database database, Bus bus, Vault vault, Settings settings, MeterRegistry meters) {
        this.database = database;
        this.bus = bus;
        this.settings = settings;
        this.meters = meters;
        this.vault = vault;
        this.dns = new Dns(vertx, settings.dns());
        this.callEnds = new CallsEnded(vertx, bus);
        this.webhooks = new Webhooks(bus, vault, settings.webhooks());
        this.enrolment = new Enrolment(vertx, bus);
    }

    /** What events do in the transaction that appends them. */
    Enrolments enrolments() {
        return Reputation.watching(enrolment);
    }

    /** What has to go with a contact. */
    Belongings belongings() {
        return new Ending(webhooks);
    }

    /** What the engine works with. */
    WorkflowPorts ports(Contacts contacts, Events events, Segments segments, SenderCheck senders, Quota quota) {
        return new WorkflowPorts(
                database,
                bus,
                contacts,
                events,
                new Outbox(),
                new Templates(database),
                segments,
                senders,
                webhooks,
                vault,
                quota);
    }

    Routes routes(
            WorkflowPorts ports,
            Fields fields,
            SendRoutes.Ports send,
            Preview preview,
            Cursors cursors,
            Idempotency idempotency) {
        var all = List.of(
                new EditorPorts(database, fields, webhooks.targets(), vault).routes(cursors, idempotency),
                new ExecutionRoutes(ports, idempotency),
                new WebhookRoutes(database, vault),
                new Insight(ports, send.projects(), preview, send.workers()).routes(cursors));
        return api -> all.forEach(routes -> routes.mount(api));
    }

    /** What this node does in the background. */
    List<Deployable> work(WorkflowPorts ports) {
        var work = new ArrayList<Deployable>();
        if (settings.roles().contains(Role.WORKFLOW)) {
            work.add(new WorkflowVerticle(ports, settings.workflows(), meters));
            work.add(new WebhookVerticle(
                    new WebhookPorts(database, bus, vault, dns, callEnds), settings.webhooks(), meters));
            work.add(new ScheduleVerticle(ports));
        }
        return work;
    }

    Future<Void> close() {
        return dns.close();
    }
}
