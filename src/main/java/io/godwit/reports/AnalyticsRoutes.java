package io.godwit.reports;

import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.id.CampaignId;
import io.godwit.core.id.Ids;
import io.godwit.db.Database;
import io.godwit.events.DailyEventCounter;
import io.godwit.reports.BounceReasonStore.BounceReason;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.Query;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The endpoints of {@code /analytics}. */
final class AnalyticsRoutes implements Routes {

    private final Database database;
    private final DailyEventCounter events;
    private final Clock clock;
    private final AnalyticsStore store = new AnalyticsStore();
    private final CampaignReportStore campaigns = new CampaignReportStore();
    private final BounceReasonStore bounces;

    /** @param simulated the domain of the delivery simulator */
    AnalyticsRoutes(Database database, DailyEventCounter events, Clock clock, Optional<String> simulated) {
        this.bounces = new BounceReasonStore(simulated);
        this.database = database;
        this.events = events;
        this.clock = clock;
    }

    @Override
    public void mount(RouteTable api) {
        api.get("/analytics/timeseries")
                .query(AnalyticsRoutes::describePeriod, Granularity::read, RankingRoutes::campaign)
                .answers(List.class, Point.class)
                .fails(Kind.CAMPAIGN_NOT_FOUND)
                .to(this::series);
        api.get("/analytics/top-campaigns")
                .query(AnalyticsRoutes::topLimit, CampaignMetric::read, AnalyticsRoutes::describeTime)
                .answers(List.class, CampaignRank.class)
                .to(this::topCampaigns);
        api.get("/analytics/campaign-stats")
                .query(AnalyticsRoutes::describeTime)
                .answers(CampaignTotals.class)
                .to(this::campaignStats);
        api.get("/analytics/top-events")
                .query(AnalyticsRoutes::eventLimit, AnalyticsRoutes::describeTime)
                .answers(List.class, Frequency.class)
                .to(this::topEvents);
        api.get("/analytics/deliverability")
                .query(AnalyticsRoutes::describePeriod, RankingRoutes::campaign)
                .answers(DeliverabilityResponse.class)
                .fails(Kind.CAMPAIGN_NOT_FOUND)
                .to(this::deliverability);
    }

    private static void describePeriod(Query query) {
        ReportPeriod.read(query, Instant.EPOCH);
    }

    private static void describeTime(Query query) {
        ReportPeriod.time(query, Instant.EPOCH);
    }

    private static int topLimit(Query query) {
        return query.number("limit", 10, 1, 50);
    }

    private static int eventLimit(Query query) {
        return query.number("limit", 5, 1, 20);
    }

    private ReportPeriod period(ApiRequest call) {
        return ReportPeriod.read(call.query(), clock.instant());
    }

    /** The period of a report that has no {@code stream}. */
    private ReportPeriod time(ApiRequest call) {
        return ReportPeriod.time(call.query(), clock.instant());
    }

    private Future<ApiResponse> series(ApiRequest call) {
        var unit = Granularity.read(call.query());
        var period = unit.bounded(period(call));
        var starts = unit.starts(period);
        return counts(call, period, starts).map(found -> ApiResponse.ok(points(unit, period, starts, found)));
    }

    private Future<Map<Instant, EmailCounts>> counts(ApiRequest call, ReportPeriod period, List<Instant> starts) {
        var db = database.requests();
        var tenant = call.tenant();
        return RankingRoutes.campaign(call.query())
                .map(text -> begun(tenant, text)
                        .compose(campaign -> campaigns.series(db, tenant, campaign.getKey(), period, starts)))
                .orElseGet(() -> store.series(db, tenant, period, starts));
    }

    /** The campaign of the id and when it began; fails with {@code CAMPAIGN_NOT_FOUND}. */
    private Future<Map.Entry<CampaignId, Instant>> begun(Tenant tenant, String text) {
        var id = Ids.parse(text).map(CampaignId::new).orElseThrow(() -> RankingRoutes.noCampaign(text));
        return campaigns
                .begun(database.requests(), tenant, id)
                .map(at -> Map.entry(id, at.orElseThrow(() -> RankingRoutes.noCampaign(text))));
    }

    /**
     * One interval of a series.
     *
     * @param date the start of the interval
     * @param bucket the start in the caller's time zone
     */
    record Point(
            Instant date,
            String bucket,
            long emails,
            long opens,
            long clicks,
            long bounces,
            long delivered,
            long complaints,
            long machineOpens,
            long machineClicks) {

        static Point of(ZonedDateTime start, Granularity unit, EmailCounts counts) {
            return new Point(
                    start.toInstant(),
                    unit.name(start),
                    counts.sent(),
                    counts.opened(),
                    counts.clicked(),
                    counts.bounced(),
                    counts.delivered(),
                    counts.complained(),
                    counts.machineOpens(),
                    counts.machineClicks());
        }
    }

    /** The points of all intervals, those without counts too. */
    private static List<Point> points(
            Granularity unit, ReportPeriod period, List<Instant> starts, Map<Instant, EmailCounts> found) {
        return starts.stream()
                .map(start -> Point.of(start.atZone(period.zone()), unit, found.getOrDefault(start, EmailCounts.NONE)))
                .toList();
    }

    private Future<ApiResponse> topCampaigns(ApiRequest call) {
        var limit = topLimit(call.query());
        call.query().check();
        var metric = CampaignMetric.read(call.query());
        return store.top(database.requests(), call.tenant(), time(call), metric, limit)
                .map(found ->
                        ApiResponse.ok(found.stream().map(CampaignRank::of).toList()));
    }

    /** A campaign with its counts; rates are per cent of the emails sent. */
    record CampaignRank(
            CampaignId id,
            String name,
            String subject,
            Instant sentAt,
            long sentCount,
            long deliveredCount,
            long openedCount,
            long clickedCount,
            long bouncedCount,
            long complainedCount,
            long machineOpens,
            long machineClicks,
            double openRate,
            double clickRate) {

        static CampaignRank of(AnalyticsStore.Sent sent) {
            var counts = sent.counts();
            return new CampaignRank(
                    sent.id(),
                    sent.name(),
                    sent.subject(),
                    sent.sentAt(),
                    counts.sent(),
                    counts.delivered(),
                    counts.opened(),
                    counts.clicked(),
                    counts.bounced(),
                    counts.complained(),
                    counts.machineOpens(),
                    counts.machineClicks(),
                    counts.rate(counts.opened()),
                    counts.rate(counts.clicked()));
        }
    }

    /** The numbers of campaigns of a period, and the rates of those that ended in it. */
    record CampaignTotals(
            long total,
            long active,
            long completed,
            double averageOpenRate,
            double averageClickRate,
            long machineOpens,
            long machineClicks) {}

    private Future<ApiResponse> campaignStats(ApiRequest call) {
        var period = time(call);
        var db = database.requests();
        return store.created(db, call.tenant(), period)
                .compose(created -> store.ended(db, call.tenant(), period).map(ended -> {
                    var counts = ended.getValue();
                    return ApiResponse.ok(new CampaignTotals(
                            created.get(0),
                            created.get(1),
                            ended.getKey(),
                            counts.roundedRate(counts.opened()),
                            counts.roundedRate(counts.clicked()),
                            counts.machineOpens(),
                            counts.machineClicks()));
                }));
    }

    /**
     * An event with its number.
     *
     * @param trend the change in per cent from the period of equal length before
     */
    record Frequency(String name, long count, long trend) {}

    private Future<ApiResponse> topEvents(ApiRequest call) {
        var limit = eventLimit(call.query());
        call.query().check();
        var period = time(call);
        return names(call.tenant(), period).compose(now -> names(call.tenant(), period.before())
                .map(before -> ApiResponse.ok(now.entrySet().stream()
                        .limit(limit)
                        .map(each -> new Frequency(
                                each.getKey(),
                                each.getValue(),
                                trend(each.getValue(), before.getOrDefault(each.getKey(), 0L))))
                        .toList())));
    }

    private Future<Map<String, Long>> names(Tenant tenant, ReportPeriod period) {
        return events.counts(tenant, period.from(), period.to());
    }

    private static long trend(long now, long before) {
        return before == 0 ? 100 : Math.round(100.0 * (now - before) / before);
    }

    private Future<ApiResponse> deliverability(ApiRequest call) {
        var requested = period(call);
        return RankingRoutes.campaign(call.query())
                .map(text ->
                        begun(call.tenant(), text).compose(campaign -> ofCampaign(call.tenant(), campaign, requested)))
                .orElseGet(() -> ofPeriod(call.tenant(), requested));
    }

    private Future<ApiResponse> ofPeriod(Tenant tenant, ReportPeriod requested) {
        var period = requested.lastDays(Granularity.MAX_DAYS).inWhole(AnalyticsStore.OF_PROVIDERS);
        var db = database.requests();
        return deliverability(
                tenant, store.providers(db, tenant, period), bounces.reasons(db, tenant, period, Optional.empty()));
    }

    /** Answers for the time from the campaign's beginning until now, whatever period was requested. */
    private Future<ApiResponse> ofCampaign(
            Tenant tenant, Map.Entry<CampaignId, Instant> campaign, ReportPeriod requested) {
        var db = database.requests();
        var period = new ReportPeriod(campaign.getValue(), clock.instant(), requested.zone(), Optional.empty());
        return deliverability(
                tenant,
                campaigns.providers(db, tenant, campaign.getKey()),
                bounces.reasons(db, tenant, period, Optional.of(campaign.getKey())));
    }

    private Future<ApiResponse> deliverability(
            Tenant tenant, Future<List<AnalyticsStore.Provider>> providers, Future<List<BounceReason>> reasons) {
        return Future.all(providers, reasons, store.hasDeliveries(database.requests(), tenant))
                .map(found -> ApiResponse.ok(
                        DeliverabilityResponse.of(found.resultAt(0), found.resultAt(1), found.<Boolean>resultAt(2))));
    }
}
