package io.godwit.inbound;

import io.godwit.authenticity.Authenticity;
import io.godwit.billing.Quota;
import io.godwit.bus.Bus;
import io.godwit.contacts.ContactWrites;
import io.godwit.core.MessageIds;
import io.godwit.core.ReturnPaths;
import io.godwit.core.Vault;
import io.godwit.db.Database;
import io.godwit.dns.Dns;
import io.godwit.domains.Domains;
import io.godwit.events.Events;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Map;

/** Everything about mail that comes to ourselves: the ways in, who reads it, and where letters are filed. */
public final class Mailroom {

    private final Ports ports;
    private final Authenticity authenticity;
    private final Recipients recipients;
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
            Vault vault,
            String bounceLabel,
            AcceptanceSettings acceptance) {}

    public Mailroom(Vertx vertx, Ports ports) {
        this.ports = ports;
        this.authenticity = new Authenticity(vertx, ports.dns());
        var label = ports.bounceLabel() + ".";
        var returnPaths = new ReturnPaths(ports.vault());
        this.recipients = new Recipients(ports.domains(), returnPaths, label);
        this.filing = new Filing(vertx, ports, recipients);
        this.reader = new PostReader(returnPaths, new MessageIds(ports.vault()), ports.acceptance(), label);
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
        var desk = new Desk(ports.database(), recipients, reports, authenticity);
        var limits = new InboundLimits(ports.acceptance());
        return new Arrivals(settings, desk, new MailboxLease(ports.database()), limits, ports.bus());
    }

    public Future<Void> close() {
        return authenticity.close().eventually(filing::close);
    }
}
