package io.godwit.modules;

import io.godwit.config.NodeRole;
import io.godwit.core.PollLoop;
import io.godwit.delivery.tls.TlsPolicyResolver;
import io.godwit.delivery.tls.TlsPolicyService;
import io.godwit.delivery.tls.TlsSessionRecorder;
import io.godwit.delivery.tls.report.TlsReportRoutes;
import io.godwit.delivery.tls.report.TlsReportSender;
import io.godwit.delivery.tls.report.TlsSessionCounter;
import io.godwit.dns.DnsAnswer;
import io.godwit.dns.DnsResolver;
import io.godwit.dns.Mx;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** Wires the policies for encrypted sessions with mail hosts, and the TLS reports. */
public final class MailTlsModule implements FeatureModule {

    private final NodeContext node;
    private final SharedServices shared;
    private final AccountModule accounts;
    private final DnsResolver dns;
    private final TlsPolicyService policies;
    private final TlsSessionCounter counter;

    public MailTlsModule(NodeContext node, SharedServices shared, AccountModule accounts) {
        this.node = node;
        this.shared = shared;
        this.accounts = accounts;
        var settings = node.settings();
        this.dns = new DnsResolver(node.vertx(), settings.dns());
        this.policies = new TlsPolicyService(node.vertx(), node.database(), dns, settings.dns(), settings.tls());
        this.counter = new TlsSessionCounter(node.database(), Clock.systemUTC());
    }

    /** The policies of mail hosts, for direct delivery. */
    public TlsPolicyResolver policies() {
        return policies.resolver();
    }

    /** The MX records of a domain, from the validating resolver where there is one. */
    Future<DnsAnswer<Mx>> mx(String domain) {
        return policies.mx(domain);
    }

    /** The counter of sessions with mail hosts. */
    public TlsSessionRecorder sessions() {
        return counter;
    }

    @Override
    public List<Routes> routes() {
        return List.of(new TlsReportRoutes(accounts.operators(), node.database()));
    }

    @Override
    public List<PollLoop> loops() {
        var loops = new ArrayList<PollLoop>();
        if (node.has(NodeRole.SEND)) {
            loops.add(counter.start(node.vertx()));
        }
        if (node.has(NodeRole.JOB)) {
            policies.startRefresh().ifPresent(loops::add);
            if (node.settings().tls().reports().sent()) {
                loops.add(sender().start(node.vertx()));
            }
        }
        return loops;
    }

    private TlsReportSender sender() {
        var settings = node.settings().tls();
        return new TlsReportSender(
                new TlsReportSender.Dependencies(
                        node.database(), dns, policies.client(), settings.port(), shared.mail()),
                settings.reports());
    }

    @Override
    public Future<?> close() {
        return counter.close().eventually(policies::close).eventually(dns::close);
    }
}
