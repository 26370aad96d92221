package io.godwit.modules;

import io.godwit.config.NodeRole;
import io.godwit.config.Settings;
import io.godwit.contacts.ContactCounts;
import io.godwit.core.PollLoop;
import io.godwit.db.Database;
import io.godwit.events.DailyEventCounter;
import io.godwit.events.EventAppender;
import io.godwit.events.PartitionMaintainer;
import io.godwit.reports.RollupWorker;
import io.godwit.sending.preview.DraftPreviewRoutes;
import io.godwit.tracking.TrackingJobs;
import io.vertx.core.Vertx;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Starts the background loops that maintain tables: event partitions, contact and daily counts, report roll-ups, recorded hits,
 * previews.
 */
public final class MaintenanceLoops {

    private MaintenanceLoops() {}

    /**
     * Blocks until the event partitions exist, whatever the node's roles; then starts the loops of this node's roles, by name.
     */
    public static Map<String, PollLoop> start(Vertx vertx, Database database, EventAppender events, Settings settings) {
        var partitions = new PartitionMaintainer(database, settings.eventsKept());
        partitions.arrange().await();
        var nameToLoop = new LinkedHashMap<String, PollLoop>();
        if (settings.roles().contains(NodeRole.JOB)) {
            nameToLoop.put("partitions", partitions.start(vertx));
            nameToLoop.put("contact counts", new ContactCounts(database).start(vertx));
            nameToLoop.put("daily counts", new DailyEventCounter(database).start(vertx));
            nameToLoop.put("previews", DraftPreviewRoutes.startExpiry(vertx, database));
            nameToLoop.put("reports", new RollupWorker(database).start(vertx));
            new TrackingJobs(database, events, settings.tracking())
                    .start(vertx)
                    .forEach(each -> nameToLoop.put("hits " + nameToLoop.size(), each));
        }
        return nameToLoop;
    }
}
