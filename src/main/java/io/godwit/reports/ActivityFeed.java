package io.godwit.reports;

import io.godwit.db.Database;
import io.godwit.events.DailyEventCounter;
import io.godwit.reports.FeedStore.Entry;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Merges the sources of the activity feed, and counts its entries. */
final class ActivityFeed {

    /** The order of the feed. The sort is stable: entries of one time and one source keep the order of their ids. */
    private static final Comparator<Entry> NEWEST_FIRST = Comparator.<Entry, Instant>comparing(
                    entry -> entry.position().at())
            .thenComparing(entry -> entry.position().rank())
            .reversed();

    private final Database database;
    private final DailyEventCounter daily;
    private final FeedStore store = new FeedStore();
    private final FeedEventStore log = new FeedEventStore();
    private final FeedCountStore counts = new FeedCountStore();
    private final AnalyticsStore analytics = new AnalyticsStore();

    ActivityFeed(Database database, DailyEventCounter daily) {
        this.database = database;
        this.daily = daily;
    }

    /** A page of the feed: at most as many entries as the query's limit, from all sources of the wanted types. */
    Future<List<Entry>> page(FeedQuery query) {
        var db = database.requests();
        var types = query.types();
        var pages = new ArrayList<Future<List<Entry>>>();
        if (types.stream().anyMatch(ActivityType::isEvent)) {
            pages.add(log.page(db, query));
        }
        if (!UnsentKind.of(types).isEmpty()) {
            pages.add(store.unsent(db, query));
        }
        if (types.contains(ActivityType.CAMPAIGN_SENT) && query.contact().isEmpty()) {
            pages.add(store.campaigns(db, query));
        }
        if (types.contains(ActivityType.WORKFLOW_STARTED)) {
            pages.add(store.started(db, query));
        }
        if (types.contains(ActivityType.WORKFLOW_COMPLETED)) {
            pages.add(store.ended(db, query));
        }
        return Future.all(pages).map(ignored -> pages.stream()
                .flatMap(page -> page.result().stream())
                .sorted(NEWEST_FIRST)
                .limit(query.limit())
                .toList());
    }

    /**
     * The number of entries from the query's beginning to {@code period.to()}. For a project events are read from stored
     * counts, for a contact every row is counted.
     */
    Future<Long> total(FeedQuery query, ReportPeriod period) {
        var events = query.contact().isPresent()
                ? counts.events(database.requests(), query, period.to())
                : eventsByCounts(query, period);
        return events.compose(eventCount -> others(query, period.to()).map(remaining -> eventCount + remaining));
    }

    /** The number of entries of a short time, for which every row is counted. */
    Future<Long> recent(FeedQuery query, Instant to) {
        return counts.events(database.requests(), query, to)
                .compose(events -> others(query, to).map(remaining -> events + remaining));
    }

    private Future<Long> others(FeedQuery query, Instant to) {
        var db = database.requests();
        var unsent = counts.unsent(db, query, to);
        var runs = counts.executions(db, query, to);
        var sent = query.types().contains(ActivityType.CAMPAIGN_SENT)
                        && query.contact().isEmpty()
                ? counts.campaigns(db, query, to)
                : Future.succeededFuture(0L);
        return Future.all(unsent, runs, sent).map(ignored -> unsent.result() + runs.result() + sent.result());
    }

    private Future<Long> eventsByCounts(FeedQuery query, ReportPeriod period) {
        if (query.types().stream().noneMatch(ActivityType::isEvent)) {
            return Future.succeededFuture(0L);
        }
        var names = daily.counts(query.tenant(), period.from(), period.to());
        var facts = analytics.total(database.requests(), query.tenant(), period);
        return Future.all(names, facts).map(ignored -> query.types().stream()
                .filter(ActivityType::isEvent)
                .mapToLong(type -> count(type, names.result(), facts.result()))
                .sum());
    }

    private static long count(ActivityType type, Map<String, Long> names, EmailCounts facts) {
        return switch (type) {
            case EVENT_TRIGGERED ->
                names.entrySet().stream()
                        .filter(each -> !each.getKey().startsWith("email."))
                        .mapToLong(Map.Entry::getValue)
                        .sum();
            case EMAIL_RECEIVED, EMAIL_DELAYED, EMAIL_CANCELLED ->
                type.events().stream()
                        .mapToLong(name -> names.getOrDefault(name, 0L))
                        .sum();
            case EMAIL_SENT -> facts.sent();
            case EMAIL_DELIVERED -> facts.delivered();
            case EMAIL_OPENED -> facts.opened();
            case EMAIL_CLICKED -> facts.clicked();
            case EMAIL_BOUNCED -> facts.bounced();
            case EMAIL_COMPLAINT -> facts.complained();
            default -> 0;
        };
    }

    /** The numbers of a period. */
    record Stats(long events, EmailCounts mail, long started) {}

    Future<Stats> stats(FeedQuery query, ReportPeriod period) {
        var names = daily.counts(query.tenant(), period.from(), period.to());
        var facts = analytics.total(database.requests(), query.tenant(), period);
        var runs = counts.executions(database.requests(), query, period.to());
        return Future.all(names, facts, runs)
                .map(ignored -> new Stats(
                        names.result().values().stream()
                                .mapToLong(Long::longValue)
                                .sum(),
                        facts.result(),
                        runs.result()));
    }
}
