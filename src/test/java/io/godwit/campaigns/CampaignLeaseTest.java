package io.godwit.campaigns;

import io.godwit.kit.LeasedQueueContract;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The campaigns as a leased queue. */
class CampaignLeaseTest extends LeasedQueueContract<ClaimedCampaign> {

    private final CampaignClaimStore store = new CampaignClaimStore();

    CampaignLeaseTest() {
        super("campaigns", CampaignClaimStore.class, ClaimedCampaign.class);
    }

    @Override
    protected UUID add() {
        var campaign = UUID.randomUUID();
        db.query("""
                INSERT INTO campaigns (project_id, id, name, subject, body, from_email, email_class, audience, status, audience_done, due_at)
                VALUES (gen_random_uuid(), ?, 'News', 'News', 'b', 'a@example.org', 'MARKETING', 'ALL', 'SENDING', true, now())
                """, campaign);
        return campaign;
    }

    @Override
    protected Future<List<ClaimedCampaign>> claim(SqlClient client, Duration lease) {
        return store.claim(client, lease).map(campaign -> campaign.stream().toList());
    }

    @Override
    protected UUID id(ClaimedCampaign claimed) {
        return claimed.id().value();
    }

    @Override
    protected long fence(ClaimedCampaign claimed) {
        return claimed.fence();
    }

    @Override
    protected Map<String, FencedWrite<ClaimedCampaign>> writes() {
        return Map.of(
                "idling",
                store::idle,
                "release while paused",
                (client, campaign) -> store.releasePaused(client, campaign, LEASE),
                "pause of the campaign",
                (client, campaign) -> store.pause(client, campaign, CampaignPauseReason.AUDIENCE_TIMEOUT),
                "finish",
                store::finish);
    }

    /** A campaign that is finished stays claimed for its statistics. */
    @Override
    protected Map<String, FencedWrite<ClaimedCampaign>> ends() {
        return Map.of(
                "idling",
                store::idle,
                "release while paused",
                (client, campaign) -> store.releasePaused(client, campaign, LEASE),
                "pause of the campaign",
                (client, campaign) -> store.pause(client, campaign, CampaignPauseReason.AUDIENCE_TIMEOUT));
    }

    @Override
    protected Pause<ClaimedCampaign> pause() {
        return new Pause<>(LEASE, (client, campaign) -> store.retryAfter(client, campaign, LEASE));
    }

    @Override
    protected Optional<FencedWrite<ClaimedCampaign>> renewal() {
        return Optional.of((client, campaign) -> store.extendLease(client, campaign, LEASE));
    }

    @Override
    protected Optional<FencedWrite<ClaimedCampaign>> release() {
        return Optional.of((client, campaign) -> store.retryAfter(client, campaign, Duration.ZERO));
    }

    /** None: a page of an audience is one small transaction, and no content of a customer's is carried out in it. */
    @Override
    protected Optional<String> lossCounter() {
        return Optional.empty();
    }
}
