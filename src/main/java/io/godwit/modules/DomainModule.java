package io.godwit.modules;

import io.godwit.accounts.SystemMailer;
import io.godwit.bus.Bus;
import io.godwit.config.NodeRole;
import io.godwit.config.Settings;
import io.godwit.db.Database;
import io.godwit.dns.DnsResolver;
import io.godwit.domains.DomainChecker;
import io.godwit.domains.DomainRoutes;
import io.godwit.domains.DomainUsages;
import io.godwit.domains.DomainVerticle;
import io.godwit.domains.SenderDomainService;
import io.godwit.projects.ProjectMailer;
import io.godwit.web.Routes;
import io.godwit.web.idempotency.IdempotentHandler;
import io.godwit.web.limits.AddressRateLimiter;
import io.vertx.core.Deployable;
import io.vertx.core.Vertx;
import java.util.Optional;

/** Wires the sending domains and their DNS checks. */
public final class DomainModule {

    /** DNS queries under way at once, so that a sweep over thousands of domains is no flood. */
    private static final int QUESTIONS = 20;

    private final Database database;
    private final Settings settings;
    private final SenderDomainService domains;
    private final DomainChecker checks;

    public DomainModule(
            Vertx vertx,
            Database database,
            Bus bus,
            SenderDomainService domains,
            SystemMailer mail,
            Settings settings,
            ShutdownHooks shutdown) {
        this.database = database;
        this.settings = settings;
        this.domains = domains;
        var dns = new DnsResolver(vertx, settings.dns().withInFlight(QUESTIONS));
        shutdown.push("dns", dns::close);
        var asked = new AddressRateLimiter("domains", settings.domains().checksPerMinute(), System::nanoTime);
        shutdown.push("domain limits", asked.start(vertx, bus)::stop);
        this.checks = new DomainChecker(
                new DomainChecker.Dependencies(vertx, database, domains, dns, new ProjectMailer(mail)),
                settings.domains(),
                id -> asked.admit(id.toString()));
    }

    public SenderDomainService domains() {
        return domains;
    }

    public Routes routes(DomainUsages uses, IdempotentHandler idempotency) {
        return new DomainRoutes(
                new DomainRoutes.Dependencies(database, domains, checks, uses, settings.domains()), idempotency);
    }

    /** The verticle this node runs for domain checks. */
    public Optional<Deployable> work() {
        return settings.roles().contains(NodeRole.DOMAIN) ? Optional.of(new DomainVerticle(checks)) : Optional.empty();
    }
}
