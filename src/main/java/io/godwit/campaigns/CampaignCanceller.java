package io.godwit.campaigns;

import io.godwit.db.Database;
import io.godwit.sending.EmailReason;
import io.vertx.core.Future;
import java.time.Duration;

/** Ends the emails of a cancelled campaign that have not been sent. */
final class CampaignCanceller {

    /** An outbox row is small, and deleting it touches no index. */
    private static final int QUEUED = 50_000;

    private final Database database;
    private final CampaignStats stats;
    private final CampaignClaimStore store = new CampaignClaimStore();
    private final AudienceStore audience = new AudienceStore();
    private final CampaignOutboxStore queue = new CampaignOutboxStore();

    CampaignCanceller(Database database, CampaignStats stats) {
        this.database = database;
        this.stats = stats;
    }

    /**
     * Empties the outbox first, so that other emails pass; then cancels the rows of {@code emails}, which the stats already count
     * as cancelled.
     */
    Future<Void> clear(ClaimedCampaign campaign) {
        return database.workerTransaction(tx -> queue.empty(tx, campaign, QUEUED))
                .compose(cancelled -> cancelled == 0 ? writeOff(campaign) : retryAfter(campaign, Duration.ZERO));
    }

    private Future<Void> writeOff(ClaimedCampaign campaign) {
        return database.workerTransaction(
                        tx -> queue.writeOff(tx, campaign, CampaignWorker.BATCH, EmailReason.CAMPAIGN_CANCELLED))
                .compose(more -> more ? retryAfter(campaign, Duration.ZERO) : cleared(campaign));
    }

    private Future<Void> cleared(ClaimedCampaign campaign) {
        return audience.deleteAudience(database.workers(), campaign)
                .compose(ignored -> stats.count(campaign.tenant(), campaign.id()))
                .compose(ignored -> store.isQueued(database.workers(), campaign))
                .compose(queued -> queued
                        ? retryAfter(campaign, CampaignWorker.POLL_INTERVAL)
                        : store.idle(database.workers(), campaign));
    }

    private Future<Void> retryAfter(ClaimedCampaign campaign, Duration pause) {
        return store.retryAfter(database.workers(), campaign, pause);
    }
}
