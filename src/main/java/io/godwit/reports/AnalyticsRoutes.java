package io.godwit.reports;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.id.CampaignId;
import io.godwit.core.id.Ids;
import io.godwit.db.Database;
import io.godwit.events.DailyEventCounter;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The endpoints of {@code /analytics}. */
final class AnalyticsRoutes implements Routes {

    private static final int MAX_LINKS = 200;

    private final Database database;
    private final DailyEventCounter events;
    private final Clock clock;
    private final AnalyticsStore store = new AnalyticsStore();

    AnalyticsRoutes(Database database, DailyEventCounter events, Clock clock) {
        this.database = database;
        this.events = events;
        this.clock = clock;
    }

    @Override
    public void mount(RouteTable api) {
        api.get("/analytics/timeseries").to(this::series);
        api.get("/analytics/top-campaigns").to(this::topCampaigns);
        api.get("/analytics/campaign-stats").to(this::campaignStats);
        api.get("/analytics/top-events").to(this::topEvents);
        api.get("/analytics/deliverability").to(this::deliverability);
        api.get("/analytics/links").to(this::links);
    }

    private ReportPeriod period(ApiRequest call) {
        return ReportPeriod.read(call.query(), clock.instant());
    }

    /** The period of a report that has no {@code stream}. */
    private ReportPeriod time(ApiRequest call) {
        return ReportPeriod.time(call.query(), clock.instant());
    }

    private Future<ApiResponse> series(ApiRequest call) {
        var unit = Granularity.read(call.query().text("granularity").orElse("day"));
        var period = unit.bounded(period(call));
        var starts = unit.starts(period);
        return store.series(database.requests(), call.tenant(), period, starts)
                .map(found -> ApiResponse.ok(points(unit, period, starts, found)));
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
            long complaints) {

        static Point of(ZonedDateTime start, Granularity unit, EmailCounts counts) {
            var local = start.toLocalDateTime();
            return new Point(
                    start.toInstant(),
                    unit == Granularity.HOUR
                            ? local.toString()
                            : local.toLocalDate().toString(),
                    counts.sent(),
                    counts.opened(),
                    counts.clicked(),
                    counts.bounced(),
                    counts.delivered(),
                    counts.complained());
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
        var limit = call.query().number("limit", 10, 1, 50);
        call.query().check();
        var metric = CampaignMetric.read(call.query().text("metric").orElse("opens"));
        return store.top(database.requests(), call.tenant(), time(call), metric, limit)
                .map(found -> ApiResponse.ok(
                        found.stream().map(AnalyticsRoutes::campaign).toList()));
    }

    private static Map<String, Object> campaign(AnalyticsStore.Sent sent) {
        var counts = sent.counts();
        var members = new LinkedHashMap<String, Object>();
        members.put("id", sent.id());
        members.put("name", sent.name());
        members.put("subject", sent.subject());
        members.put("sentAt", sent.sentAt());
        members.put("sentCount", counts.sent());
        members.put("deliveredCount", counts.delivered());
        members.put("openedCount", counts.opened());
        members.put("clickedCount", counts.clicked());
        members.put("bouncedCount", counts.bounced());
        members.put("complainedCount", counts.complained());
        members.put("openRate", counts.rate(counts.opened()));
        members.put("clickRate", counts.rate(counts.clicked()));
        return members;
    }

    private Future<ApiResponse> campaignStats(ApiRequest call) {
        var period = time(call);
        var db = database.requests();
        return store.created(db, call.tenant(), period)
                .compose(created -> store.ended(db, call.tenant(), period).map(ended -> {
                    var counts = ended.getValue();
                    var members = new LinkedHashMap<String, Object>();
                    members.put("total", created.get(0));
                    members.put("active", created.get(1));
                    members.put("completed", ended.getKey());
                    members.put("averageOpenRate", counts.roundedRate(counts.opened()));
                    members.put("averageClickRate", counts.roundedRate(counts.clicked()));
                    return ApiResponse.ok(members);
                }));
    }

    /**
     * An event with its number.
     *
     * @param trend the change in per cent from the period of equal length before
     */
    record Frequency(String name, long count, long trend) {}

    private Future<ApiResponse> topEvents(ApiRequest call) {
        var limit = call.query().number("limit", 5, 1, 20);
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
        var period = period(call).lastDays(Granularity.MAX_DAYS).inWhole(AnalyticsStore.OF_PROVIDERS);
        return store.providers(database.requests(), call.tenant(), period).map(found -> {
            var all = found.stream().map(AnalyticsStore.Provider::counts).reduce(EmailCounts.NONE, EmailCounts::plus);
            var members = new LinkedHashMap<String, Object>();
            members.put("sent", all.sent());
            members.put("bounces", all.bounced());
            members.put("complaints", all.complained());
            members.put("bounceRate", all.rate(all.bounced()));
            members.put("complaintRate", all.rate(all.complained()));
            members.put(
                    "providers", found.stream().map(AnalyticsRoutes::provider).toList());
            return ApiResponse.ok(members);
        });
    }

    private static Map<String, Object> provider(AnalyticsStore.Provider provider) {
        var counts = provider.counts();
        var members = new LinkedHashMap<String, Object>();
        members.put("provider", provider.name());
        members.put("sent", counts.sent());
        members.put("delivered", counts.delivered());
        members.put("bounced", counts.bounced());
        members.put("complained", counts.complained());
        members.put("deliveryRate", counts.rate(counts.delivered()));
        members.put("openRate", counts.rate(counts.opened()));
        members.put("clickRate", counts.rate(counts.clicked()));
        members.put("bounceRate", counts.rate(counts.bounced()));
        members.put("complaintRate", counts.rate(counts.complained()));
        return members;
    }

    private Future<ApiResponse> links(ApiRequest call) {
        var text = call.query().text("campaignId").orElse("");
        if (text.isEmpty()) {
            throw Failure.invalid("campaignId", "invalid_type", "Required");
        }
        var db = database.requests();
        var id = Ids.parse(text).map(CampaignId::new).orElseThrow(() -> noCampaign(text));
        return store.exists(db, call.tenant(), id)
                .compose(there ->
                        there ? store.links(db, call.tenant(), id, MAX_LINKS) : Future.failedFuture(noCampaign(text)))
                .map(found -> ApiResponse.ok(Map.of(
                        "totalClicks",
                        found.stream().mapToLong(AnalyticsStore.Link::clicks).sum(),
                        "links",
                        found)));
    }

    private static Failure noCampaign(String id) {
        return Failure.notFound(Kind.CAMPAIGN_NOT_FOUND, "Campaign", id);
    }
}
