package io.godwit.domains;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.id.DomainId;
import io.godwit.db.Database;
import io.godwit.projects.audit.Actor;
import io.godwit.projects.audit.AuditLog;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Map;

/** Lists, adds and removes the domains of a project and replaces their keys. */
final class DomainService {

    /** The domains of a project at most; each is checked every five minutes. */
    private static final int MAX_DOMAINS = 1_000;

    private final Database database;
    private final SenderDomainService domains;
    private final DomainUsages usages;
    private final boolean includeSubdomains;
    private final DomainListStore store = new DomainListStore();
    private final AuditLog audit = new AuditLog();

    DomainService(Database database, SenderDomainService domains, DomainUsages usages, boolean includeSubdomains) {
        this.database = database;
        this.domains = domains;
        this.usages = usages;
        this.includeSubdomains = includeSubdomains;
    }

    Future<List<Domain>> list(Tenant tenant) {
        return store.list(database.requests(), tenant);
    }

    /** Finds a domain; fails with {@code RESOURCE_NOT_FOUND}. */
    Future<Domain> find(SqlClient db, Tenant tenant, DomainId id) {
        return store.find(db, tenant, id).map(found -> found.orElseThrow(() -> DomainChecker.notFound(id.toString())));
    }

    /** Checks whether the project may add the domain, and fails when it may not; called before the costly key is made. */
    Future<Void> requireAddable(Tenant tenant, String domain) {
        return requireAddable(database.requests(), tenant, domain);
    }

    private Future<Void> requireAddable(SqlClient db, Tenant tenant, String domain) {
        return store.addPermission(db, tenant, domain, DomainNameParser.registered(domain))
                .map(permission -> {
                    if (permission.here()) {
                        throw Failure.of(Kind.CONFLICT, "This project has this domain already.");
                    } else if (permission.banned()) {
                        throw Failure.of(Kind.FORBIDDEN, "This domain cannot be added here. Write to our support.");
                    } else if (permission.domains() >= MAX_DOMAINS) {
                        throw Failure.of(
                                Kind.CONFLICT,
                                "A project can have at most " + MAX_DOMAINS + " domains. Remove one first.");
                    }
                    return null;
                });
    }

    Future<Domain> add(SqlClient tx, Tenant tenant, Actor actor, NewDomain domain) {
        return requireAddable(tx, tenant, domain.domain())
                .compose(ignored -> domains.add(tx, tenant, domain, false))
                .compose(ignored -> audit.record(tx, tenant, actor, "domain.added", eventData(domain.domain())))
                .compose(ignored -> find(tx, tenant, domain.id()));
    }

    /** Adds the next key of a domain; fails with {@code CONFLICT} while a next key exists already. */
    Future<Domain> follow(SqlClient tx, Tenant tenant, Actor actor, NewDomain successor, DomainId id) {
        return domains.follow(tx, tenant, successor)
                .compose(ignored -> audit.record(tx, tenant, actor, "domain.key.added", eventData(successor.domain())))
                .compose(ignored -> find(tx, tenant, id));
    }

    /** Removes a domain; fails with {@code CONFLICT} and the usages while something sends from it. */
    Future<Void> remove(Tenant tenant, Actor actor, DomainId id) {
        return database.transaction(tx -> store.lock(tx, tenant, id)
                        .map(found -> found.orElseThrow(() -> DomainChecker.notFound(id.toString())))
                        .compose(domain -> requireUnused(tx, tenant, domain))
                        .compose(domain -> store.delete(tx, domain)
                                .compose(ignored ->
                                        audit.record(tx, tenant, actor, "domain.removed", eventData(domain.name())))
                                .map(domain)))
                .onSuccess(deleted -> domains.publishChange(deleted.domainName()))
                .mapEmpty();
    }

    private static Map<String, String> eventData(String domain) {
        return Map.of("domain", domain);
    }

    private Future<Domain> requireUnused(SqlClient tx, Tenant tenant, Domain domain) {
        return usages.usages(tx, tenant, domain.name(), includeSubdomains)
                .compose(found -> found.isEmpty()
                        ? Future.succeededFuture(domain)
                        : Future.failedFuture(Failure.of(
                                        Kind.CONFLICT,
                                        "Templates, workflows or campaigns send from this domain. Change or end them first.")
                                .with("uses", found)));
    }
}
