package io.godwit.reports;

import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.godwit.events.DailyEventCounter;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the newest entries of a project's activity, for the pages that show them as they come. */
public final class RecentActivity {

    private static final int MAX_ITEMS = 20;

    /**
     * Entries are repeated in the news of a minute: a transaction may commit some seconds after the moment its entries bear, and clocks
     * of nodes differ a little.
     */
    private static final Duration PERIOD = Duration.ofMinutes(1);

    /** The metadata that lines of a feed show; what else an event carries, such as its data, is left to {@code GET /activity}. */
    private static final Set<String> SHOWN = Set.of(
            "eventName",
            "emailId",
            "subject",
            "campaignId",
            "campaignName",
            "workflowId",
            "workflowName",
            "executionId",
            "link",
            "error",
            "reasonCode");

    private final ActivityFeed feed;
    private final Clock clock;

    public RecentActivity(Database database, Clock clock) {
        this.feed = new ActivityFeed(database, new DailyEventCounter(database));
        this.clock = clock;
    }

    /**
     * The entries of the last minute, the newest first.
     *
     * @param cut whether there were more than 20, of which the newest are here
     */
    record RecentItems(List<Activity> items, boolean cut) {}

    /** Completes with something that is written as the JSON object {@code {items, cut}}. */
    public Future<Object> newest(Tenant tenant) {
        var now = clock.instant();
        var query = new FeedQuery(
                tenant,
                EnumSet.allOf(ActivityType.class),
                Optional.empty(),
                now.minus(PERIOD),
                FeedPosition.before(now.plus(PERIOD)),
                MAX_ITEMS + 1);
        return feed.page(query)
                .map(found -> new RecentItems(
                        found.stream()
                                .limit(MAX_ITEMS)
                                .map(entry -> shown(entry.activity()))
                                .toList(),
                        found.size() > MAX_ITEMS));
    }

    private static Activity shown(Activity entry) {
        var metadata = new LinkedHashMap<String, @Nullable Object>();
        for (Map.Entry<String, @Nullable Object> member : entry.metadata().entrySet()) {
            if (member.getValue() != null && SHOWN.contains(member.getKey())) {
                metadata.put(member.getKey(), member.getValue());
            }
        }
        return new Activity(
                entry.id(), entry.type(), entry.timestamp(), entry.contactEmail(), entry.contactId(), metadata);
    }
}
