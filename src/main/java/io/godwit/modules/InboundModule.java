package io.godwit.modules;

import io.godwit.config.NodeRole;
import io.godwit.delivery.tls.report.TlsReportInbox;
import io.godwit.dns.DnsResolver;
import io.godwit.inbound.InboundMail;
import io.godwit.inbound.InboundReports;
import io.godwit.inbound.mail.InboundMailAcceptor;
import io.godwit.inbound.received.ReceivedFileRoutes;
import io.godwit.inbound.settings.InboundMailSettings;
import io.godwit.sending.Outbox;
import io.godwit.web.Routes;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Wires delivery reports (SNS, bounces, complaints) and received emails. */
public final class InboundModule implements FeatureModule {

    private final NodeContext node;
    private final SharedServices shared;
    private final InboundReports reports;
    private final DnsResolver dns;
    private final InboundMail mail;

    public InboundModule(NodeContext node, SharedServices shared, BillingModule billing) {
        this.node = node;
        this.shared = shared;
        var settings = node.settings();
        this.reports = new InboundReports(node.vertx(), node.database(), node.bus(), settings.inbound(), node.meters());
        this.dns = new DnsResolver(node.vertx(), settings.dns());
        this.mail = new InboundMail(
                node.vertx(),
                new InboundMail.Dependencies(
                        node.database(),
                        node.bus(),
                        shared.domains(),
                        shared.contactWriter(),
                        shared.events(),
                        billing.quota(),
                        dns,
                        node.crypto(),
                        settings.domains().wanted().bounceLabel(),
                        settings.inboundMail().acceptance(),
                        new TlsReportInbox(settings.tls().reports().received())));
    }

    /** The acceptor of messages that the delivery simulator sends back. */
    InboundMailAcceptor acceptor() {
        return mail.acceptor();
    }

    @Override
    public List<Routes> routes() {
        return List.of(reports.routes(), new ReceivedFileRoutes(node.database()));
    }

    /**
     * The verticles of this node. Reports change tables like the counts they lead to, and need neither a mail server nor a port:
     * they belong to the role {@code job}, and so does polling a mailbox. The SMTP server belongs to the role {@code http}, like
     * the other ports.
     */
    @Override
    public List<Deployable> verticles() {
        var verticles = new ArrayList<Deployable>();
        var settings = node.settings().inboundMail();
        var jobs = node.has(NodeRole.JOB);
        if (jobs) {
            verticles.add(reports.work(shared.events(), new Outbox(), node.crypto(), mail));
        }
        verticles.add(mail.verticle(new InboundMailSettings(
                node.has(NodeRole.HTTP) ? settings.smtpServer() : Optional.empty(),
                jobs ? settings.mailbox() : Optional.empty(),
                settings.acceptance())));
        return verticles;
    }

    @Override
    public Future<?> close() {
        return mail.close().eventually(dns::close);
    }
}
