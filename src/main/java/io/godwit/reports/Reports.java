package io.godwit.reports;

import io.godwit.db.Database;
import io.godwit.events.DailyCounts;
import io.godwit.web.Cursors;
import io.godwit.web.Routes;
import java.time.Clock;

/** The reports, wired. */
public final class Reports {

    private Reports() {}

    /** {@code /activity} and {@code /analytics}. */
    public static Routes routes(Database database, Cursors cursors) {
        var events = new DailyCounts(database);
        var activity = new ActivityRoutes(database, events, cursors, Clock.systemUTC());
        var analytics = new AnalyticsRoutes(database, events, Clock.systemUTC());
        return api -> {
            activity.mount(api);
            analytics.mount(api);
        };
    }
}
