package io.godwit.inbound;

import io.godwit.bus.Bus;
import io.godwit.contacts.Departures;
import io.godwit.core.ReturnPaths;
import io.godwit.core.Vault;
import io.godwit.db.Database;
import io.godwit.events.Events;
import io.godwit.web.Routes;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.HashMap;
import java.util.Map;

/** What comes to us about mail: the doors it comes in by, and the work that follows. */
public final class Inbound {

    /** A signature takes a tenth of a millisecond. */
    private static final int HOOK_WORKERS = 2;

    /** Certificates and confirmations are seldom. */
    private static final int FETCHERS = 2;

    private final Vertx vertx;
    private final Database database;
    private final Bus bus;
    private final InboundSettings settings;
    private final MeterRegistry meters;
    private final Fetch fetch;
    private final Reports reports;

    public Inbound(Vertx vertx, Database database, Bus bus, InboundSettings settings, MeterRegistry meters) {
        this(vertx, database, bus, settings, meters, new WebFetch());
    }

    /** Asks providers' hosts by {@code fetch}. */
    Inbound(Vertx vertx, Database database, Bus bus, InboundSettings settings, MeterRegistry meters, Fetch fetch) {
        this.vertx = vertx;
        this.database = database;
        this.bus = bus;
        this.settings = settings;
        this.meters = meters;
        this.fetch = fetch;
        this.reports = new Reports(database, bus);
    }

    public Routes routes() {
        var checking = vertx.createSharedWorkerExecutor("hooks", HOOK_WORKERS);
        var fetching = vertx.createSharedWorkerExecutor("hooks that fetch", FETCHERS);
        return new SnsRoutes(settings.topics(), reports, fetch, checking, fetching);
    }

    /** Carries out what was taken in, by whatever door, of whatever node. */
    public Deployable work(Events events, Departures departures, Vault vault, Mailroom mailroom) {
        return work(events, departures, vault, mailroom.readers(), mailroom.letterbox());
    }

    /** The same where nobody writes to us. */
    Deployable work(Events events, Departures departures, Vault vault) {
        return work(events, departures, vault, Map.of(), (tx, mail) -> Future.succeededFuture(false));
    }

    private Deployable work(
            Events events, Departures departures, Vault vault, Map<String, ReportReader> ofMail, Letterbox letterbox) {
        var readers = new HashMap<>(ofMail);
        readers.put(SesReader.PROVIDER, new SesReader());
        var ports = new Processing.Ports(
                database,
                events,
                departures,
                new ReturnPaths(vault),
                Map.copyOf(readers),
                letterbox,
                vertx.createSharedWorkerExecutor("reports of mail", 1));
        return new ReportVerticle(bus, ports, settings, new InboundMetrics(meters));
    }
}
