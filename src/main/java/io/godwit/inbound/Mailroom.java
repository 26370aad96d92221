package io.godwit.inbound;

import io.godwit.authenticity.Authenticity;
import io.godwit.billing.Quota;
import io.godwit.bus.Bus;
import io.godwit.contacts.ContactWrites;
import io.godwit.core.ReturnPaths;
import io.godwit.db.Database;
import io.godwit.dns.Dns;
import io.godwit.domains.Domains;
import io.godwit.events.Events;
import io.godwit.sending.Incoming;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Map;

/** Everything about mail that comes to ourselves: the ways in, who reads it, and where letters are filed. */
public final class Mailroom {

    private final Ports ports;
    private final Authenticity authenticity;
    private final Filing filing;
    private final PostReader reader;

    /**
     * What it works with.
     *
     * @param bounceLabel stands before a domain in the host of its return paths
     */
    public record Ports(
            Database database,
            Bus bus,
            Domains domains,
            ContactWrites contacts,
            Events events,
            Quota quota,
            Dns dns,
            ReturnPaths paths,
            String bounceLabel) {}

    public Mailroom(Vertx vertx, Ports ports) {
        this.ports = ports;
        this.authenticity = new Authenticity(vertx, ports.dns());
        this.filing =
                new Filing(vertx, ports.domains(), ports.contacts(), new Incoming(), ports.events(), ports.quota());
        this.reader = new PostReader(ports.paths());
    }

    /** By the ways mail comes. */
    Map<String, ReportReader> readers() {
        return Map.of(Arrivals.SMTP, reader, Arrivals.MAILBOX, reader);
    }

    Letterbox letterbox() {
        return filing;
    }

    /** What this node keeps open. */
    public Deployable arrivals(ArrivalSettings settings) {
        var reports = new Reports(ports.database(), ports.bus());
        var desk =
                new Desk(ports.database(), ports.domains(), reports, authenticity, ports.paths(), ports.bounceLabel());
        return new Arrivals(settings, desk, new MailboxLease(ports.database()));
    }

    public Future<Void> close() {
        return authenticity.close().eventually(filing::close);
    }
}
