package io.godwit;

import io.godwit.bus.Bus;
import io.godwit.core.Vault;
import io.godwit.db.Database;
import io.godwit.dns.Dns;
import io.godwit.web.Routes;
import io.godwit.webhooks.CallEnds;
import io.godwit.webhooks.WebhookPorts;
import io.godwit.webhooks.WebhookRoutes;
import io.godwit.webhooks.WebhookVerticle;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;

/** What happens by itself when contacts do something, and the calls it makes, wired. */
final class Automations {

    private final Database database;
    private final Bus bus;
    private final Vault vault;
    private final Settings settings;
    private final Dns dns;

    Automations(Vertx vertx, Database database, Bus bus, Vault vault, Settings settings) {
        this.database = database;
        this.bus = bus;
        this.vault = vault;
        this.settings = settings;
        this.dns = new Dns(vertx, settings.dns());
    }

    Routes routes() {
        return new WebhookRoutes(database, vault);
    }

    /** What this node does in the background. */
    List<Deployable> work(MeterRegistry meters) {
        return settings.roles().contains(Role.WORKFLOW) ? List.of(calls(meters)) : List.of();
    }

    private Deployable calls(MeterRegistry meters) {
        var ports = new WebhookPorts(database, bus, vault, dns, CallEnds.NOBODY);
        return new WebhookVerticle(ports, settings.webhooks(), meters);
    }

    Future<Void> close() {
        return dns.close();
    }
}
