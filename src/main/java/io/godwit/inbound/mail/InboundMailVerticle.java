package io.godwit.inbound.mail;

import io.godwit.bus.Bus;
import io.godwit.core.PollLoop;
import io.godwit.core.Timeouts;
import io.godwit.inbound.settings.InboundMailSettings;
import io.godwit.smtp.server.SmtpServer;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Runs the inbound SMTP server, on every node that has one, and the mailbox poller, which one node at a time runs. */
public final class InboundMailVerticle extends VerticleBase {

    public static final String SMTP = "smtp";
    public static final String MAILBOX = "mailbox";

    private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(10);

    private final InboundMailSettings settings;
    private final InboundMailAcceptor acceptor;
    private final MailboxLease lease;
    private final InboundRateLimiter limiter;
    private final Bus bus;
    private final List<Supplier<Future<?>>> ends = new ArrayList<>();

    public InboundMailVerticle(
            InboundMailSettings settings,
            InboundMailAcceptor acceptor,
            MailboxLease lease,
            InboundRateLimiter limiter,
            Bus bus) {
        this.settings = settings;
        this.acceptor = acceptor;
        this.lease = lease;
        this.limiter = limiter;
        this.bus = bus;
    }

    @Override
    public Future<?> start() {
        if (settings.smtpServer().isPresent() || settings.mailbox().isPresent()) {
            limiter.start(vertx, bus).forEach(loop -> ends.add(loop::stop));
        }
        settings.mailbox().ifPresent(mailbox -> {
            var poller = new MailboxPoller(vertx, mailbox, acceptor, lease, limiter);
            var loop = PollLoop.start(vertx, "inbound-mailbox", mailbox.every(), poller::run);
            ends.add(() -> {
                poller.end();
                return loop.stop().eventually(poller::close);
            });
        });
        return settings.smtpServer()
                .map(settings -> SmtpServer.open(vertx, settings, new InboundSmtpHandler(acceptor, limiter))
                        .onSuccess(open -> ends.add(open::close)))
                .orElseGet(Future::succeededFuture);
    }

    @Override
    public Future<?> stop() {
        var ended = Future.join(ends.stream().map(Supplier::get).toList());
        return Timeouts.within(DRAIN_TIMEOUT, ended).otherwiseEmpty();
    }
}
