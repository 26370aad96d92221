package io.godwit;

import io.godwit.contacts.ContactCounts;
import io.godwit.core.Loop;
import io.godwit.db.Database;
import io.godwit.events.DailyCounts;
import io.godwit.events.Events;
import io.godwit.events.Partitions;
import io.godwit.reports.Rollups;
import io.godwit.tracking.Tracking;
import io.vertx.core.Vertx;
import java.util.LinkedHashMap;
import java.util.Map;

/** What keeps the tables in order: months of events, counts, hits. */
final class Household {

    private Household() {}

    /** Blocks until there is room for events, whatever the node's roles; starts what this node does of the rest, by name. */
    static Map<String, Loop> keep(Vertx vertx, Database database, Events events, Settings settings) {
        var partitions = new Partitions(database, settings.eventsKept());
        partitions.arrange().await();
        var nameToLoop = new LinkedHashMap<String, Loop>();
        if (settings.roles().contains(Role.JOB)) {
            nameToLoop.put("partitions", partitions.start(vertx));
            nameToLoop.put("contact counts", new ContactCounts(database).start(vertx));
            nameToLoop.put("daily counts", new DailyCounts(database).start(vertx));
            nameToLoop.put("reports", new Rollups(database).start(vertx));
            new Tracking(database, events, settings.tracking())
                    .start(vertx)
                    .forEach(each -> nameToLoop.put("hits " + nameToLoop.size(), each));
        }
        return nameToLoop;
    }
}
