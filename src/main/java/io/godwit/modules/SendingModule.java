package io.godwit.modules;

import io.godwit.bus.Bus;
import io.godwit.config.Settings;
import io.godwit.core.Crypto;
import io.godwit.core.LinkTokenCodec;
import io.godwit.core.MessageIdCodec;
import io.godwit.db.Database;
import io.godwit.events.EventAppender;
import io.godwit.sending.MailServerState;
import io.godwit.sending.RefusalListener;
import io.godwit.sending.SendDependencies;
import io.godwit.sending.SenderIdentities;
import io.godwit.sending.pipeline.SendVerticle;
import io.godwit.smtp.RelaySettings;
import io.godwit.smtp.Transport;
import io.godwit.smtp.catcher.MailCatcher;
import io.godwit.smtp.client.RelayTransport;
import io.godwit.tracking.TrackingRewriter;
import io.godwit.web.Routes;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Deployable;
import io.vertx.core.Vertx;
import java.util.List;

/** Wires sending: the transport to the mail server and the verticle that sends. */
public final class SendingModule {

    private final Vertx vertx;
    private final Database database;
    private final Bus bus;
    private final Settings settings;
    private final MeterRegistry meters;
    private final ShutdownHooks shutdown;
    private final MailServerState state = new MailServerState();

    public SendingModule(
            Vertx vertx, Database database, Bus bus, Settings settings, MeterRegistry meters, ShutdownHooks shutdown) {
        this.vertx = vertx;
        this.database = database;
        this.bus = bus;
        this.settings = settings;
        this.meters = meters;
        this.shutdown = shutdown;
    }

    /** Blocks until the transport can be used; adds the catcher's pages when the catcher is the mail server. */
    public Transport transport(List<Routes> routes) {
        var transport = new RelayTransport(vertx, relay(routes));
        shutdown.push("mail", transport::close);
        return transport;
    }

    /** Settings of the mail server we hand email to: the catcher's when no other is set. */
    private RelaySettings relay(List<Routes> routes) {
        if (!settings.mail().catcher()) {
            return settings.mail();
        }
        var catcher = MailCatcher.start(
                        vertx,
                        settings.dataDir().resolve("mailbox"),
                        settings.mail(),
                        settings.http().publicUrl())
                .await();
        shutdown.push("catcher", catcher::close);
        routes.add(catcher.routes());
        return catcher.address();
    }

    /** The state of the mail server, for the node's health. */
    public MailServerState state() {
        return state;
    }

    public Deployable work(
            SenderIdentities keys, EventAppender events, Transport transport, Crypto vault, RefusalListener notices) {
        var links = new LinkTokenCodec(vault);
        var marks = new TrackingRewriter(settings.http().publicUrl(), links);
        var ports = new SendDependencies(
                database, bus, events, keys, transport, links, new MessageIdCodec(vault), marks, notices, state);
        return new SendVerticle(ports, settings.sending(), meters);
    }
}
