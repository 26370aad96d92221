package io.godwit.modules;

import io.godwit.delivery.DeliveryChoiceRoutes;
import io.godwit.delivery.DirectDelivery;
import io.godwit.delivery.SiteRoutes;
import io.godwit.delivery.egress.EgressSource;
import io.godwit.delivery.routing.MxResolver;
import io.godwit.delivery.shaping.TrafficShaper;
import io.godwit.dns.DnsResolver;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Random;

/** Wires delivery to mail hosts without a relay. The send pipeline starts and stops it. */
public final class DirectDeliveryModule implements FeatureModule {

    private final DnsResolver dns;
    private final DirectDelivery delivery;
    private final List<Routes> routes;

    /** Blocks while this machine looks its own name up. */
    public DirectDeliveryModule(NodeContext node, AccountModule accounts, MailTlsModule tls) {
        this.routes = List.of(
                new SiteRoutes(accounts.operators(), node.database(), node.bus()),
                new DeliveryChoiceRoutes(accounts.operators(), node.database()));
        var settings = node.settings().direct();
        this.dns = new DnsResolver(node.vertx(), node.settings().dns());
        var random = new Random();
        this.delivery = new DirectDelivery(
                node.vertx(),
                node.database(),
                settings,
                settings.sources().isEmpty() ? List.of(EgressSource.ofSystem(ownName())) : settings.sources(),
                new MxResolver(dns, tls::mx, settings.allowed(), random, System::nanoTime),
                new TrafficShaper(settings.rules(), settings::warmsUp, random),
                tls.policies(),
                tls.sessions(),
                node.settings().mail().idleTimeout());
    }

    /** Returns the name of this machine; an address in brackets where it does not know its name (RFC 5321 §4.1.3). */
    private static String ownName() {
        try {
            var name = InetAddress.getLocalHost().getCanonicalHostName();
            return name.matches("[A-Za-z0-9.-]+") ? name : "[127.0.0.1]";
        } catch (UnknownHostException unknown) {
            return "[127.0.0.1]";
        }
    }

    DirectDelivery delivery() {
        return delivery;
    }

    @Override
    public List<Routes> routes() {
        return routes;
    }

    @Override
    public Future<Void> close() {
        return dns.close();
    }
}
