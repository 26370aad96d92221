package io.godwit.modules;

import io.godwit.config.NodeRole;
import io.godwit.core.PollLoop;
import io.godwit.dns.DnsResolver;
import io.godwit.domains.DomainChecker;
import io.godwit.domains.DomainRoutes;
import io.godwit.domains.DomainVerticle;
import io.godwit.projects.ProjectMailer;
import io.godwit.web.Routes;
import io.godwit.web.limits.AddressRateLimiter;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import java.util.List;

/** Wires the sending domains and their DNS checks. */
public final class DomainModule implements FeatureModule {

    /** DNS queries under way at once, so that a sweep over thousands of domains is no flood. */
    private static final int QUERIES = 20;

    private final NodeContext node;
    private final SharedServices shared;
    private final DnsResolver dns;
    private final PollLoop checkCounts;
    private final DomainChecker checker;

    public DomainModule(NodeContext node, SharedServices shared) {
        this.node = node;
        this.shared = shared;
        var settings = node.settings();
        this.dns = new DnsResolver(node.vertx(), settings.dns().withInFlight(QUERIES));
        var limiter = new AddressRateLimiter("domains", settings.domains().checksPerMinute(), System::nanoTime);
        this.checkCounts = limiter.start(node.vertx(), node.bus());
        this.checker = new DomainChecker(
                new DomainChecker.Dependencies(
                        node.vertx(), node.database(), shared.domains(), dns, new ProjectMailer(shared.mail())),
                settings.domains(),
                id -> limiter.admit(id.toString()));
    }

    @Override
    public List<Routes> routes() {
        var dependencies = new DomainRoutes.Dependencies(
                node.database(),
                shared.domains(),
                checker,
                shared.usages().ofDomains(shared.templates()),
                node.settings().domains());
        return List.of(new DomainRoutes(dependencies, shared.idempotency()));
    }

    @Override
    public List<Deployable> verticles() {
        return node.has(NodeRole.DOMAIN) ? List.of(new DomainVerticle(checker)) : List.of();
    }

    @Override
    public Future<?> close() {
        return checkCounts.stop().eventually(dns::close);
    }
}
