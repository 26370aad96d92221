package io.godwit.modules;

import io.godwit.campaigns.CampaignProgress;
import io.godwit.core.ChangeTopic;
import io.godwit.jobs.JobService;
import io.godwit.live.LiveCounts;
import io.godwit.live.LiveRoutes;
import io.godwit.live.LiveStreamRegistry;
import io.godwit.reports.RecentActivity;
import io.godwit.web.Routes;
import io.godwit.workflows.executions.WorkflowProgress;
import io.vertx.core.Future;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/** Wires the live streams of open pages. */
public final class LiveModule implements FeatureModule {

    private final LiveStreamRegistry streams;

    public LiveModule(NodeContext node, AccountModule accounts, SystemModule system) {
        this.streams = LiveStreamRegistry.start(
                node.vertx(),
                node.database(),
                node.bus(),
                accounts.authenticators(),
                node.settings().live(),
                counts(node, accounts, system));
    }

    private static LiveCounts counts(NodeContext node, AccountModule accounts, SystemModule system) {
        var database = node.database();
        return new LiveCounts(
                Map.of(
                        ChangeTopic.CAMPAIGN, new CampaignProgress(database)::count,
                        ChangeTopic.WORKFLOW, new WorkflowProgress(database)::count,
                        ChangeTopic.JOB, new JobService(database, node.bus())::progress),
                new RecentActivity(database, Clock.systemUTC())::newest,
                () -> system.reader().queues().map(queues -> Map.of("queues", queues)),
                accounts.operators()::isOperator);
    }

    @Override
    public List<Routes> routes() {
        return List.of(new LiveRoutes(streams));
    }

    /** Ends the open streams, so that their clients connect to another node. */
    public void leave() {
        streams.endAll();
    }

    /** Ends the streams opened since; must be called before the HTTP server is closed, which waits for open answers. */
    public Future<Void> stop() {
        return streams.stop();
    }
}
