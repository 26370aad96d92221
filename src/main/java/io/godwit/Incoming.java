package io.godwit;

import io.godwit.billing.Quota;
import io.godwit.bus.Bus;
import io.godwit.contacts.ContactWrites;
import io.godwit.contacts.Departures;
import io.godwit.core.ReturnPaths;
import io.godwit.core.Vault;
import io.godwit.db.Database;
import io.godwit.dns.Dns;
import io.godwit.domains.Domains;
import io.godwit.events.Events;
import io.godwit.inbound.ArrivalSettings;
import io.godwit.inbound.Inbound;
import io.godwit.inbound.Mailroom;
import io.godwit.sending.SigningKeys;
import io.godwit.web.Routes;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Deployable;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What comes to us about mail, and the mail that comes to us, wired. */
final class Incoming {

    private final Vertx vertx;
    private final Database database;
    private final Bus bus;
    private final Vault vault;
    private final Settings settings;
    private final Inbound inbound;

    Incoming(Vertx vertx, Database database, Bus bus, Vault vault, Settings settings, MeterRegistry meters) {
        this.vertx = vertx;
        this.database = database;
        this.bus = bus;
        this.vault = vault;
        this.settings = settings;
        this.inbound = new Inbound(vertx, database, bus, settings.inbound(), meters);
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

    /** What letters are filed with. */
    record Cabinet(Domains domains, ContactWrites contacts, Events events, Departures departures, Quota quota) {}

    /**
     * Reports are work on tables like the counts they lead to, and need neither a mail server nor a port: the job role's. So is
     * a mailbox; the door for mail stands where the others stand.
     */
    List<Deployable> work(Cabinet cabinet, Shutdown shutdown) {
        var mailroom = mailroom(cabinet, shutdown);
        var work = new ArrayList<Deployable>();
        var jobs = settings.roles().contains(Role.JOB);
        if (jobs) {
            work.add(inbound.work(cabinet.events(), cabinet.departures(), vault, mailroom));
        }
        work.add(mailroom.arrivals(new ArrivalSettings(
                settings.roles().contains(Role.HTTP) ? settings.arrivals().door() : Optional.empty(),
                jobs ? settings.arrivals().mailbox() : Optional.empty(),
                settings.arrivals().acceptance())));
        return work;
    }

    private Mailroom mailroom(Cabinet cabinet, Shutdown shutdown) {
        var dns = new Dns(vertx, settings.dns());
        shutdown.push("dns of mail", dns::close);
        var mailroom = new Mailroom(
                vertx,
                new Mailroom.Ports(
                        database,
                        bus,
                        cabinet.domains(),
                        cabinet.contacts(),
                        cabinet.events(),
                        cabinet.quota(),
                        dns,
                        vault,
                        settings.domains().wanted().bounceLabel(),
                        settings.arrivals().acceptance()));
        shutdown.push("mailroom", mailroom::close);
        return mailroom;
    }
}
