package io.godwit.reports;

import io.godwit.core.Ids;
import io.godwit.core.Page;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.godwit.events.DailyCounts;
import io.godwit.reports.FeedStore.Entry;
import io.godwit.web.Answer;
import io.godwit.web.Api;
import io.godwit.web.Call;
import io.godwit.web.Cursors;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/** {@code /activity}. */
final class ActivityRoutes implements Routes {

    private static final String LIST = "/activity";
    private static final int DEFAULT_LIMIT = 20;
    private static final int MAX_LIMIT = 100;

    private final Database database;
    private final Feed feed;
    private final Cursors cursors;
    private final Clock clock;
    private final UpcomingStore upcoming = new UpcomingStore();

    ActivityRoutes(Database database, DailyCounts events, Cursors cursors, Clock clock) {
        this.database = database;
        this.feed = new Feed(database, events);
        this.cursors = cursors;
        this.clock = clock;
    }

    @Override
    public void mount(Api api) {
        api.get(LIST).to(this::list);
        api.get(LIST + "/stats").to(this::stats);
        api.get(LIST + "/recent-count").to(this::recent);
        api.get(LIST + "/types").to(call -> Future.succeededFuture(Answer.ok(Map.of("types", ActivityType.words()))));
        api.get(LIST + "/upcoming").to(this::upcoming);
    }

    private Future<Answer> list(Call call) {
        var tenant = call.tenant();
        var query = call.query();
        query.knows("types", "startDate", "endDate", "timeZone", "tz");
        var limit = query.number("limit", DEFAULT_LIMIT, 1, MAX_LIMIT);
        query.check();
        var cursor = query.text("cursor").map(text -> Place.read(cursors.read(LIST, tenant.project(), text)));
        var contact = query.text("contactId");
        var id = contact.flatMap(Ids::parse);
        if (contact.isPresent() && id.isEmpty()) {
            return Future.succeededFuture(Answer.ok(new Page<Activity>(List.of(), Optional.empty(), false, 0)));
        }
        var period = Period.time(query, clock.instant());
        var open = query.text("startDate").isEmpty() && (cursor.isPresent() || id.isPresent());
        var asked = new FeedQuery(
                tenant, types(call), id, open ? Instant.EPOCH : period.from(), behind(cursor, period), limit + 1);
        var total = cursor.isPresent()
                ? Future.succeededFuture(0L)
                : feed.total(asked, new Period(asked.from(), period.to(), period.zone(), Optional.empty()));
        return feed.page(asked).compose(found -> total.map(count -> Answer.ok(page(tenant, found, limit, count))));
    }

    private static Place behind(Optional<Place> cursor, Period period) {
        var end = Place.before(period.to());
        return cursor.map(place -> place.orEarlier(end)).orElse(end);
    }

    private static Set<ActivityType> types(Call call) {
        return call.query().text("types").map(ActivityType::read).orElseGet(() -> EnumSet.allOf(ActivityType.class));
    }

    private Page<Activity> page(Tenant tenant, List<Entry> found, int limit, long total) {
        var hasMore = found.size() > limit;
        var entries = found.subList(0, Math.min(limit, found.size()));
        var next = hasMore
                ? Optional.of(cursors.write(
                        LIST, tenant.project(), entries.get(limit - 1).place().position()))
                : Optional.<String>empty();
        return new Page<>(entries.stream().map(Entry::activity).toList(), next, hasMore, total);
    }

    private Future<Answer> stats(Call call) {
        var period = Period.read(call.query(), clock.instant());
        var asked = all(call.tenant(), EnumSet.of(ActivityType.WORKFLOW_STARTED), period.from());
        return feed.stats(asked, period).map(found -> {
            var mail = found.mail();
            var members = new LinkedHashMap<String, Object>();
            members.put("totalEvents", found.events());
            members.put("totalEmailsSent", mail.sent());
            members.put("totalEmailsOpened", mail.opened());
            members.put("totalEmailsClicked", mail.clicked());
            members.put("totalWorkflowsStarted", found.started());
            members.put("openRate", mail.rate(mail.opened()));
            members.put("clickRate", mail.rate(mail.clicked()));
            return Answer.ok(members);
        });
    }

    private Future<Answer> recent(Call call) {
        var minutes = call.query().number("minutes", 5, 1, 60);
        call.query().check();
        var now = clock.instant();
        var asked = all(call.tenant(), EnumSet.allOf(ActivityType.class), now.minus(Duration.ofMinutes(minutes)));
        return feed.recent(asked, now.plusSeconds(60))
                .map(count -> Answer.ok(Map.of("count", count, "minutes", minutes)));
    }

    private static FeedQuery all(Tenant tenant, Set<ActivityType> types, Instant from) {
        return new FeedQuery(tenant, types, Optional.<UUID>empty(), from, Place.before(Instant.MAX), 0);
    }

    private Future<Answer> upcoming(Call call) {
        var limit = call.query().number("limit", 50, 1, MAX_LIMIT);
        var days = call.query().number("daysAhead", 30, 1, 90);
        call.query().check();
        var db = database.requests();
        var campaigns = upcoming.campaigns(db, call.tenant(), days, limit);
        var waiting = upcoming.waiting(db, call.tenant(), days, limit);
        var mail = upcoming.mail(db, call.tenant(), days, limit);
        return Future.all(campaigns, waiting, mail)
                .map(all -> Stream.of(campaigns.result(), waiting.result(), mail.result())
                        .flatMap(List::stream)
                        .sorted(Comparator.comparing(Activity::timestamp))
                        .limit(limit)
                        .toList())
                .map(soonest -> Answer.ok(Map.of("activities", soonest)));
    }
}
