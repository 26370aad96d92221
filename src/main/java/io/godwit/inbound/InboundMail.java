package io.godwit.inbound;

import io.godwit.billing.Quota;
import io.godwit.bus.Bus;
import io.godwit.contacts.ContactWriter;
import io.godwit.core.Crypto;
import io.godwit.core.MessageIdCodec;
import io.godwit.core.VerpCodec;
import io.godwit.db.Database;
import io.godwit.delivery.tls.report.TlsReportInbox;
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

    private final Dependencies dependencies;
    private final MailAuthenticator authenticator;
    private final RecipientResolver recipients;
    private final InboundMailFiler filer;
    private final MailReportParser parser;

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
            AcceptanceSettings acceptance,
            TlsReportInbox tlsReports) {}

    public InboundMail(Vertx vertx, Dependencies dependencies) {
        this.dependencies = dependencies;
        this.authenticator = new MailAuthenticator(vertx, dependencies.dns());
        var label = dependencies.bounceLabel() + ".";
        var verp = new VerpCodec(dependencies.crypto());
        this.recipients = new RecipientResolver(dependencies.domains(), verp, label);
        this.filer = new InboundMailFiler(vertx, dependencies, recipients);
        this.parser =
                new MailReportParser(verp, new MessageIdCodec(dependencies.crypto()), dependencies.acceptance(), label);
    }

    /** Returns the parsers by the provider name of the reports. */
    Map<String, ReportParser> readers() {
        return Map.of(InboundMailVerticle.SMTP, parser, InboundMailVerticle.MAILBOX, parser);
    }

    InboundMailHandler handler() {
        return filer;
    }

    /** Returns the acceptor of messages, which stores them for processing. */
    public InboundMailAcceptor acceptor() {
        return new InboundMailAcceptor(
                dependencies.database(),
                recipients,
                new ReportInbox(dependencies.database(), dependencies.bus()),
                authenticator,
                dependencies.tlsReports());
    }

    /** Returns the verticle of this node's SMTP server and mailbox poller. */
    public Deployable verticle(InboundMailSettings settings) {
        var limiter = new InboundRateLimiter(dependencies.acceptance());
        return new InboundMailVerticle(
                settings, acceptor(), new MailboxLease(dependencies.database()), limiter, dependencies.bus());
    }

    public Future<Void> close() {
        return authenticator.close().eventually(filer::close);
    }
}
