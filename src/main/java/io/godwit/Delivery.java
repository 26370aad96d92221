package io.godwit;

import io.godwit.bus.Bus;
import io.godwit.core.LinkTokens;
import io.godwit.core.MessageIds;
import io.godwit.core.Vault;
import io.godwit.db.Database;
import io.godwit.events.Events;
import io.godwit.sending.MailServerState;
import io.godwit.sending.RefusalNotices;
import io.godwit.sending.SendPorts;
import io.godwit.sending.SendVerticle;
import io.godwit.sending.SigningKeys;
import io.godwit.smtp.Catcher;
import io.godwit.smtp.MailClientTransport;
import io.godwit.smtp.MailSettings;
import io.godwit.smtp.Transport;
import io.godwit.tracking.Marks;
import io.godwit.web.Routes;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Deployable;
import io.vertx.core.Vertx;
import java.util.List;

/** The way out: the mail server we hand to, and the verticle that does, wired. */
final class Delivery {

    private final Vertx vertx;
    private final Database database;
    private final Bus bus;
    private final Settings settings;
    private final MeterRegistry meters;
    private final Shutdown shutdown;
    private final MailServerState state = new MailServerState();

    Delivery(Vertx vertx, Database database, Bus bus, Settings settings, MeterRegistry meters, Shutdown shutdown) {
        this.vertx = vertx;
        this.database = database;
        this.bus = bus;
        this.settings = settings;
        this.meters = meters;
        this.shutdown = shutdown;
    }

    /** Blocks until it can be used; adds the catcher's pages when that is the mail server. */
    Transport transport(List<Routes> routes) {
        var transport = new MailClientTransport(vertx, relay(routes));
        shutdown.push("mail", transport::close);
        return transport;
    }

    /** The mail server we hand to: the catcher until there is another. */
    private MailSettings relay(List<Routes> routes) {
        if (!settings.mail().catcher()) {
            return settings.mail();
        }
        var catcher = Catcher.start(
                        vertx,
                        settings.dataDir().resolve("mailbox"),
                        settings.mail(),
                        settings.http().publicUrl())
                .await();
        shutdown.push("catcher", catcher::close);
        routes.add(catcher.routes());
        return catcher.address();
    }

    /** Tells how the mail server stands, for the node's health. */
    MailServerState state() {
        return state;
    }

    Deployable work(SigningKeys keys, Events events, Transport transport, Vault vault, RefusalNotices notices) {
        var links = new LinkTokens(vault);
        var marks = new Marks(settings.http().publicUrl(), links);
        var ports = new SendPorts(
                database, bus, events, keys, transport, links, new MessageIds(vault), marks, notices, state);
        return new SendVerticle(ports, settings.sending(), meters);
    }
}
