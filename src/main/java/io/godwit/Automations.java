package io.godwit;

import io.godwit.bus.Bus;
import io.godwit.contacts.Belongings;
import io.godwit.contacts.Contacts;
import io.godwit.contacts.Fields;
import io.godwit.core.Vault;
import io.godwit.db.Database;
import io.godwit.events.Enrolments;
import io.godwit.events.Events;
import io.godwit.segments.Segments;
import io.godwit.sending.Outbox;
import io.godwit.sending.Preview;
import io.godwit.sending.SendRoutes;
import io.godwit.templates.SenderCheck;
import io.godwit.templates.Templates;
import io.godwit.web.Cursors;
import io.godwit.web.Idempotency;
import io.godwit.web.Routes;
import io.godwit.webhooks.WebhookSettings;
import io.godwit.webhooks.Webhooks;
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
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What happens by itself: workflows and the calls they make, wired. */
final class Automations {

    private static final WebhookSettings WEBHOOKS = new WebhookSettings(
            List.of(),
            Set.of(),
            Duration.ofSeconds(15),
            Duration.ofDays(1),
            50,
            5,
            10,
            1,
            Duration.ofSeconds(10),
            Duration.ofDays(30));

    private final Database database;
    private final Bus bus;
    private final Settings settings;
    private final MeterRegistry meters;
    private final Webhooks webhooks;
    private final Enrolment enrolment;

    Automations(Vertx vertx, Database database, Bus bus, Vault vault, Settings settings, MeterRegistry meters) {
        this.database = database;
        this.bus = bus;
        this.settings = settings;
        this.meters = meters;
        this.webhooks = new Webhooks(bus, vault, WEBHOOKS);
        this.enrolment = new Enrolment(vertx, bus);
    }

    /** What events do in the transaction that appends them. */
    Enrolments enrolments() {
        return enrolment;
    }

    /** What has to go with a contact. */
    Belongings belongings() {
        return new Ending(webhooks);
    }

    /** What the engine works with. */
    WorkflowPorts ports(Contacts contacts, Events events, Segments segments, SenderCheck senders) {
        return new WorkflowPorts(
                database, bus, contacts, events, new Outbox(), new Templates(database), segments, senders, webhooks);
    }

    Routes routes(
            WorkflowPorts ports,
            Fields fields,
            SendRoutes.Ports send,
            Preview preview,
            Cursors cursors,
            Idempotency idempotency) {
        var all = List.of(
                new EditorPorts(database, fields, webhooks.targets()).routes(cursors, idempotency),
                new ExecutionRoutes(ports, idempotency),
                new Insight(ports, send.projects(), preview, send.workers()).routes(cursors));
        return api -> all.forEach(routes -> routes.mount(api));
    }

    /** What this node does in the background. */
    List<Deployable> work(WorkflowPorts ports) {
        var work = new ArrayList<Deployable>();
        if (settings.roles().contains(Role.WORKFLOW)) {
            work.add(new WorkflowVerticle(ports, settings.workflows(), meters));
            work.add(new ScheduleVerticle(ports));
        }
        return work;
    }
}
