package io.godwit.reports;

import io.godwit.core.CampaignId;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Ids;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.godwit.events.DailyCounts;
import io.godwit.web.Answer;
import io.godwit.web.Api;
import io.godwit.web.Call;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code /analytics}. */
final class AnalyticsRoutes implements Routes {

    private static final int MOST_LINKS = 200;

    private final Database database;
    private final DailyCounts events;
    private final Clock clock;
    private final AnalyticsStore store = new AnalyticsStore();

    AnalyticsRoutes(Database database, DailyCounts events, Clock clock) {
        this.database = database;
        this.events = events;
        this.clock = clock;
    }

    @Override
    public void mount(Api api) {
        api.get("/analytics/timeseries").to(this::series);
        api.get("/analytics/top-campaigns").to(this::topCampaigns);
        api.get("/analytics/campaign-stats").to(this::campaignStats);
        api.get("/analytics/top-events").to(this::topEvents);
        api.get("/analytics/deliverability").to(this::deliverability);
        api.get("/analytics/links").to(this::links);
    }

    private Period period(Call call) {
        return Period.read(call.query(), clock.instant());
    }

    /** Of what is not told apart by streams. */
    private Period time(Call call) {
        return Period.time(call.query(), clock.instant());
    }

    private Future<Answer> series(Call call) {
        var unit = Granularity.read(call.query().text("granularity").orElse("day"));
        var period = unit.bounded(period(call));
        var starts = unit.starts(period);
        return store.series(database.requests(), call.tenant(), period, starts)
                .map(found -> Answer.ok(points(unit, period, starts, found)));
    }

    /**
     * One stretch of a series.
     *
     * @param date when it begins
     * @param bucket the same where the caller lives
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

        static Point of(ZonedDateTime start, Granularity unit, MailCounts counts) {
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

    /** Without gaps. */
    private static List<Point> points(
            Granularity unit, Period period, List<Instant> starts, Map<Instant, MailCounts> found) {
        return starts.stream()
                .map(start -> Point.of(start.atZone(period.zone()), unit, found.getOrDefault(start, MailCounts.NONE)))
                .toList();
    }

    private Future<Answer> topCampaigns(Call call) {
        var limit = call.query().number("limit", 10, 1, 50);
        call.query().check();
        var metric = Metric.read(call.query().text("metric").orElse("opens"));
        return store.top(database.requests(), call.tenant(), time(call), metric, limit)
                .map(found ->
                        Answer.ok(found.stream().map(AnalyticsRoutes::campaign).toList()));
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

    private Future<Answer> campaignStats(Call call) {
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
                    return Answer.ok(members);
                }));
    }

    /**
     * An event and how often it happened.
     *
     * @param trend per cent more or less than in the stretch of equal length before
     */
    record Frequency(String name, long count, long trend) {}

    private Future<Answer> topEvents(Call call) {
        var limit = call.query().number("limit", 5, 1, 20);
        call.query().check();
        var period = time(call);
        return names(call.tenant(), period).compose(now -> names(call.tenant(), period.before())
                .map(before -> Answer.ok(now.entrySet().stream()
                        .limit(limit)
                        .map(each -> new Frequency(
                                each.getKey(),
                                each.getValue(),
                                trend(each.getValue(), before.getOrDefault(each.getKey(), 0L))))
                        .toList())));
    }

    private Future<Map<String, Long>> names(Tenant tenant, Period period) {
        return events.counts(tenant, period.from(), period.to());
    }

    private static long trend(long now, long before) {
        return before == 0 ? 100 : Math.round(100.0 * (now - before) / before);
    }

    private Future<Answer> deliverability(Call call) {
        var period = period(call).lastDays(Granularity.MOST_DAYS).inWhole(AnalyticsStore.OF_PROVIDERS);
        return store.providers(database.requests(), call.tenant(), period).map(found -> {
            var all = found.stream().map(AnalyticsStore.Provider::counts).reduce(MailCounts.NONE, MailCounts::plus);
            var members = new LinkedHashMap<String, Object>();
            members.put("sent", all.sent());
            members.put("bounces", all.bounced());
            members.put("complaints", all.complained());
            members.put("bounceRate", all.rate(all.bounced()));
            members.put("complaintRate", all.rate(all.complained()));
            members.put(
                    "providers", found.stream().map(AnalyticsRoutes::provider).toList());
            return Answer.ok(members);
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

    private Future<Answer> links(Call call) {
        var text = call.query().text("campaignId").orElse("");
        if (text.isEmpty()) {
            throw Failure.invalid("campaignId", "invalid_type", "Required");
        }
        var db = database.requests();
        var id = Ids.parse(text).map(CampaignId::new).orElseThrow(() -> noCampaign(text));
        return store.exists(db, call.tenant(), id)
                .compose(there ->
                        there ? store.links(db, call.tenant(), id, MOST_LINKS) : Future.failedFuture(noCampaign(text)))
                .map(found -> Answer.ok(Map.of(
                        "totalClicks",
                        found.stream().mapToLong(AnalyticsStore.Link::clicks).sum(),
                        "links",
                        found)));
    }

    private static Failure noCampaign(String id) {
        return Failure.notFound(Kind.CAMPAIGN_NOT_FOUND, "Campaign", id);
    }
}
