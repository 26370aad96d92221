package io.godwit;

import io.godwit.billing.Quota;
import io.godwit.bus.Bus;
import io.godwit.campaigns.CampaignPorts;
import io.godwit.campaigns.CampaignVerticle;
import io.godwit.campaigns.Campaigns;
import io.godwit.contacts.Belongings;
import io.godwit.contacts.ContactWrites;
import io.godwit.contacts.Contacts;
import io.godwit.contacts.FieldReferences;
import io.godwit.contacts.Selections;
import io.godwit.core.SegmentId;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.godwit.events.EventReferences;
import io.godwit.events.Events;
import io.godwit.segments.SegmentPorts;
import io.godwit.segments.Segments;
import io.godwit.sending.Outbox;
import io.godwit.templates.References;
import io.godwit.templates.SenderCheck;
import io.godwit.web.Cursors;
import io.godwit.web.Idempotency;
import io.godwit.web.Routes;
import io.godwit.workflows.Workflows;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.sqlclient.SqlClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Who is written to, and the campaigns that do it, wired. */
final class Audiences {

    private final Database database;
    private final Bus bus;
    private final Settings settings;
    private final Belongings executions;
    private final Quota quota;
    private final SegmentPorts segments;
    private final Campaigns campaigns;
    private final Workflows workflows;

    Audiences(
            Vertx vertx,
            Database database,
            Bus bus,
            Events events,
            Settings settings,
            Belongings executions,
            Quota quota) {
        this.quota = quota;
        this.database = database;
        this.bus = bus;
        this.settings = settings;
        this.executions = executions;
        this.segments = SegmentPorts.of(vertx, database, events, settings.segments());
        this.campaigns = new Campaigns(database);
        this.workflows = new Workflows(database);
    }

    Segments segments() {
        return segments.segments();
    }

    Campaigns campaigns() {
        return campaigns;
    }

    /** What is deleted with a contact: its ways through workflows, so that no more mail is made, its mail, its places in segments. */
    ContactWrites writes(Contacts contacts) {
        var rest = segments.belongings(new Outbox());
        return new ContactWrites(contacts, segments.events(), (tx, tenant, gone) -> executions
                .delete(tx, tenant, gone)
                .compose(ended -> rest.delete(tx, tenant, gone)));
    }

    Future<FieldReferences.Uses> fieldUses(Tenant tenant, String field) {
        var ofCampaigns = campaigns.using(tenant, field);
        var ofWorkflows = workflows.using(tenant, field);
        return segments().fieldUses(tenant, field).compose(uses -> Future.all(ofCampaigns, ofWorkflows)
                .map(all -> new FieldReferences.Uses(uses.segments(), ofCampaigns.result(), ofWorkflows.result())));
    }

    Future<EventReferences.Uses> eventUses(SqlClient db, Tenant tenant, String event) {
        return segments().eventUses(db, tenant, event).compose(uses -> workflows
                .ofEvent(db, tenant, event)
                .map(users -> new EventReferences.Uses(uses.segments(), users)));
    }

    /** Contacts of a segment, and those a filter means. */
    Future<Selections.Selected> selected(
            Tenant tenant, Optional<String> segment, Optional<Map<String, @Nullable Object>> condition) {
        return segments()
                .selected(database.requests(), tenant, segment, condition)
                .map(found -> new Selections.Selected(found.ids(), found.parameters()));
    }

    References templateUses() {
        return workflows;
    }

    private Future<Integer> segmentUses(SqlClient tx, Tenant tenant, SegmentId segment) {
        return campaigns.active(tx, tenant, segment).compose(ofCampaigns -> workflows
                .active(tx, tenant, segment)
                .map(ofWorkflows -> ofCampaigns + ofWorkflows));
    }

    Routes routes(
            ContactWrites writes,
            SenderCheck senders,
            WorkerExecutor workers,
            Cursors cursors,
            Idempotency idempotency) {
        var ofSegments = segments.routes(writes, this::segmentUses, cursors, idempotency);
        var ofCampaigns =
                new CampaignPorts(database, bus, segments(), senders, workers, quota).routes(cursors, idempotency);
        return api -> {
            ofSegments.mount(api);
            ofCampaigns.mount(api);
        };
    }

    /** What this node does in the background. */
    List<Deployable> work() {
        var work = new ArrayList<Deployable>();
        if (settings.roles().contains(Role.SEGMENT)) {
            work.add(segments.verticle());
        }
        if (settings.roles().contains(Role.CAMPAIGN)) {
            work.add(new CampaignVerticle(database, bus, segments(), quota, settings.campaigns()));
        }
        return work;
    }
}
