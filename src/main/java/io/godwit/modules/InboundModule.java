package io.godwit.modules;

import io.godwit.billing.Quota;
import io.godwit.bus.Bus;
import io.godwit.config.NodeRole;
import io.godwit.config.Settings;
import io.godwit.contacts.ContactWriter;
import io.godwit.contacts.UnsubscribeListener;
import io.godwit.core.Crypto;
import io.godwit.core.VerpCodec;
import io.godwit.db.Database;
import io.godwit.dns.DnsResolver;
import io.godwit.domains.SenderDomainService;
import io.godwit.events.EventAppender;
import io.godwit.inbound.InboundMail;
import io.godwit.inbound.InboundReports;
import io.godwit.inbound.settings.InboundMailSettings;
import io.godwit.sending.SenderIdentities;
import io.godwit.web.Routes;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Deployable;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Wires delivery reports (SNS, bounces, complaints) and inbound mail. */
public final class InboundModule {

    private final Vertx vertx;
    private final Database database;
    private final Bus bus;
    private final Crypto vault;
    private final Settings settings;
    private final InboundReports inbound;

    public InboundModule(
            Vertx vertx, Database database, Bus bus, Crypto vault, Settings settings, MeterRegistry meters) {
        this.vertx = vertx;
        this.database = database;
        this.bus = bus;
        this.vault = vault;
        this.settings = settings;
        this.inbound = new InboundReports(vertx, database, bus, settings.inbound(), meters);
    }

    public List<Routes> routes() {
        return List.of(inbound.routes());
    }

    /** The same keys; when the settings name a return path host, every email has a return path of its own. */
    public SenderIdentities keys(SenderIdentities keys, SenderDomainService domains) {
        return settings.inbound()
                .returnPath()
                .<SenderIdentities>map(host -> new VerpIdentities(keys, domains, new VerpCodec(vault), host))
                .orElse(keys);
    }

    /** Features that inbound mail is handed to. */
    public record InboundDependencies(
            SenderDomainService domains,
            ContactWriter contacts,
            EventAppender events,
            UnsubscribeListener departures,
            Quota quota) {}

    /**
     * The verticles of this node. Reports change tables like the counts they lead to, and need neither a mail server nor a port:
     * they belong to the role {@code job}, and so does polling a mailbox. The SMTP server belongs to the role {@code http}, like
     * the other ports.
     */
    public List<Deployable> work(InboundDependencies cabinet, ShutdownHooks shutdown) {
        var mailroom = inboundMail(cabinet, shutdown);
        var work = new ArrayList<Deployable>();
        var jobs = settings.roles().contains(NodeRole.JOB);
        if (jobs) {
            work.add(inbound.work(cabinet.events(), cabinet.departures(), vault, mailroom));
        }
        work.add(mailroom.arrivals(new InboundMailSettings(
                settings.roles().contains(NodeRole.HTTP) ? settings.arrivals().door() : Optional.empty(),
                jobs ? settings.arrivals().mailbox() : Optional.empty(),
                settings.arrivals().acceptance())));
        return work;
    }

    private InboundMail inboundMail(InboundDependencies cabinet, ShutdownHooks shutdown) {
        var dns = new DnsResolver(vertx, settings.dns());
        shutdown.push("dns of mail", dns::close);
        var mailroom = new InboundMail(
                vertx,
                new InboundMail.Dependencies(
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
