package io.godwit.inbound;

import io.godwit.billing.Quota;
import io.godwit.bus.Bus;
import io.godwit.contacts.ContactWriter;
import io.godwit.core.Crypto;
import io.godwit.core.MessageIdCodec;
import io.godwit.core.VerpCodec;
import io.godwit.db.Database;
import io.godwit.dns.DnsResolver;
import io.godwit.domains.SenderDomainService;
import io.godwit.events.EventAppender;
import io.godwit.inbound.mail.InboundMailAcceptor;
import io.godwit.inbound.mail.InboundMailVerticle;
import io.godwit.inbound.mail.InboundRateLimiter;
import io.godwit.inbound.mail.MailReportParser;
import io.godwit.inbound.mail.MailboxLease;
import io.godwit.inbound.mail.RecipientResolver;
import io.godwit.inbound.processing.InboundMailHandler;
import io.godwit.inbound.processing.ReportInbox;
import io.godwit.inbound.processing.ReportParser;
import io.godwit.inbound.settings.AcceptanceSettings;
import io.godwit.inbound.settings.InboundMailSettings;
import io.godwit.mailauth.MailAuthenticator;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Map;

/**
 * Wires inbound mail: the SMTP server and the mailbox poller, the parsers of reports and emails, and the filing of emails.
 */
public final class InboundMail {

    private final Dependencies ports;
    private final MailAuthenticator authenticity;
    private final RecipientResolver recipients;
    private final InboundMailFiler filing;
    private final MailReportParser reader;

    /**
     * The parts that inbound mail works with.
     *
     * @param bounceLabel precedes a domain in the host of its return paths
     */
    public record Dependencies(
            Database database,
            Bus bus,
            SenderDomainService domains,
            ContactWriter contacts,
            EventAppender events,
            Quota quota,
            DnsResolver dns,
            Crypto crypto,
            String bounceLabel,
            AcceptanceSettings acceptance) {}

    public InboundMail(Vertx vertx, Dependencies ports) {
        this.ports = ports;
        this.authenticity = new MailAuthenticator(vertx, ports.dns());
        var label = ports.bounceLabel() + ".";
        var returnPaths = new VerpCodec(ports.crypto());
        this.recipients = new RecipientResolver(ports.domains(), returnPaths, label);
        this.filing = new InboundMailFiler(vertx, ports, recipients);
        this.reader = new MailReportParser(returnPaths, new MessageIdCodec(ports.crypto()), ports.acceptance(), label);
    }

    /** Returns the parsers by the provider name of the reports. */
    Map<String, ReportParser> readers() {
        return Map.of(InboundMailVerticle.SMTP, reader, InboundMailVerticle.MAILBOX, reader);
    }

    InboundMailHandler handler() {
        return filing;
    }

    /** Returns the verticle of this node's SMTP server and mailbox poller. */
    public Deployable arrivals(InboundMailSettings settings) {
        var reports = new ReportInbox(ports.database(), ports.bus());
        var acceptor = new InboundMailAcceptor(ports.database(), recipients, reports, authenticity);
        var limits = new InboundRateLimiter(ports.acceptance());
        return new InboundMailVerticle(settings, acceptor, new MailboxLease(ports.database()), limits, ports.bus());
    }

    public Future<Void> close() {
        return authenticity.close().eventually(filing::close);
    }
}
