package io.godwit.campaigns;

import io.godwit.billing.Quota;
import io.godwit.bus.Bus;
import io.godwit.campaigns.AudiencePager.PageResult;
import io.godwit.campaigns.CampaignMessages.Ended;
import io.godwit.core.ChangeTopic;
import io.godwit.core.PollLoop.Next;
import io.godwit.core.id.ContentId;
import io.godwit.core.id.Ids;
import io.godwit.db.Database;
import io.godwit.db.SqlErrorKind;
import io.godwit.segments.SegmentService;
import io.godwit.sending.SendingMessages;
import io.godwit.sending.SendingMessages.Lane;
import io.godwit.sending.SendingMessages.Queued;
import io.godwit.traces.Tracer;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims due campaigns, one at a time, and does a bounded part of the work of each. Everything it does may be repeated, cut off
 * at any statement, or done by two nodes at once; the fence and the unique key of {@code emails} keep it right.
 */
final class CampaignWorker {

    private static final Logger LOG = LoggerFactory.getLogger(CampaignWorker.class);

    private static final Duration AFTER_FAILURE = Duration.ofSeconds(5);
    static final Duration POLL_INTERVAL = Duration.ofSeconds(1);
    /** Max rows that one statement moves or ends. */
    static final int BATCH = 5_000;

    /** Attempts to find the audience are repeated for so long before the campaign is paused. */
    private static final Duration MAX_FREEZING = Duration.ofMinutes(10);

    private final Database database;
    private final Bus bus;
    private final CampaignSettings settings;
    private final CampaignStore campaigns = new CampaignStore();
    private final CampaignClaimStore store = new CampaignClaimStore();
    private final CampaignOutboxStore queue = new CampaignOutboxStore();
    private final CampaignStats stats;
    private final AudiencePager pager;
    private final CampaignCanceller canceller;

    CampaignWorker(
            Database database,
            Bus bus,
            SegmentService segments,
            Quota quota,
            Tracer tracer,
            CampaignSettings settings) {
        this.database = database;
        this.bus = bus;
        this.settings = settings;
        this.stats = new CampaignStats(database);
        this.pager = new AudiencePager(database, segments, quota, tracer, settings);
        this.canceller = new CampaignCanceller(database, stats);
    }

    /** Claims one due campaign of any project and does a bounded part of its work. */
    Future<Next> next() {
        return store.claim(database.workers(), settings.lease())
                .compose(claimed -> claimed.map(campaign -> runOnce(campaign).map(Next.MORE))
                        .orElseGet(() -> Future.succeededFuture(Next.IDLE)));
    }

    /** Works on a campaign; a failure delays this campaign by some seconds, and no other. */
    private Future<Void> runOnce(ClaimedCampaign campaign) {
        return carryOn(campaign).recover(cause -> {
            LOG.atWarn()
                    .addKeyValue("project", campaign.tenant().project())
                    .addKeyValue("campaign", campaign.id())
                    .setCause(cause)
                    .log("A campaign could not continue; it is tried again soon");
            return store.retryAfter(database.workers(), campaign, AFTER_FAILURE);
        });
    }

    private Future<Void> carryOn(ClaimedCampaign campaign) {
        return workOn(campaign).onSuccess(ignored -> database.changes()
                .add(
                        campaign.tenant().project(),
                        ChangeTopic.CAMPAIGN,
                        campaign.id().value()));
    }

    private Future<Void> workOn(ClaimedCampaign campaign) {
        return switch (campaign.status()) {
            case SCHEDULED -> begin(campaign);
            case SENDING -> send(campaign);
            case PAUSED -> pause(campaign);
            case CANCELLED -> canceller.clear(campaign);
            case SENT -> count(campaign).compose(ignored -> store.idle(database.workers(), campaign));
            case DRAFT -> store.idle(database.workers(), campaign);
        };
    }

    /** Begins a scheduled campaign, however late: its time has passed by the database's clock. */
    private Future<Void> begin(ClaimedCampaign campaign) {
        return database.workerTransaction(tx -> store.extendLease(tx, campaign, settings.lease())
                .compose(stillLeased ->
                        stillLeased ? store.endedWithItsProject(tx, campaign) : Future.succeededFuture(true))
                .compose(over -> over
                        ? Future.succeededFuture()
                        : campaigns.begin(
                                tx, campaign.tenant(), campaign.id(), new ContentId(Ids.next()), Optional.empty()))
                .mapEmpty());
    }

    private Future<Void> send(ClaimedCampaign campaign) {
        return queue.move(
                        database.workers(), campaign, CampaignOutboxStore.HELD_LANE, CampaignOutboxStore.SERVED, BATCH)
                .compose(moved -> {
                    if (moved > 0) {
                        publishQueued(campaign);
                        return store.retryAfter(database.workers(), campaign, Duration.ZERO);
                    }
                    return campaign.frozen() ? pageOrEnd(campaign) : freeze(campaign);
                });
    }

    /** Freezes the audience; pauses a campaign whose audience is too slow to find each time, because its owner has to change it. */
    private Future<Void> freeze(ClaimedCampaign campaign) {
        return pager.freeze(campaign)
                .recover(cause -> SqlErrorKind.isStatementTimeout(cause)
                        ? store.noteTimeout(database.workers(), campaign, MAX_FREEZING)
                                .compose(over -> over ? pauseAtTimeout(campaign) : Future.failedFuture(cause))
                        : Future.failedFuture(cause));
    }

    private Future<Void> pauseAtTimeout(ClaimedCampaign campaign) {
        LOG.atWarn()
                .addKeyValue("project", campaign.tenant().project())
                .addKeyValue("campaign", campaign.id())
                .log(
                        "A campaign is paused, because its audience is not found in a minute; simplify its segment and resume it,"
                                + " or cancel it and send a copy with a simpler filter");
        return store.pause(database.workers(), campaign, CampaignPauseReason.AUDIENCE_TIMEOUT);
    }

    private Future<Void> pageOrEnd(ClaimedCampaign campaign) {
        return campaign.audienceDone()
                ? end(campaign)
                : pager.insertPages(campaign, () -> publishQueued(campaign))
                        .compose(result -> result == PageResult.LIMIT
                                ? stopAtLimit(campaign)
                                : retryAfter(campaign, Duration.ZERO));
    }

    /** Waits until the emails already queued are sent, then pauses the campaign until it is resumed by a request. */
    private Future<Void> stopAtLimit(ClaimedCampaign campaign) {
        return store.isQueued(database.workers(), campaign).compose(queued -> {
            if (queued) {
                return retryAfter(campaign, POLL_INTERVAL);
            }
            LOG.atInfo()
                    .addKeyValue("project", campaign.tenant().project())
                    .addKeyValue("campaign", campaign.id())
                    .log("A campaign is paused, because its project has reached its monthly limit");
            return store.pause(database.workers(), campaign, CampaignPauseReason.BILLING_LIMIT_EXCEEDED);
        });
    }

    /** Wakes the senders of the lane. */
    private void publishQueued(ClaimedCampaign campaign) {
        var lane = new Lane(campaign.tenant().project().value(), CampaignOutboxStore.SERVED);
        bus.publish(SendingMessages.QUEUED, new Queued(List.of(lane)));
    }

    private Future<Void> end(ClaimedCampaign campaign) {
        return store.finish(database.workers(), campaign).compose(ended -> {
            if (ended) {
                bus.publish(
                        CampaignMessages.ENDED,
                        new Ended(
                                campaign.tenant().project().value(),
                                campaign.id().value()));
                return count(campaign).compose(ignored -> store.idle(database.workers(), campaign));
            }
            return store.isCountOld(database.workers(), campaign)
                    .compose(old -> old ? count(campaign) : Future.succeededFuture())
                    .compose(ignored -> store.retryAfter(database.workers(), campaign, POLL_INTERVAL));
        });
    }

    /**
     * Moves the outbox rows of a paused campaign to the held lane, and looks again for rows that were locked; then the campaign
     * is not due until it is resumed or cancelled.
     */
    private Future<Void> pause(ClaimedCampaign campaign) {
        return queue.move(
                        database.workers(), campaign, CampaignOutboxStore.SERVED, CampaignOutboxStore.HELD_LANE, BATCH)
                .compose(moved -> moved > 0
                        ? retryAfter(campaign, Duration.ZERO)
                        : store.releasePaused(database.workers(), campaign, POLL_INTERVAL));
    }

    private Future<Void> retryAfter(ClaimedCampaign campaign, Duration pause) {
        return store.retryAfter(database.workers(), campaign, pause);
    }

    private Future<Void> count(ClaimedCampaign campaign) {
        return stats.count(campaign.tenant(), campaign.id()).mapEmpty();
    }
}
