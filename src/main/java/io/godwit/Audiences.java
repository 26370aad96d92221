package io.godwit;

import io.godwit.bus.Bus;
import io.godwit.campaigns.CampaignPorts;
import io.godwit.campaigns.CampaignVerticle;
import io.godwit.campaigns.Campaigns;
import io.godwit.contacts.ContactWrites;
import io.godwit.contacts.Contacts;
import io.godwit.contacts.FieldReferences;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.godwit.events.Events;
import io.godwit.segments.SegmentPorts;
import io.godwit.segments.Segments;
import io.godwit.sending.Outbox;
import io.godwit.templates.SenderCheck;
import io.godwit.web.Cursors;
import io.godwit.web.Idempotency;
import io.godwit.web.Routes;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.util.ArrayList;
import java.util.List;

/** Who is written to, and the campaigns that do it, wired. */
final class Audiences {

    private final Database database;
    private final Bus bus;
    private final Settings settings;
    private final SegmentPorts segments;
    private final Campaigns campaigns;

    Audiences(Vertx vertx, Database database, Bus bus, Events events, Settings settings) {
        this.database = database;
        this.bus = bus;
        this.settings = settings;
        this.segments = SegmentPorts.of(vertx, database, events, settings.segmentsEvery());
        this.campaigns = new Campaigns(database);
    }

    Segments segments() {
        return segments.segments();
    }

    Campaigns campaigns() {
        return campaigns;
    }

    /** What is deleted with a contact: its mail, and its places in segments. */
    ContactWrites writes(Contacts contacts) {
        return new ContactWrites(contacts, segments.events(), segments.belongings(new Outbox()));
    }

    Future<FieldReferences.Uses> fieldUses(Tenant tenant, String field) {
        return segments().fieldUses(tenant, field).compose(uses -> campaigns
                .using(tenant, field)
                .map(users -> new FieldReferences.Uses(uses.segments(), users, uses.workflows())));
    }

    Routes routes(
            ContactWrites writes,
            SenderCheck senders,
            WorkerExecutor workers,
            Cursors cursors,
            Idempotency idempotency) {
        var ofSegments = segments.routes(writes, campaigns, cursors, idempotency);
        var ofCampaigns = new CampaignPorts(database, bus, segments(), senders, workers).routes(cursors, idempotency);
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
            work.add(new CampaignVerticle(database, bus, segments(), settings.campaigns()));
        }
        return work;
    }
}
