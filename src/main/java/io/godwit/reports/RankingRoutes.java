package io.godwit.reports;

import com.fasterxml.jackson.annotation.JsonValue;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.id.CampaignId;
import io.godwit.core.id.Ids;
import io.godwit.db.Database;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.Query;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** The endpoints that rank: {@code /analytics/leaderboard} and {@code /analytics/links}. */
final class RankingRoutes implements Routes {

    private static final int MAX_LINKS = 200;

    /** The length of the intervals by which templates, workflows and links are counted. */
    private static final Duration INTERVAL = Duration.ofHours(1);

    private final Database database;
    private final Clock clock;
    private final AnalyticsStore analytics = new AnalyticsStore();
    private final LeaderboardStore leaderboard = new LeaderboardStore();
    private final ClickedLinkStore links = new ClickedLinkStore();

    RankingRoutes(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    @Override
    public void mount(RouteTable api) {
        api.get("/analytics/leaderboard")
                .query(
                        RankingRoutes::kind,
                        CampaignMetric::read,
                        RankingRoutes::topLimit,
                        query -> ReportPeriod.time(query, Instant.EPOCH))
                .answers(LeaderboardResponse.class)
                .to(this::leaderboard);
        api.get("/analytics/links")
                .query(RankingRoutes::campaign, query -> ReportPeriod.time(query, Instant.EPOCH))
                .answers(LinksResponse.class)
                .fails(Kind.CAMPAIGN_NOT_FOUND)
                .to(this::links);
    }

    /** The kinds of senders that are ranked. */
    enum RankedKind {
        CAMPAIGN,
        TEMPLATE,
        WORKFLOW;

        @JsonValue
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final List<String> KINDS =
            Stream.of(RankedKind.values()).map(RankedKind::word).toList();

    private static String kind(Query query) {
        return query.oneOf("kind", KINDS).orElse("campaign");
    }

    private static RankedKind kindOf(String word) {
        return RankedKind.valueOf(word.toUpperCase(Locale.ROOT));
    }

    /** The campaign that a report is about; empty: it is about all emails. */
    static Optional<String> campaign(Query query) {
        return query.text("campaignId").filter(text -> !text.isEmpty());
    }

    private static int topLimit(Query query) {
        return query.number("limit", 10, 1, 50);
    }

    private ReportPeriod period(ApiRequest call) {
        return Granularity.DAY.limited(ReportPeriod.time(call.query(), clock.instant()));
    }

    private Future<ApiResponse> leaderboard(ApiRequest call) {
        var limit = topLimit(call.query());
        call.query().check();
        var kind = kindOf(kind(call.query()));
        var metric = CampaignMetric.read(call.query());
        var requested = period(call);
        var period = kind == RankedKind.CAMPAIGN ? requested : requested.inWhole(INTERVAL);
        return items(call, kind, period, metric, limit)
                .map(items -> ApiResponse.ok(new LeaderboardResponse(kind, period.from(), period.to(), items)));
    }

    private Future<List<LeaderboardItem>> items(
            ApiRequest call, RankedKind kind, ReportPeriod period, CampaignMetric metric, int limit) {
        var db = database.requests();
        var tenant = call.tenant();
        return switch (kind) {
            case CAMPAIGN ->
                analytics
                        .top(db, tenant, period, metric, limit)
                        .map(found -> found.stream().map(LeaderboardItem::of).toList());
            case TEMPLATE ->
                leaderboard
                        .templates(db, tenant, period, metric, limit)
                        .map(found -> found.stream().map(LeaderboardItem::of).toList());
            case WORKFLOW ->
                leaderboard
                        .workflows(db, tenant, period, metric, limit)
                        .map(found -> found.stream().map(LeaderboardItem::of).toList());
        };
    }

    /**
     * A ranking. Campaigns are those whose sending ended in the period, with all their counts; templates and workflows have the
     * counts of the period.
     *
     * @param from the beginning of the period, in whole hours unless campaigns are ranked
     */
    record LeaderboardResponse(RankedKind kind, Instant from, Instant to, List<LeaderboardItem> items) {}

    /**
     * A campaign, template or workflow with its counts.
     *
     * @param name absent once it is deleted
     * @param sentAt of a campaign only
     * @param openRate per cent of the emails sent, as all rates; absent when none was sent in the period
     */
    record LeaderboardItem(
            UUID id,
            Optional<String> name,
            Optional<Instant> sentAt,
            long sent,
            long delivered,
            long opened,
            long clicked,
            long bounced,
            long complained,
            long machineOpens,
            long machineClicks,
            Optional<Double> openRate,
            Optional<Double> clickRate,
            Optional<Double> bounceRate) {

        static LeaderboardItem of(AnalyticsStore.Sent campaign) {
            return of(
                    campaign.id().value(),
                    Optional.of(campaign.name()),
                    Optional.of(campaign.sentAt()),
                    campaign.counts());
        }

        static LeaderboardItem of(LeaderboardStore.Ranked ranked) {
            return of(ranked.id(), ranked.name(), Optional.empty(), ranked.counts());
        }

        private static LeaderboardItem of(
                UUID id, Optional<String> name, Optional<Instant> sentAt, EmailCounts counts) {
            return new LeaderboardItem(
                    id,
                    name,
                    sentAt,
                    counts.sent(),
                    counts.delivered(),
                    counts.opened(),
                    counts.clicked(),
                    counts.bounced(),
                    counts.complained(),
                    counts.machineOpens(),
                    counts.machineClicks(),
                    counts.knownRate(counts.opened()),
                    counts.knownRate(counts.clicked()),
                    counts.knownRate(counts.bounced()));
        }
    }

    /**
     * The links that were clicked, of one campaign or of all emails in a period of whole hours.
     *
     * @param totalClicks of the links that are listed
     */
    record LinksResponse(long totalClicks, List<ClickedLinkStore.Link> links) {

        static LinksResponse of(List<ClickedLinkStore.Link> links) {
            return new LinksResponse(
                    links.stream().mapToLong(ClickedLinkStore.Link::clicks).sum(), links);
        }
    }

    private Future<ApiResponse> links(ApiRequest call) {
        var period = period(call).inWhole(INTERVAL);
        var campaign = campaign(call.query());
        var found = campaign.isPresent()
                ? linksOf(call, campaign.get())
                : links.ofPeriod(database.requests(), call.tenant(), period, MAX_LINKS);
        return found.map(LinksResponse::of).map(ApiResponse::ok);
    }

    private Future<List<ClickedLinkStore.Link>> linksOf(ApiRequest call, String text) {
        var db = database.requests();
        var id = Ids.parse(text).map(CampaignId::new).orElseThrow(() -> noCampaign(text));
        return analytics
                .exists(db, call.tenant(), id)
                .compose(there -> there
                        ? links.ofCampaign(db, call.tenant(), id, MAX_LINKS)
                        : Future.failedFuture(noCampaign(text)));
    }

    static Failure noCampaign(String id) {
        return Failure.notFound(Kind.CAMPAIGN_NOT_FOUND, "Campaign", id);
    }
}
