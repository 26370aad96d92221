package io.godwit.reports;

import io.godwit.core.Page;
import io.godwit.core.Tenant;
import io.godwit.core.id.Ids;
import io.godwit.db.Database;
import io.godwit.events.DailyEventCounter;
import io.godwit.reports.FeedStore.Entry;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.Query;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.lists.CursorCodec;
import io.godwit.web.lists.Listing;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** The endpoints of {@code /activity}. */
final class ActivityRoutes implements Routes {

    private static final String LIST = "/activity";
    private static final int DEFAULT_LIMIT = 20;
    private static final int MAX_LIMIT = 100;

    private final Database database;
    private final ActivityFeed feed;
    private final CursorCodec cursors;
    private final Clock clock;
    private final UpcomingStore upcoming = new UpcomingStore();

    ActivityRoutes(Database database, DailyEventCounter events, CursorCodec cursors, Clock clock) {
        this.database = database;
        this.feed = new ActivityFeed(database, events);
        this.cursors = cursors;
        this.clock = clock;
    }

    @Override
    public void mount(RouteTable api) {
        api.get(LIST)
                .query(
                        query -> query.number("limit", DEFAULT_LIMIT, 1, MAX_LIMIT),
                        query -> query.text("cursor"),
                        query -> query.text("contactId"),
                        query -> query.manyOf("types", ActivityType.words()),
                        query -> ReportPeriod.time(query, Instant.EPOCH))
                .answers(Page.class, Activity.class)
                .to(this::list);
        api.get(LIST + "/stats")
                .query(query -> ReportPeriod.read(query, Instant.EPOCH))
                .answers(StatsResponse.class)
                .to(this::stats);
        api.get(LIST + "/recent-count")
                .query(ActivityRoutes::minutes)
                .answers(RecentResponse.class)
                .to(this::recent);
        api.get(LIST + "/types")
                .answers(TypesResponse.class)
                .to(ignored ->
                        Future.succeededFuture(ApiResponse.ok(new TypesResponse(List.of(ActivityType.values())))));
        api.get(LIST + "/upcoming")
                .query(ActivityRoutes::upcomingLimit, ActivityRoutes::daysAhead)
                .answers(UpcomingResponse.class)
                .to(this::upcoming);
    }

    /** The numbers of a period; rates are per cent of the emails sent. */
    record StatsResponse(
            long totalEvents,
            long totalEmailsSent,
            long totalEmailsOpened,
            long totalEmailsClicked,
            long totalWorkflowsStarted,
            double openRate,
            double clickRate,
            long machineOpens,
            long machineClicks) {}

    /** The number of entries of the last minutes. */
    record RecentResponse(long count, int minutes) {}

    /** The words for types of entries. */
    record TypesResponse(List<ActivityType> types) {}

    /** The entries that are expected, soonest first. */
    record UpcomingResponse(List<Activity> activities) {}

    private static int minutes(Query query) {
        return query.number("minutes", 5, 1, 60);
    }

    private static int upcomingLimit(Query query) {
        return query.number("limit", 50, 1, MAX_LIMIT);
    }

    private static int daysAhead(Query query) {
        return query.number("daysAhead", 30, 1, 90);
    }

    private Future<ApiResponse> list(ApiRequest call) {
        var tenant = call.tenant();
        var query = call.query();
        var limit = query.number("limit", DEFAULT_LIMIT, 1, MAX_LIMIT);
        query.check();
        var listing = cursors.listing(LIST, tenant.project(), query);
        var cursor = query.text("cursor").map(text -> FeedPosition.read(listing.read(text)));
        var types = types(call);
        var period = ReportPeriod.time(query, clock.instant());
        var contact = query.text("contactId");
        var id = contact.flatMap(Ids::parse);
        if (contact.isPresent() && id.isEmpty()) {
            return Future.succeededFuture(ApiResponse.ok(new Page<Activity>(List.of(), Optional.empty(), false, 0)));
        }
        var open = query.text("startDate").isEmpty() && (cursor.isPresent() || id.isPresent());
        var feedQuery = new FeedQuery(
                tenant, types, id, open ? Instant.EPOCH : period.from(), after(cursor, period), limit + 1);
        var total = cursor.isPresent()
                ? Future.succeededFuture(0L)
                : feed.total(
                        feedQuery, new ReportPeriod(feedQuery.from(), period.to(), period.zone(), Optional.empty()));
        return feed.page(feedQuery)
                .compose(found -> total.map(count -> ApiResponse.ok(page(listing, found, limit, count))));
    }

    private static FeedPosition after(Optional<FeedPosition> cursor, ReportPeriod period) {
        var end = FeedPosition.before(period.to());
        return cursor.map(position -> position.orEarlier(end)).orElse(end);
    }

    private static Set<ActivityType> types(ApiRequest call) {
        return call.query()
                .manyOf("types", ActivityType.words())
                .map(ActivityType::of)
                .orElseGet(() -> EnumSet.allOf(ActivityType.class));
    }

    private Page<Activity> page(Listing listing, List<Entry> found, int limit, long total) {
        var hasMore = found.size() > limit;
        var entries = found.subList(0, Math.min(limit, found.size()));
        var next = hasMore
                ? Optional.of(listing.write(entries.get(limit - 1).position().position()))
                : Optional.<String>empty();
        return new Page<>(entries.stream().map(Entry::activity).toList(), next, hasMore, total);
    }

    private Future<ApiResponse> stats(ApiRequest call) {
        var period = ReportPeriod.read(call.query(), clock.instant());
        var query = all(call.tenant(), EnumSet.of(ActivityType.WORKFLOW_STARTED), period.from());
        return feed.stats(query, period).map(found -> {
            var mail = found.mail();
            return ApiResponse.ok(new StatsResponse(
                    found.events(),
                    mail.sent(),
                    mail.opened(),
                    mail.clicked(),
                    found.started(),
                    mail.rate(mail.opened()),
                    mail.rate(mail.clicked()),
                    mail.machineOpens(),
                    mail.machineClicks()));
        });
    }

    private Future<ApiResponse> recent(ApiRequest call) {
        var minutes = minutes(call.query());
        call.query().check();
        var now = clock.instant();
        var query = all(call.tenant(), EnumSet.allOf(ActivityType.class), now.minus(Duration.ofMinutes(minutes)));
        return feed.recent(query, now.plusSeconds(60)).map(count -> ApiResponse.ok(new RecentResponse(count, minutes)));
    }

    private static FeedQuery all(Tenant tenant, Set<ActivityType> types, Instant from) {
        return new FeedQuery(tenant, types, Optional.<UUID>empty(), from, FeedPosition.before(Instant.MAX), 0);
    }

    private Future<ApiResponse> upcoming(ApiRequest call) {
        var limit = upcomingLimit(call.query());
        var days = daysAhead(call.query());
        call.query().check();
        return upcoming.soonest(database.requests(), call.tenant(), days, limit)
                .map(soonest -> ApiResponse.ok(new UpcomingResponse(soonest)));
    }
}
