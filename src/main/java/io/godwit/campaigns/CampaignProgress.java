package io.godwit.campaigns;

import io.godwit.core.Tenant;
import io.godwit.core.id.CampaignId;
import io.godwit.db.Database;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.UUID;

/** Counts a campaign for the pages that follow it. */
public final class CampaignProgress {

    private final CampaignStats stats;

    public CampaignProgress(Database database) {
        this.stats = new CampaignStats(database);
    }

    /** Completes with what {@code GET /campaigns/:id/stats} answers, of this moment; empty when there is no such campaign. */
    public Future<Optional<Object>> count(Tenant tenant, UUID id) {
        return stats.current(tenant, new CampaignId(id)).map(found -> found.map(CampaignStatsResponse::of));
    }
}
