package io.godwit.campaigns;

import io.godwit.contacts.FieldUsages.Use;
import io.godwit.core.Tenant;
import io.godwit.core.id.SegmentId;
import io.godwit.db.Database;
import io.godwit.events.EventUsages;
import io.godwit.segments.FilterService;
import io.godwit.segments.SegmentUsages;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the campaigns that use a segment, a field or a sender domain, for other features. */
public final class CampaignUsages implements SegmentUsages {

    private final Database database;
    private final CampaignUsageStore store = new CampaignUsageStore();

    public CampaignUsages(Database database) {
        this.database = database;
    }

    @Override
    public Future<Integer> active(SqlClient tx, Tenant tenant, SegmentId segment) {
        return store.active(tx, tenant, segment);
    }

    @Override
    public Future<Map<SegmentId, List<SegmentUse>>> uses(SqlClient db, Tenant tenant, Set<SegmentId> segments) {
        return store.activeAudiences(db, tenant, segments).map(campaigns -> {
            var uses = new HashMap<SegmentId, List<SegmentUse>>();
            campaigns.forEach(campaign -> campaign.segments()
                    .forEach(segment -> uses.computeIfAbsent(segment, ignored -> new ArrayList<>())
                            .add(new SegmentUse(SegmentUserKind.CAMPAIGN, campaign.id(), campaign.name()))));
            return uses;
        });
    }

    /** Finds the campaigns whose own filters use the field of this name, as filters spell it, or a member of it. */
    public Future<List<Use>> using(Tenant tenant, String field) {
        return store.filtered(database.requests(), tenant).map(all -> all.stream()
                .filter(campaign -> FilterService.uses(campaign.filter(), field))
                .map(campaign -> new Use(campaign.id(), campaign.name()))
                .toList());
    }

    /** Finds the campaigns that have not ended and whose own filters ask for events of this name. */
    public Future<List<EventUsages.Use>> usingEvent(SqlClient db, Tenant tenant, String event) {
        return store.activeFiltered(db, tenant).map(all -> all.stream()
                .filter(campaign -> FilterService.uses(campaign.filter(), "event." + event))
                .map(campaign -> new EventUsages.Use(campaign.id(), campaign.name()))
                .toList());
    }

    /**
     * Finds the campaigns that have not ended and send from the domain, the newest hundred.
     *
     * @param includeSubdomains whether subdomains count, too
     */
    public Future<List<Use>> sendingFrom(SqlClient tx, Tenant tenant, String domain, boolean includeSubdomains) {
        return store.sendingFrom(tx, tenant, domain, includeSubdomains);
    }
}
