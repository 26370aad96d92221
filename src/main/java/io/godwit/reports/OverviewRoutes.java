package io.godwit.reports;

import io.godwit.db.Database;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.Query;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The endpoints that give the numbers of a whole project: overview, heat map and audience. */
final class OverviewRoutes implements Routes {

    private final Database database;
    private final Clock clock;
    private final AnalyticsStore emails = new AnalyticsStore();
    private final AudienceGrowthStore audience = new AudienceGrowthStore();

    OverviewRoutes(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    @Override
    public void mount(RouteTable api) {
        api.get("/analytics/overview")
                .query(OverviewRoutes::describePeriod, Granularity::read)
                .answers(OverviewResponse.class)
                .to(this::overview);
        api.get("/analytics/heatmap")
                .query(OverviewRoutes::describePeriod)
                .answers(HeatMapResponse.class)
                .to(this::heatMap);
        api.get("/analytics/audience")
                .query(OverviewRoutes::describePeriod)
                .answers(AudienceResponse.class)
                .to(this::audience);
    }

    private static void describePeriod(Query query) {
        ReportPeriod.read(query, Instant.EPOCH);
    }

    private ReportPeriod period(ApiRequest call, Granularity unit) {
        return unit.limited(ReportPeriod.read(call.query(), clock.instant()));
    }

    private Future<ApiResponse> overview(ApiRequest call) {
        var unit = Granularity.read(call.query());
        var period = period(call, unit);
        var both = period.withBefore();
        var starts = startsWithBefore(period, unit);
        var db = database.requests();
        return Future.all(
                        emails.series(db, call.tenant(), both, starts),
                        audience.series(db, call.tenant(), both, starts),
                        emails.hasDeliveries(db, call.tenant()))
                .map(found -> ApiResponse.ok(OverviewResponse.of(
                        period, unit, starts, found.resultAt(0), found.resultAt(1), found.<Boolean>resultAt(2))));
    }

    /** The start of the period before, and those of the intervals of the period, the first at its beginning. */
    private static List<Instant> startsWithBefore(ReportPeriod period, Granularity unit) {
        var starts = new ArrayList<>(starts(period, unit));
        starts.add(0, period.before().from());
        return starts;
    }

    private static List<Instant> starts(ReportPeriod period, Granularity unit) {
        return unit.starts(period).stream()
                .map(start -> start.isBefore(period.from()) ? period.from() : start)
                .toList();
    }

    private Future<ApiResponse> heatMap(ApiRequest call) {
        var period = period(call, Granularity.DAY);
        return emails.series(database.requests(), call.tenant(), period, Granularity.HOUR.starts(period))
                .map(found -> ApiResponse.ok(HeatMapResponse.of(period, found)));
    }

    private Future<ApiResponse> audience(ApiRequest call) {
        var period = period(call, Granularity.DAY);
        var both = period.withBefore();
        var starts = startsWithBefore(period, Granularity.DAY);
        var db = database.requests();
        return Future.all(audience.series(db, call.tenant(), both, starts), audience.reasons(db, call.tenant(), period))
                .map(found ->
                        ApiResponse.ok(AudienceResponse.of(period, starts, found.resultAt(0), found.resultAt(1))));
    }
}
