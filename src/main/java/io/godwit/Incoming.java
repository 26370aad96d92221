package io.godwit;

import io.godwit.bus.Bus;
import io.godwit.contacts.Departures;
import io.godwit.core.ReturnPaths;
import io.godwit.core.Vault;
import io.godwit.db.Database;
import io.godwit.domains.Domains;
import io.godwit.events.Events;
import io.godwit.inbound.Inbound;
import io.godwit.sending.SigningKeys;
import io.godwit.web.Routes;
import io.vertx.core.Deployable;
import io.vertx.core.Vertx;
import java.util.List;

/** What comes to us about mail, wired. */
final class Incoming {

    private final Vault vault;
    private final Settings settings;
    private final Inbound inbound;

    Incoming(Vertx vertx, Database database, Bus bus, Vault vault, Settings settings) {
        this.vault = vault;
        this.settings = settings;
        this.inbound = new Inbound(vertx, database, bus, settings.inbound());
    }

    List<Routes> routes() {
        return List.of(inbound.routes());
    }

    /** The same keys; where the settings say that what comes back comes to us, every mail has a return path of its own. */
    SigningKeys keys(SigningKeys keys, Domains domains) {
        return settings.inbound()
                .returnPath()
                .<SigningKeys>map(host -> new ReturnAddresses(keys, domains, new ReturnPaths(vault), host))
                .orElse(keys);
    }

    /** Reports are work on tables like the counts they lead to, and need neither a mail server nor a port: the job role's. */
    List<Deployable> work(Events events, Departures departures) {
        return settings.roles().contains(Role.JOB) ? List.of(inbound.work(events, departures, vault)) : List.of();
    }
}
