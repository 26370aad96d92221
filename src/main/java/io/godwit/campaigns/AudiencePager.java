package io.godwit.campaigns;

import io.godwit.billing.Quota;
import io.godwit.billing.Quota.AcceptedUsage;
import io.godwit.billing.QuotaCategory;
import io.godwit.billing.RemainingQuota;
import io.godwit.core.ChangeTopic;
import io.godwit.core.FailPoints;
import io.godwit.core.LeaseLostException;
import io.godwit.db.Database;
import io.godwit.segments.SegmentService;
import io.godwit.segments.filter.Selection;
import io.godwit.traces.SpanKind;
import io.godwit.traces.Tracer;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Freezes the audience of a campaign and inserts its emails page by page. A page is a transaction with the checkpoint of how far
 * the campaign has come.
 */
final class AudiencePager {

    /** The longest time on one campaign before another one is claimed. */
    private static final Duration MAX_SLICE = Duration.ofMillis(500);

    /** Longer than any one statement may take (see {@link Database#workers}). */
    private static final Duration LONG_LEASE = Duration.ofSeconds(90);

    private static final Future<Optional<RemainingQuota>> LEASE_LOST = Future.succeededFuture(Optional.empty());

    private final Database database;
    private final SegmentService segments;
    private final Quota quota;
    private final Tracer tracer;
    private final CampaignSettings settings;
    private final FailPoints pauses = FailPoints.fromSystem();
    private final CampaignClaimStore store = new CampaignClaimStore();
    private final AudienceStore audience = new AudienceStore();

    AudiencePager(Database database, SegmentService segments, Quota quota, Tracer tracer, CampaignSettings settings) {
        this.database = database;
        this.segments = segments;
        this.quota = quota;
        this.tracer = tracer;
        this.settings = settings;
    }

    /** The result of a page. */
    enum PageResult {
        MORE,
        /** The page was the last one, or the claim of the campaign is lost. */
        OVER,
        /** There was none, because the project may send no more this month. */
        LIMIT
    }

    /**
     * Freezes the audience and its number of recipients; a list of contacts is written unless it is all of them. Completes as well when
     * the lease was lost or the campaign is paused or cancelled meanwhile, and changes nothing then.
     */
    Future<Void> freeze(ClaimedCampaign campaign) {
        return database.workerTransaction(tx -> store.extendLease(tx, campaign, LONG_LEASE))
                .compose(ignored -> database.workerTransaction(tx -> selection(tx, campaign)
                        .compose(selection -> selection
                                .map(those -> audience.freeze(tx, campaign, those))
                                .orElseGet(() -> Future.succeededFuture(0)))
                        .compose(written -> audience.frozen(tx, campaign, written))))
                .compose(ignored -> store.retryAfter(database.workers(), campaign, Duration.ZERO))
                .recover(cause ->
                        cause instanceof LeaseLostException ? Future.succeededFuture() : Future.failedFuture(cause));
    }

    /** Completes with the contacts of the audience; empty for all contacts, who need no list. */
    private Future<Optional<Selection>> selection(SqlClient tx, ClaimedCampaign campaign) {
        return campaign.audience().kind() == Audience.Kind.ALL
                ? Future.succeededFuture(Optional.empty())
                : campaign.audience().selection(tx, campaign.tenant(), segments).map(Optional::of);
    }

    /**
     * Inserts pages until the audience, the month's limit or half a second is over.
     *
     * @param inserted called after the commit of each page
     */
    Future<PageResult> insertPages(ClaimedCampaign campaign, Runnable inserted) {
        return insertPages(campaign, inserted, System.nanoTime() + MAX_SLICE.toNanos());
    }

    private Future<PageResult> insertPages(ClaimedCampaign campaign, Runnable inserted, long until) {
        return traced(campaign, database.workerTransaction(tx -> page(tx, campaign)))
                .compose(result -> pauses.at("campaign-after-page", result))
                .compose(result -> {
                    inserted.run();
                    database.changes().add(campaign.tenant().project(), ChangeTopic.EMAIL, null);
                    return result == PageResult.MORE && System.nanoTime() - until < 0
                            ? insertPages(campaign, inserted, until)
                            : Future.succeededFuture(result);
                });
    }

    /** Records the span of a page; the emails of it are too many to belong to its trace. */
    private Future<PageResult> traced(ClaimedCampaign campaign, Future<PageResult> page) {
        var span = tracer.root(SpanKind.INTERNAL, "campaign page");
        if (!span.isRecorded()) {
            return page;
        }
        span.attribute("godwit.project.id", campaign.tenant().project().toString())
                .attribute("godwit.campaign.id", campaign.id().toString())
                .attribute("db.system.name", "postgresql");
        return page.onFailure(error -> span.failed(error.getClass().getSimpleName()))
                .onComplete(ignored -> span.end());
    }

    /** Inserts one page, of no more emails than the month's limit leaves. */
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
}
