package io.godwit.reports;

import io.godwit.db.Database;
import io.godwit.events.DailyEventCounter;
import io.godwit.reports.UpcomingStore.SendingCampaign;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The endpoint of {@code /activity/current}: everything about the present of a project in one answer. */
final class CurrentActivityRoutes implements Routes {

    private static final int MAX_SENDING = 5;
    private static final int MAX_FAILURES = 100;
    private static final int MAX_UPCOMING = 6;
    private static final int DAYS_AHEAD = 30;

    private final Database database;
    private final ActivityFeed feed;
    private final Clock clock;
    private final UpcomingStore upcoming = new UpcomingStore();

    CurrentActivityRoutes(Database database, DailyEventCounter events, Clock clock) {
        this.database = database;
        this.feed = new ActivityFeed(database, events);
        this.clock = clock;
    }

    @Override
    public void mount(RouteTable api) {
        api.get("/activity/current").answers(CurrentActivityResponse.class).to(this::current);
    }

    /**
     * The present of a project.
     *
     * @param sending campaigns on their way, at most 5
     * @param failures the emails of the last 24 hours that did not do what they should, the newest 100 counted
     * @param upcoming entries that are expected within 30 days, at most 6, soonest first
     */
    record CurrentActivityResponse(List<SendingCampaign> sending, FailureCounts failures, List<Activity> upcoming) {}

    private Future<ApiResponse> current(ApiRequest call) {
        call.query().check();
        var tenant = call.tenant();
        var now = clock.instant();
        var lastDay = new FeedQuery(
                tenant,
                FailureCounts.TYPES,
                Optional.empty(),
                now.minus(Duration.ofDays(1)),
                FeedPosition.before(now.plusSeconds(60)),
                MAX_FAILURES + 1);
        var db = database.requests();
        var sending = upcoming.sending(db, tenant, MAX_SENDING);
        var soonest = upcoming.soonest(db, tenant, DAYS_AHEAD, MAX_UPCOMING);
        var wrong = feed.page(lastDay).map(found -> FailureCounts.of(found, MAX_FAILURES));
        return Future.all(sending, soonest, wrong)
                .map(ignored -> ApiResponse.ok(
                        new CurrentActivityResponse(sending.result(), wrong.result(), soonest.result())));
    }
}
