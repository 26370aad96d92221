package io.godwit.inbound;

import io.godwit.bus.Bus;
import io.godwit.core.Loop;
import io.godwit.core.Patience;
import io.godwit.smtp.MailDoor;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The ways by which mail comes in: our own door, on every node that has one, and a mailbox, which one node at a time reads. */
final class Arrivals extends VerticleBase {

    static final String SMTP = "smtp";
    static final String MAILBOX = "mailbox";

    private static final Duration DRAIN = Duration.ofSeconds(10);

    private final ArrivalSettings settings;
    private final Desk desk;
    private final MailboxLease lease;
    private final InboundLimits limits;
    private final Bus bus;
    private final List<Supplier<Future<?>>> ends = new ArrayList<>();

    Arrivals(ArrivalSettings settings, Desk desk, MailboxLease lease, InboundLimits limits, Bus bus) {
        this.settings = settings;
        this.desk = desk;
        this.lease = lease;
        this.limits = limits;
        this.bus = bus;
    }

    @Override
    public Future<?> start() {
        if (settings.door().isPresent() || settings.mailbox().isPresent()) {
            limits.start(vertx, bus).forEach(loop -> ends.add(loop::stop));
        }
        settings.mailbox().ifPresent(mailbox -> {
            var reading = new MailboxReading(vertx, mailbox, desk, lease, limits);
            var loop = Loop.start(vertx, "mailbox", mailbox.every(), reading::run);
            ends.add(() -> {
                reading.end();
                return loop.stop().eventually(reading::close);
            });
        });
        return settings.door()
                .map(door ->
                        MailDoor.open(vertx, door, new Porter(desk, limits)).onSuccess(open -> ends.add(open::close)))
                .orElseGet(Future::succeededFuture);
    }

    @Override
    public Future<?> stop() {
        var ended = Future.join(ends.stream().map(Supplier::get).toList());
        return Patience.within(DRAIN, ended).otherwiseEmpty();
    }
}
