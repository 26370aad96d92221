package io.godwit.campaigns;

import io.godwit.billing.Quota;
import io.godwit.bus.Bus;
import io.godwit.core.Loop;
import io.godwit.core.Patience;
import io.godwit.db.Database;
import io.godwit.segments.Segments;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** Sends campaigns. Any number of nodes share the work. */
public final class CampaignVerticle extends VerticleBase {

    /** A scheduled campaign begins so late at most, unless there is much to do. */
    private static final Duration POLL = Duration.ofSeconds(1);

    private static final Duration DRAIN = Duration.ofSeconds(10);

    /** While one campaign's audience is looked for, which can take a minute, others go on. */
    private static final int AT_ONCE = 2;

    private final Bus bus;
    private final Fanout fanout;
    private List<Loop> loops = List.of();

    public CampaignVerticle(Database database, Bus bus, Segments segments, Quota quota, CampaignSettings settings) {
        this.bus = bus;
        this.fanout = new Fanout(database, bus, segments, quota, settings);
    }

    @Override
    public Future<?> start() {
        loops = IntStream.range(0, AT_ONCE)
                .mapToObj(number -> Loop.start(vertx, "campaigns " + number, POLL, fanout::next))
                .toList();
        bus.listen(CampaignsMessages.DUE, due -> loops.forEach(Loop::nudge));
        return Future.succeededFuture();
    }

    /** Waits for the page under way, but not for long: what is cut off is found undone by the next. */
    @Override
    public Future<?> stop() {
        var stopped = Future.join(loops.stream().map(Loop::stop).toList());
        return Patience.within(DRAIN, stopped).otherwiseEmpty();
    }
}
