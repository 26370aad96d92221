package io.godwit.modules;

import io.godwit.config.NodeRole;
import io.godwit.core.PollLoop;
import io.godwit.events.DailyEventCounter;
import io.godwit.events.EventRoutes;
import io.godwit.events.PartitionMaintainer;
import io.godwit.web.Routes;
import java.util.List;

/** Wires the event log: its routes, its partitions and the counts by day. */
public final class EventModule implements FeatureModule {

    private final NodeContext node;
    private final SharedServices shared;
    private final PartitionMaintainer partitions;

    /** Blocks until the partitions that events are about to be written to exist, whatever the node's roles. */
    public EventModule(NodeContext node, SharedServices shared) {
        this.node = node;
        this.shared = shared;
        this.partitions =
                new PartitionMaintainer(node.database(), node.settings().eventRetention());
        partitions.arrange().await();
    }

    @Override
    public List<Routes> routes() {
        return List.of(new EventRoutes(node.database(), shared.usages()::ofEvent, shared.cursors()));
    }

    @Override
    public List<PollLoop> loops() {
        return node.has(NodeRole.JOB)
                ? List.of(partitions.start(node.vertx()), new DailyEventCounter(node.database()).start(node.vertx()))
                : List.of();
    }
}
