package io.godwit.campaigns;

import io.godwit.campaigns.CampaignStatsStore.StatsSnapshot;
import io.godwit.campaigns.CampaignStatsStore.StoredStats;
import io.godwit.core.Tenant;
import io.godwit.core.id.CampaignId;
import io.godwit.db.Database;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts a campaign's emails by result. They are counted for each request, unless the campaign is large: then the last count is
 * answered while it is young, and at most one count of it at a time runs on this node.
 */
final class CampaignStats {

    /** Counting takes about a microsecond a recipient (measured at a million, 2026-11-22): a tenth of a second here. */
    private static final long LARGE = 100_000;

    private static final Logger LOG = LoggerFactory.getLogger(CampaignStats.class);

    private final Database database;
    private final CampaignStatsStore store = new CampaignStatsStore();
    private final Set<CampaignId> counting = ConcurrentHashMap.newKeySet();

    CampaignStats(Database database) {
        this.database = database;
    }

    /**
     * Answers the stats; empty when there is no such campaign. Those of a large one are at most 10 minutes old, and of its
     * present state.
     */
    Future<Optional<StatsSnapshot>> stats(Tenant tenant, CampaignId id) {
        return store.findStored(database.requests(), tenant, id)
                .compose(stored ->
                        stored.map(last -> stats(tenant, id, last)).orElse(Future.succeededFuture(Optional.empty())));
    }

    /** Completes with stats as {@link #stats} does, but counts a large campaign before it answers when its last count is old. */
    Future<Optional<StatsSnapshot>> current(Tenant tenant, CampaignId id) {
        return store.findStored(database.requests(), tenant, id)
                .compose(stored -> stored.filter(last -> last.recipients() <= LARGE || last.fresh())
                        .map(last -> stats(tenant, id, last))
                        .orElseGet(() -> count(tenant, id)));
    }

    private Future<Optional<StatsSnapshot>> stats(Tenant tenant, CampaignId id, StoredStats last) {
        if (last.recipients() <= LARGE) {
            return store.count(database.requests(), tenant, id);
        }
        if (!last.usable()) {
            return count(tenant, id);
        }
        if (!last.fresh()) {
            countMeanwhile(tenant, id);
        }
        return Future.succeededFuture(Optional.of(last.snapshot()));
    }

    private void countMeanwhile(Tenant tenant, CampaignId id) {
        if (counting.add(id)) {
            count(tenant, id)
                    .onComplete(ignored -> counting.remove(id))
                    .onFailure(failed -> LOG.warn("The emails of a campaign could not be counted", failed));
        }
    }

    /** Counts now and keeps it for later. */
    Future<Optional<StatsSnapshot>> count(Tenant tenant, CampaignId id) {
        return store.count(database.workers(), tenant, id).compose(snapshot -> snapshot.map(now ->
                        store.saveStats(database.workers(), tenant, id, now).map(ignored -> snapshot))
                .orElseGet(() -> Future.succeededFuture(snapshot)));
    }
}
