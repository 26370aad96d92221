package io.godwit.domains;

import io.godwit.bus.Bus;
import io.godwit.bus.Notice;
import io.godwit.core.DomainId;
import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Ids;
import io.godwit.core.ProjectId;
import io.godwit.core.Tenant;
import io.godwit.core.Vault;
import io.godwit.db.Database;
import io.godwit.smtp.DkimKey;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.util.Optional;
import java.util.UUID;

/** Who may send from where. One per node; safe to use from any context. */
public final class Domains {

    private static final Notice<Changed> CHANGED = new Notice<>("domains.changed", Changed.class);

    private final Database database;
    private final Bus bus;
    private final DomainStore store;
    private final DomainKeys keys;
    private final KnownDomains known;

    /** Starts to listen for changes made by other nodes. */
    public Domains(Vertx vertx, Database database, Bus bus, Vault vault) {
        this.database = database;
        this.bus = bus;
        this.store = new DomainStore(vault);
        this.keys = new DomainKeys(vertx);
        this.known = new KnownDomains(vertx, names -> store.find(database.requests(), names));
        bus.listen(CHANGED, changed -> known.forget(changed.name()));
    }

    /** A domain of a project was verified, lost its verification, or is gone. */
    record Changed(UUID project, String domain) {

        DomainName name() {
            return new DomainName(new ProjectId(project), domain);
        }
    }

    /** Fails with {@code FORBIDDEN} and a sentence when the address's domain is not exactly a verified one of the project. */
    public Future<Void> requireVerified(Tenant tenant, EmailAddress sender) {
        var name = new DomainName(tenant.project(), sender.domain());
        return known.find(name)
                .compose(found -> found.filter(SendingDomain::verified).isPresent()
                        ? Future.succeededFuture()
                        : refuse(name, found.isPresent()));
    }

    /** The signing key of a verified domain, cached; empty when the domain is gone or no longer verified. */
    public Future<Optional<DkimKey>> signingKey(ProjectId project, String domain) {
        return known.find(new DomainName(project, domain))
                .map(found -> found.filter(SendingDomain::verified).map(SendingDomain::key));
    }

    /** The same for the operator's own sender, whose DNS nobody but the operator checks; empty when there is no such domain. */
    public Future<Optional<DkimKey>> signingKeyUnchecked(ProjectId project, String domain) {
        return known.find(new DomainName(project, domain)).map(found -> found.map(SendingDomain::key));
    }

    /**
     * Makes a domain's key pair, on a worker, because it takes some 100 ms.
     *
     * @param domain A-labels, lower case
     */
    public Future<NewDomain> prepare(String domain) {
        return keys.generate().map(pair -> new NewDomain(new DomainId(Ids.next()), domain, pair));
    }

    /** Adds a prepared domain in the caller's transaction; fails with {@code CONFLICT} when the project has it already. */
    public Future<Void> add(SqlClient tx, Tenant tenant, NewDomain domain, boolean verified) {
        return store.insert(tx, tenant, domain, verified);
    }

    /** Completes when it is written; every node acts on it at once, or 5 s later when the notice was lost. */
    public Future<Void> setVerified(Tenant tenant, String domain, boolean verified) {
        return store.setVerified(database.requests(), tenant, domain, verified)
                .onSuccess(written ->
                        bus.publish(CHANGED, new Changed(tenant.project().value(), domain)));
    }

    private Future<Void> refuse(DomainName name, boolean registeredHere) {
        return registeredHere
                ? forbidden("The domain " + name.domain() + " is not verified yet. Set its DNS records and check it.")
                : store.isRegistered(database.requests(), name.domain())
                        .compose(elsewhere -> forbidden(unregistered(name.domain(), elsewhere)));
    }

    private static String unregistered(String domain, boolean elsewhere) {
        return elsewhere
                ? "The domain " + domain
                        + " is registered in another project, not in this one. Add it here and verify it."
                : "The domain " + domain + " is not registered. Add it to this project and verify it.";
    }

    private static Future<Void> forbidden(String sentence) {
        return Future.failedFuture(Failure.of(Kind.FORBIDDEN, sentence));
    }
}
