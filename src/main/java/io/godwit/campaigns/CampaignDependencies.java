package io.godwit.campaigns;

import io.godwit.billing.Quota;
import io.godwit.bus.Bus;
import io.godwit.db.Database;
import io.godwit.segments.SegmentService;
import io.godwit.templates.SenderVerifier;
import io.godwit.web.Routes;
import io.godwit.web.idempotency.IdempotentHandler;
import io.godwit.web.lists.CursorCodec;
import io.vertx.core.WorkerExecutor;
import java.util.List;

/** The parts that campaigns depend on; {@code workers} check large bodies and write files. */
public record CampaignDependencies(
        Database database,
        Bus bus,
        SegmentService segments,
        SenderVerifier senders,
        WorkerExecutor workers,
        Quota quota) {

    /** All routes below {@code /campaigns}. */
    public Routes routes(CursorCodec cursors, IdempotentHandler idempotency) {
        var stats = new CampaignStats(database);
        var service = new CampaignService(database, bus, stats);
        var all = List.of(
                new CampaignRoutes(this, service, cursors, idempotency),
                new CampaignActionRoutes(this, service, stats, idempotency),
                new RecipientRoutes(this, service, cursors));
        return api -> all.forEach(routes -> routes.mount(api));
    }
}
