package io.godwit.campaigns;

import io.godwit.billing.Quota;
import io.godwit.bus.Bus;
import io.godwit.db.Database;
import io.godwit.segments.Segments;
import io.godwit.templates.SenderCheck;
import io.godwit.web.Cursors;
import io.godwit.web.Idempotency;
import io.godwit.web.Routes;
import io.vertx.core.WorkerExecutor;
import java.util.List;

/** The rooms campaigns work with; {@code workers} look through large bodies and write files. */
public record CampaignPorts(
        Database database, Bus bus, Segments segments, SenderCheck senders, WorkerExecutor workers, Quota quota) {

    /** Everything below {@code /campaigns}. */
    public Routes routes(Cursors cursors, Idempotency idempotency) {
        var books = new Books(database);
        var desk = new Desk(database, bus, books);
        var all = List.of(
                new CampaignRoutes(this, desk, cursors, idempotency),
                new CampaignMoveRoutes(this, desk, books, idempotency),
                new RecipientRoutes(this, desk, cursors));
        return api -> all.forEach(routes -> routes.mount(api));
    }
}
