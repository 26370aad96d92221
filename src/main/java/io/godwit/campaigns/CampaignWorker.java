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
                .compose(claimed -> claimed.map(work -> runOnce(work).map(Next.AGAIN))
                        .orElseGet(() -> Future.succeededFuture(Next.REST)));
    }

    /** A failure costs this campaign some seconds and no other one anything. */
    private Future<Void> runOnce(ClaimedCampaign work) {
        return carryOn(work).recover(cause -> {
            LOG.atWarn()
                    .addKeyValue("project", work.tenant().project())
                    .addKeyValue("campaign", work.id())
                    .setCause(cause)
                    .log("A campaign could not go on; it is tried again soon");
            return store.retryAfter(database.workers(), work, AFTER_FAILURE);
        });
    }

    private Future<Void> carryOn(ClaimedCampaign work) {
        return workOn(work).onSuccess(worked -> database.changes()
                .add(work.tenant().project(), ChangeTopic.CAMPAIGN, work.id().value()));
    }

    private Future<Void> workOn(ClaimedCampaign work) {
        return switch (work.status()) {
            case SCHEDULED -> begin(work);
            case SENDING -> send(work);
            case PAUSED -> pause(work);
            case CANCELLED -> clear(work);
            case SENT -> count(work).compose(ignored -> store.idle(database.workers(), work));
            case DRAFT -> store.idle(database.workers(), work);
        };
    }

    /** Begins a scheduled campaign, however late: its time has passed by the database's clock. */
    private Future<Void> begin(ClaimedCampaign work) {
        return database.workerTransaction(tx -> store.extendLease(tx, work, settings.lease())
                .compose(ours -> ours ? store.endedWithItsProject(tx, work) : Future.succeededFuture(true))
                .compose(over -> over
                        ? Future.succeededFuture()
                        : campaigns.begin(tx, work.tenant(), work.id(), new ContentId(Ids.next()), Optional.empty()))
                .mapEmpty());
    }

    private Future<Void> send(ClaimedCampaign work) {
        return queue.move(database.workers(), work, CampaignOutboxStore.HELD_LANE, CampaignOutboxStore.SERVED, BATCH)
                .compose(moved -> {
                    if (moved > 0) {
                        publishQueued(work);
                        return store.retryAfter(database.workers(), work, Duration.ZERO);
                    }
                    return work.frozen() ? pageOrEnd(work) : freeze(work);
                });
    }

    private Future<Void> freeze(ClaimedCampaign work) {
        return database.workerTransaction(tx -> store.extendLease(tx, work, LONG_LEASE))
                .compose(ignored -> database.workerTransaction(tx -> selection(tx, work)
                        .compose(selection -> selection
                                .map(those -> audience.freeze(tx, work, those))
                                .orElseGet(() -> Future.succeededFuture(0)))
                        .compose(written -> audience.frozen(tx, work, written))))
                .compose(ignored -> store.retryAfter(database.workers(), work, Duration.ZERO));
    }

    /** Empty for all contacts, who need no list. */
    private Future<Optional<Selection>> selection(SqlClient tx, ClaimedCampaign work) {
        var audience = work.audience();
        if (audience.kind() == Audience.Kind.ALL) {
            return Future.succeededFuture(Optional.empty());
        }
        return audience.filter()
                .map(filter -> segments.all(tx, work.tenant(), filter))
                .orElseGet(() -> segments.find(work.tenant(), audience.segment().orElseThrow())
                        .compose(segment -> segments.members(tx, work.tenant(), segment)))
                .map(Optional::of);
    }

    private Future<Void> pageOrEnd(ClaimedCampaign work) {
        return work.walked() ? end(work) : pageAudience(work, System.nanoTime() + MAX_SLICE.toNanos());
    }

    private Future<Void> pageAudience(ClaimedCampaign work, long until) {
        return database.workerTransaction(tx -> page(tx, work))
                .compose(passed -> pauses.at("campaign-after-page", passed))
                .compose(passed -> {
                    publishQueued(work);
                    database.changes().add(work.tenant().project(), ChangeTopic.EMAIL, null);
                    return switch (passed) {
                        case MORE ->
                            System.nanoTime() - until < 0
                                    ? pageAudience(work, until)
                                    : store.retryAfter(database.workers(), work, Duration.ZERO);
                        case OVER -> store.retryAfter(database.workers(), work, Duration.ZERO);
                        case LIMIT -> stopAtLimit(work);
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
    private Future<PageResult> page(SqlClient tx, ClaimedCampaign work) {
        var project = work.tenant().project();
        return store.extendLease(tx, work, settings.lease())
                .compose(ours -> ours ? quota.allowance(tx, List.of(project)).map(Optional::of) : LEASE_LOST)
                .compose(allowance -> allowance
                        .map(rest -> page(tx, work, rest.left(project, QuotaCategory.CAMPAIGNS)))
                        .orElseGet(() -> Future.succeededFuture(PageResult.OVER)));
    }

    private Future<PageResult> page(SqlClient tx, ClaimedCampaign work, long left) {
        return left == 0
                ? audience.hasMore(tx, work)
                        .compose(more -> more ? Future.succeededFuture(PageResult.LIMIT) : write(tx, work, 1))
                : write(tx, work, (int) Math.min(settings.page(), left));
    }

    private Future<PageResult> write(SqlClient tx, ClaimedCampaign work, int size) {
        return audience.page(tx, work, size)
                .compose(page -> pauses.at("campaign-within-page", page))
                .compose(page ->
                        count(tx, work, page.mailed()).map(ignored -> page.last() ? PageResult.OVER : PageResult.MORE));
    }

    private Future<Void> count(SqlClient tx, ClaimedCampaign work, long emails) {
        return emails == 0
                ? Future.succeededFuture()
                : quota.consume(
                        tx, List.of(AcceptedUsage.plain(work.tenant().project(), QuotaCategory.CAMPAIGNS, emails)));
    }

    /** Waits until the emails already queued are sent, then pauses the campaign until it is resumed by a request. */
    private Future<Void> stopAtLimit(ClaimedCampaign work) {
        return store.isQueued(database.workers(), work).compose(queued -> {
            if (queued) {
                return retryAfter(work, POLL_INTERVAL);
            }
            LOG.atInfo()
                    .addKeyValue("project", work.tenant().project())
                    .addKeyValue("campaign", work.id())
                    .log("A campaign is paused, because its project has reached its limit of the month");
            return store.pause(database.workers(), work, LIMIT_REACHED);
        });
    }

    /** Wakes the senders of the lane. */
    private void publishQueued(ClaimedCampaign work) {
        var lane = new Lane(work.tenant().project().value(), CampaignOutboxStore.SERVED);
        bus.publish(SendingMessages.QUEUED, new Queued(List.of(lane)));
    }

    private Future<Void> end(ClaimedCampaign work) {
        return store.finish(database.workers(), work).compose(ended -> {
            if (ended) {
                bus.publish(
                        CampaignMessages.ENDED,
                        new Ended(work.tenant().project().value(), work.id().value()));
                return count(work).compose(ignored -> store.idle(database.workers(), work));
            }
            return store.isCountOld(database.workers(), work)
                    .compose(old -> old ? count(work) : Future.succeededFuture())
                    .compose(ignored -> store.retryAfter(database.workers(), work, POLL_INTERVAL));
        });
    }

    /**
     * Moves the outbox rows of a paused campaign to the held lane, and looks again for rows that were locked; then nothing is
     * left to do until the campaign is resumed.
     */
    private Future<Void> pause(ClaimedCampaign work) {
        return queue.move(database.workers(), work, CampaignOutboxStore.SERVED, CampaignOutboxStore.HELD_LANE, BATCH)
                .compose(
                        moved -> store.retryAfter(database.workers(), work, moved > 0 ? Duration.ZERO : POLL_INTERVAL));
    }

    /**
     * Empties the outbox first, so that other emails pass; then cancels the rows of {@code emails}, which the stats already count
     * as cancelled.
     */
    private Future<Void> clear(ClaimedCampaign work) {
        return database.workerTransaction(tx -> queue.empty(tx, work, QUEUED))
                .compose(taken -> taken == 0 ? writeOff(work) : retryAfter(work, Duration.ZERO));
    }

    private Future<Void> writeOff(ClaimedCampaign work) {
        return database.workerTransaction(tx -> queue.writeOff(tx, work, BATCH, EmailReason.CAMPAIGN_CANCELLED))
                .compose(more -> more ? retryAfter(work, Duration.ZERO) : cleared(work));
    }

    private Future<Void> cleared(ClaimedCampaign work) {
        return audience.deleteAudience(database.workers(), work)
                .compose(ignored -> count(work))
                .compose(ignored -> store.isQueued(database.workers(), work))
                .compose(queued -> queued ? retryAfter(work, POLL_INTERVAL) : store.idle(database.workers(), work));
    }

    private Future<Void> retryAfter(ClaimedCampaign work, Duration pause) {
        return store.retryAfter(database.workers(), work, pause);
    }

    private Future<Void> count(ClaimedCampaign work) {
        return stats.count(work.tenant(), work.id()).mapEmpty();
    }
}
