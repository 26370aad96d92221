package io.godwit.modules;

import io.godwit.billing.Quota;
import io.godwit.bus.Bus;
import io.godwit.campaigns.CampaignDependencies;
import io.godwit.campaigns.CampaignUsages;
import io.godwit.campaigns.CampaignVerticle;
import io.godwit.config.NodeRole;
import io.godwit.config.Settings;
import io.godwit.contacts.ContactBatchWriter;
import io.godwit.contacts.ContactDeletionListener;
import io.godwit.contacts.ContactSelections;
import io.godwit.contacts.ContactWriter;
import io.godwit.contacts.FieldUsages;
import io.godwit.core.Tenant;
import io.godwit.core.id.SegmentId;
import io.godwit.db.Database;
import io.godwit.events.EventAppender;
import io.godwit.events.EventUsages;
import io.godwit.segments.SegmentService;
import io.godwit.segments.api.SegmentDependencies;
import io.godwit.sending.Outbox;
import io.godwit.templates.SenderVerifier;
import io.godwit.templates.TemplateUsages;
import io.godwit.web.Routes;
import io.godwit.web.idempotency.IdempotentHandler;
import io.godwit.web.lists.CursorCodec;
import io.godwit.workflows.WorkflowUsages;
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

/** Wires segments, campaigns and the look-up of their usages. */
public final class CampaignModule {

    private final Database database;
    private final Bus bus;
    private final Settings settings;
    private final ContactDeletionListener executions;
    private final Quota quota;
    private final SegmentDependencies segments;
    private final CampaignUsages campaigns;
    private final WorkflowUsages workflows;

    public CampaignModule(
            Vertx vertx,
            Database database,
            Bus bus,
            EventAppender events,
            Settings settings,
            ContactDeletionListener executions,
            Quota quota) {
        this.quota = quota;
        this.database = database;
        this.bus = bus;
        this.settings = settings;
        this.executions = executions;
        this.segments = SegmentDependencies.of(vertx, database, events, settings.segments());
        this.campaigns = new CampaignUsages(database);
        this.workflows = new WorkflowUsages(database);
    }

    public SegmentService segments() {
        return segments.segments();
    }

    public CampaignUsages campaigns() {
        return campaigns;
    }

    /**
     * Writes contacts, and deletes with a contact its executions (first, so that no more email is made), its emails and its
     * segment memberships.
     */
    public ContactWriter writes(ContactBatchWriter contacts) {
        var rest = segments.deletionListener(new Outbox());
        return new ContactWriter(contacts, segments.events(), (tx, tenant, gone) -> executions
                .delete(tx, tenant, gone)
                .compose(ended -> rest.delete(tx, tenant, gone)));
    }

    public Future<FieldUsages.Uses> fieldUses(Tenant tenant, String field) {
        var ofCampaigns = campaigns.using(tenant, field);
        var ofWorkflows = workflows.using(tenant, field);
        return segments().fieldUses(tenant, field).compose(uses -> Future.all(ofCampaigns, ofWorkflows)
                .map(all -> new FieldUsages.Uses(uses.segments(), ofCampaigns.result(), ofWorkflows.result())));
    }

    public Future<EventUsages.Uses> eventUses(SqlClient db, Tenant tenant, String event) {
        return segments().eventUses(db, tenant, event).compose(uses -> workflows
                .usingEvent(db, tenant, event)
                .map(users -> new EventUsages.Uses(uses.segments(), users)));
    }

    /** Contacts of a segment, or those a filter matches. */
    public Future<ContactSelections.Selected> selected(
            Tenant tenant, Optional<String> segment, Optional<Map<String, @Nullable Object>> condition) {
        return segments()
                .selected(database.requests(), tenant, segment, condition)
                .map(found -> new ContactSelections.Selected(found.ids(), found.parameters()));
    }

    public TemplateUsages templateUses() {
        return workflows;
    }

    private Future<Integer> segmentUses(SqlClient tx, Tenant tenant, SegmentId segment) {
        return campaigns.active(tx, tenant, segment).compose(ofCampaigns -> workflows
                .active(tx, tenant, segment)
                .map(ofWorkflows -> ofCampaigns + ofWorkflows));
    }

    public Routes routes(
            ContactWriter writes,
            SenderVerifier senders,
            WorkerExecutor workers,
            CursorCodec cursors,
            IdempotentHandler idempotency) {
        var ofSegments = segments.routes(writes, this::segmentUses, cursors, idempotency);
        var ofCampaigns = new CampaignDependencies(database, bus, segments(), senders, workers, quota)
                .routes(cursors, idempotency);
        return api -> {
            ofSegments.mount(api);
            ofCampaigns.mount(api);
        };
    }

    /** The verticles this node runs for segments and campaigns. */
    public List<Deployable> work() {
        var work = new ArrayList<Deployable>();
        if (settings.roles().contains(NodeRole.SEGMENT)) {
            work.add(segments.verticle());
        }
        if (settings.roles().contains(NodeRole.CAMPAIGN)) {
            work.add(new CampaignVerticle(database, bus, segments(), quota, settings.campaigns()));
        }
        return work;
    }
}
