package io.godwit;

import io.godwit.accounts.PlatformMail;
import io.godwit.bus.Bus;
import io.godwit.db.Database;
import io.godwit.dns.Dns;
import io.godwit.domains.Checks;
import io.godwit.domains.DomainRoutes;
import io.godwit.domains.DomainUses;
import io.godwit.domains.DomainVerticle;
import io.godwit.domains.Domains;
import io.godwit.projects.OwnersMail;
import io.godwit.web.AddressLimits;
import io.godwit.web.Idempotency;
import io.godwit.web.Routes;
import io.vertx.core.Deployable;
import io.vertx.core.Vertx;
import java.util.Optional;

/** The domains mail is sent from, and their checks, wired. */
final class Senders {

    /** Under way at once, so that a sweep over thousands of domains is no flood. */
    private static final int QUESTIONS = 20;

    private final Database database;
    private final Settings settings;
    private final Domains domains;
    private final Checks checks;

    Senders(
            Vertx vertx,
            Database database,
            Bus bus,
            Domains domains,
            PlatformMail mail,
            Settings settings,
            Shutdown shutdown) {
        this.database = database;
        this.settings = settings;
        this.domains = domains;
        var dns = new Dns(vertx, settings.dns().withInFlight(QUESTIONS));
        shutdown.push("dns", dns::close);
        var asked = new AddressLimits("domains", settings.domains().checksPerMinute(), System::nanoTime);
        shutdown.push("domain limits", asked.start(vertx, bus)::stop);
        this.checks = new Checks(
                new Checks.Ports(vertx, database, domains, dns, new OwnersMail(mail)),
                settings.domains(),
                id -> asked.admit(id.toString()));
    }

    Domains domains() {
        return domains;
    }

    Routes routes(DomainUses uses, Idempotency idempotency) {
        return new DomainRoutes(
                new DomainRoutes.Ports(database, domains, checks, uses, settings.domains()), idempotency);
    }

    /** What this node does in the background. */
    Optional<Deployable> work() {
        return settings.roles().contains(Role.DOMAIN) ? Optional.of(new DomainVerticle(checks)) : Optional.empty();
    }
}
