package io.godwit.domains;

import io.godwit.bus.Bus;
import io.godwit.bus.Topic;
import io.godwit.core.Crypto;
import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.id.DomainId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.db.Database;
import io.godwit.smtp.message.DkimKey;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Who may send from where. One per node; safe to use from any context. */
public final class SenderDomainService {

    private static final Topic<DomainChange> CHANGED = new Topic<>("domains.changed", DomainChange.class);

    private final Database database;
    private final Bus bus;
    private final DomainStore store;
    private final DomainKeyFactory keys;
    private final DomainCache known;
    private final DomainSettings settings;

    /** Starts to listen for changes made by other nodes. */
    public SenderDomainService(Vertx vertx, Database database, Bus bus, Crypto vault, DomainSettings settings) {
        this.settings = settings;
        this.database = database;
        this.bus = bus;
        this.store = new DomainStore(vault, settings.wanted());
        this.keys = new DomainKeyFactory(vertx);
        this.known = new DomainCache(vertx, settings.belowToo(), names -> store.find(database.requests(), names));
        bus.listen(CHANGED, changed -> known.evict(changed.name()));
    }

    /** A domain of a project was verified, lost its verification, or is gone. */
    record DomainChange(UUID project, String domain) {

        DomainName name() {
            return new DomainName(new ProjectId(project), domain);
        }
    }

    /**
     * Fails with {@code FORBIDDEN} and a sentence when the address's domain is not a verified one of the project, nor, where the
     * settings allow it, below one.
     */
    public Future<Void> requireVerified(Tenant tenant, EmailAddress sender) {
        var name = new DomainName(tenant.project(), sender.domain());
        return known.verified(name)
                .compose(found -> found.isPresent()
                        ? Future.succeededFuture()
                        : known.find(name).compose(here -> refuse(name, here.isPresent())));
    }

    /**
     * The signing key of a verified domain, cached; empty when the domain is gone or no longer verified. For a name below a
     * verified one it is that one's, which is in line with the sender (RFC 7489 §3.1.1, relaxed).
     */
    public Future<Optional<DkimKey>> signingKey(ProjectId project, String domain) {
        return known.verified(new DomainName(project, domain)).map(found -> found.map(SendingDomain::key));
    }

    /** The host below a verified domain that takes what comes back, if its record leads to us; cached like the key. */
    public Future<Optional<String>> returnPath(ProjectId project, String domain) {
        return known.verified(new DomainName(project, domain)).map(found -> found.flatMap(SendingDomain::returnPath));
    }

    /**
     * The base of links in mail from there, if the record that leads the domain's own host to us was found; cached like the
     * key. Without a trailing slash.
     */
    public Future<Optional<String>> links(ProjectId project, String domain) {
        return settings.links()
                .map(form -> known.verified(new DomainName(project, domain))
                        .map(found -> found.flatMap(SendingDomain::linksHost).map(form::at)))
                .orElseGet(() -> Future.succeededFuture(Optional.empty()));
    }

    /** The projects that take mail for this very domain: those that have proved it is theirs. */
    public Future<List<ProjectId>> receiving(SqlClient db, String domain) {
        return store.receiving(db, domain);
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

    /**
     * Adds a prepared domain in the caller's transaction; fails with {@code CONFLICT} when the project has it already.
     *
     * @param vouched it is verified at once and needs no proof, ever
     */
    public Future<Void> add(SqlClient tx, Tenant tenant, NewDomain domain, boolean vouched) {
        return store.insert(tx, tenant, domain, vouched, settings.every());
    }

    /** Has another key follow a domain's, once it is found in DNS. */
    Future<Void> follow(SqlClient tx, Tenant tenant, NewDomain successor) {
        return store.follow(tx, tenant, successor);
    }

    /** Completes when it is written; every node acts on it at once, or 5 s later when the notice was lost. */
    public Future<Void> setVerified(Tenant tenant, String domain, boolean verified) {
        return store.setVerified(database.requests(), tenant, domain, verified)
                .onSuccess(written -> publishChange(new DomainName(tenant.project(), domain)));
    }

    /** Tells every node that what it knows of a domain is old. */
    void publishChange(DomainName name) {
        bus.publish(CHANGED, new DomainChange(name.project().value(), name.domain()));
    }

    /** Says the same whether or not another project has the domain: that is nobody else's business. */
    private static Future<Void> refuse(DomainName name, boolean registeredHere) {
        return forbidden(
                registeredHere
                        ? "The domain " + name.domain() + " is not verified yet. Set its DNS records and check it."
                        : "The domain " + name.domain()
                                + " is not registered in this project. Add it here and verify it.");
    }

    private static Future<Void> forbidden(String sentence) {
        return Future.failedFuture(Failure.of(Kind.FORBIDDEN, sentence));
    }
}
