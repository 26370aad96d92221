package io.godwit.campaigns;

import io.godwit.billing.Quota;
import io.godwit.billing.Quota.AcceptedUsage;
import io.godwit.billing.QuotaCategory;
import io.godwit.billing.RemainingQuota;
import io.godwit.bus.Bus;
import io.godwit.campaigns.CampaignMessages.Ended;
import io.godwit.core.ChangeTopic;
import io.godwit.core.FailPoints;
import io.godwit.core.PollLoop.Next;
import io.godwit.core.id.ContentId;
import io.godwit.core.id.Ids;
import io.godwit.db.Database;
import io.godwit.segments.SegmentService;
import io.godwit.segments.filter.Selection;
import io.godwit.sending.EmailReason;
import io.godwit.sending.SendingMessages;
import io.godwit.sending.SendingMessages.Lane;
import io.godwit.sending.SendingMessages.Queued;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
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

    /** The longest time on one campaign before another one is claimed. */
    private static final Duration MAX_SLICE = Duration.ofMillis(500);

    /** Longer than any one statement may take (see {@link Database#workers}). */
    private static final Duration LONG_LEASE = Duration.ofSeconds(90);

    private static final Duration AFTER_FAILURE = Duration.ofSeconds(5);
    private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);
    private static final int BATCH = 5_000;

    /** The reason of an automatic pause; the code of the same refusal elsewhere. */
    static final String LIMIT_REACHED = "BILLING_LIMIT_EXCEEDED";

    private static final Future<Optional<RemainingQuota>> LEASE_LOST = Future.succeededFuture(Optional.empty());

    /** An outbox row is small, and deleting it touches no index. */
    private static final int QUEUED = 50_000;

    private final Database database;
    private final Bus bus;
    private final SegmentService segments;
    private final Quota quota;
    private final CampaignSettings settings;
    private final FailPoints pauses = FailPoints.fromSystem();
    private final CampaignStore campaigns = new CampaignStore();
    private final CampaignClaimStore store = new CampaignClaimStore();
    private final AudienceStore audience = new AudienceStore();
    private final CampaignOutboxStore queue = new CampaignOutboxStore();
    private final CampaignStats stats;

    CampaignWorker(Database database, Bus bus, SegmentService segments, Quota quota, CampaignSettings settings) {
        this.database = database;
        this.bus = bus;
        this.segments = segments;
        this.quota = quota;
        this.settings = settings;
        this.stats = new CampaignStats(database);
    }

    /** One due campaign of any project. */
    Future<Next> next() {
        return store.claim(database.workers(), settings.lease())
                .compose(claimed -> claimed.map(campaign -> runOnce(campaign).map(Next.MORE))
                        .orElseGet(() -> Future.succeededFuture(Next.IDLE)));
    }

    /** A failure costs this campaign some seconds and no other one anything. */
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
        return workOn(campaign).onSuccess(worked -> database.changes()
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
            case CANCELLED -> clear(campaign);
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

    private Future<Void> freeze(ClaimedCampaign campaign) {
        return database.workerTransaction(tx -> store.extendLease(tx, campaign, LONG_LEASE))
                .compose(ignored -> database.workerTransaction(tx -> selection(tx, campaign)
                        .compose(selection -> selection
                                .map(those -> audience.freeze(tx, campaign, those))
                                .orElseGet(() -> Future.succeededFuture(0)))
                        .compose(written -> audience.frozen(tx, campaign, written))))
                .compose(ignored -> store.retryAfter(database.workers(), campaign, Duration.ZERO));
    }

    /** Empty for all contacts, who need no list. */
    private Future<Optional<Selection>> selection(SqlClient tx, ClaimedCampaign campaign) {
        var audience = campaign.audience();
        if (audience.kind() == Audience.Kind.ALL) {
            return Future.succeededFuture(Optional.empty());
        }
        return audience.filter()
                .map(filter -> segments.all(tx, campaign.tenant(), filter))
                .orElseGet(() -> segments.find(
                                campaign.tenant(), audience.segment().orElseThrow())
                        .compose(segment -> segments.members(tx, campaign.tenant(), segment)))
                .map(Optional::of);
    }

    private Future<Void> pageOrEnd(ClaimedCampaign campaign) {
        return campaign.audienceDone()
                ? end(campaign)
                : pageAudience(campaign, System.nanoTime() + MAX_SLICE.toNanos());
    }

    private Future<Void> pageAudience(ClaimedCampaign campaign, long until) {
        return database.workerTransaction(tx -> page(tx, campaign))
                .compose(result -> pauses.at("campaign-after-page", result))
                .compose(result -> {
                    publishQueued(campaign);
                    database.changes().add(campaign.tenant().project(), ChangeTopic.EMAIL, null);
                    return switch (result) {
                        case MORE ->
                            System.nanoTime() - until < 0
                                    ? pageAudience(campaign, until)
                                    : store.retryAfter(database.workers(), campaign, Duration.ZERO);
                        case OVER -> store.retryAfter(database.workers(), campaign, Duration.ZERO);
                        case LIMIT -> stopAtLimit(campaign);
                    };
                });
    }

    /** The result of a page. */
    private enum PageResult {
        MORE,
        /** It was the last one, or the claim of the campaign is lost. */
        OVER,
        /** There was none, because the project may send no more this month. */
        LIMIT
    }

    /** No longer than what is left of the month's limit. */
    private Future<PageResult> page(SqlClient tx, ClaimedCampaign campaign) {
        var project = campaign.tenant().project();
        return store.extendLease(tx, campaign, settings.lease())
                .compose(stillLeased ->
                        stillLeased ? quota.remainingQuota(tx, List.of(project)).map(Optional::of) : LEASE_LOST)
                .compose(quota -> quota.map(
                                remaining -> page(tx, campaign, remaining.left(project, QuotaCategory.CAMPAIGNS)))
                        .orElseGet(() -> Future.succeededFuture(PageResult.OVER)));
    }

    private Future<PageResult> page(SqlClient tx, ClaimedCampaign campaign, long left) {
        return left == 0
                ? audience.hasMore(tx, campaign)
                        .compose(more -> more ? Future.succeededFuture(PageResult.LIMIT) : write(tx, campaign, 1))
                : write(tx, campaign, (int) Math.min(settings.page(), left));
    }

    private Future<PageResult> write(SqlClient tx, ClaimedCampaign campaign, int size) {
        return audience.page(tx, campaign, size)
                .compose(page -> pauses.at("campaign-within-page", page))
                .compose(page -> count(tx, campaign, page.mailed())
                        .map(ignored -> page.last() ? PageResult.OVER : PageResult.MORE));
    }

    private Future<Void> count(SqlClient tx, ClaimedCampaign campaign, long emails) {
        return emails == 0
                ? Future.succeededFuture()
                : quota.consume(
                        tx, List.of(AcceptedUsage.plain(campaign.tenant().project(), QuotaCategory.CAMPAIGNS, emails)));
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
            return store.pause(database.workers(), campaign, LIMIT_REACHED);
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
     * Moves the outbox rows of a paused campaign to the held lane, and looks again for rows that were locked; then nothing is
     * left to do until the campaign is resumed.
     */
    private Future<Void> pause(ClaimedCampaign campaign) {
        return queue.move(
                        database.workers(), campaign, CampaignOutboxStore.SERVED, CampaignOutboxStore.HELD_LANE, BATCH)
                .compose(moved ->
                        store.retryAfter(database.workers(), campaign, moved > 0 ? Duration.ZERO : POLL_INTERVAL));
    }

    /**
     * Empties the outbox first, so that other emails pass; then cancels the rows of {@code emails}, which the stats already count
     * as cancelled.
     */
    private Future<Void> clear(ClaimedCampaign campaign) {
        return database.workerTransaction(tx -> queue.empty(tx, campaign, QUEUED))
                .compose(cancelled -> cancelled == 0 ? writeOff(campaign) : retryAfter(campaign, Duration.ZERO));
    }

    private Future<Void> writeOff(ClaimedCampaign campaign) {
        return database.workerTransaction(tx -> queue.writeOff(tx, campaign, BATCH, EmailReason.CAMPAIGN_CANCELLED))
                .compose(more -> more ? retryAfter(campaign, Duration.ZERO) : cleared(campaign));
    }

    private Future<Void> cleared(ClaimedCampaign campaign) {
        return audience.deleteAudience(database.workers(), campaign)
                .compose(ignored -> count(campaign))
                .compose(ignored -> store.isQueued(database.workers(), campaign))
                .compose(queued ->
                        queued ? retryAfter(campaign, POLL_INTERVAL) : store.idle(database.workers(), campaign));
    }

    private Future<Void> retryAfter(ClaimedCampaign campaign, Duration pause) {
        return store.retryAfter(database.workers(), campaign, pause);
    }

    private Future<Void> count(ClaimedCampaign campaign) {
        return stats.count(campaign.tenant(), campaign.id()).mapEmpty();
    }
}
