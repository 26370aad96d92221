package io.godwit.reports;

import io.godwit.db.Database;
import io.godwit.events.DailyEventCounter;
import io.godwit.web.Routes;
import io.godwit.web.lists.CursorCodec;
import java.time.Clock;
import java.util.Optional;

/** Builds the endpoints of reports. */
public final class ReportRoutes {

    private ReportRoutes() {}

    /**
     * The endpoints of {@code /activity} and {@code /analytics}.
     *
     * @param simulated the domain of the delivery simulator, whose bounces are left out
     */
    public static Routes routes(Database database, CursorCodec cursors, Optional<String> simulated) {
        var events = new DailyEventCounter(database);
        var activity = new ActivityRoutes(database, events, cursors, Clock.systemUTC());
        var current = new CurrentActivityRoutes(database, events, Clock.systemUTC());
        var analytics = new AnalyticsRoutes(database, events, Clock.systemUTC(), simulated);
        var overview = new OverviewRoutes(database, Clock.systemUTC());
        var rankings = new RankingRoutes(database, Clock.systemUTC());
        return api -> {
            activity.mount(api);
            current.mount(api);
            analytics.mount(api);
            overview.mount(api);
            rankings.mount(api);
        };
    }
}
