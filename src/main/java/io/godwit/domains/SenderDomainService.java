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
import java.security.KeyPair;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Checks sender domains and provides their signing keys, return paths and link hosts. One instance per node; safe to use
 * from any context.
 */
public final class SenderDomainService {

    private static final Topic<DomainChange> CHANGED = new Topic<>("domains.changed", DomainChange.class);

    private final Database database;
    private final Bus bus;
    private final DomainStore store;
    private final DomainKeyFactory keys;
    private final DomainCache known;
    private final DomainSettings settings;

    /** Creates the service and subscribes to changes made by other nodes. */
    public SenderDomainService(Vertx vertx, Database database, Bus bus, Crypto crypto, DomainSettings settings) {
        this.settings = settings;
        this.database = database;
        this.bus = bus;
        this.store = new DomainStore(crypto, settings.wanted(), settings.ed25519());
        this.keys = new DomainKeyFactory(vertx);
        this.known =
                new DomainCache(vertx, settings.includeSubdomains(), names -> store.find(database.requests(), names));
        bus.listen(CHANGED, change -> known.evict(change.name()));
    }

    /** A domain of a project was verified, lost its verification, or was removed. */
    record DomainChange(UUID project, String domain) {

        DomainName name() {
            return new DomainName(new ProjectId(project), domain);
        }
    }

    /**
     * Fails with {@code FORBIDDEN} and a sentence when the sender's domain is not a verified one of the project, nor, where
     * the settings allow it, below one.
     */
    public Future<Void> requireVerified(Tenant tenant, EmailAddress sender) {
        var name = new DomainName(tenant.project(), sender.domain());
        return known.verified(name)
                .compose(found -> found.isPresent()
                        ? Future.succeededFuture()
                        : known.find(name).compose(here -> refuse(name, here.isPresent())));
    }

    /**
     * The signing key of a verified domain, cached; empty when the domain was removed or is no longer verified. A name
     * below a verified domain gets that domain's key, which is aligned with the sender (RFC 7489 §3.1.1, relaxed).
     */
    public Future<Optional<DkimKey>> signingKey(ProjectId project, String domain) {
        return known.verified(new DomainName(project, domain)).map(found -> found.map(SendingDomain::key));
    }

    /**
     * The host below a verified domain that receives bounces, if its record leads to this installation; cached like the
     * key.
     */
    public Future<Optional<String>> returnPath(ProjectId project, String domain) {
        return known.verified(new DomainName(project, domain)).map(found -> found.flatMap(SendingDomain::returnPath));
    }

    /**
     * The base of tracked links on the domain's own host, if the record that leads the host to this installation was found;
     * cached like the key. Without a trailing slash.
     */
    public Future<Optional<String>> links(ProjectId project, String domain) {
        return settings.links()
                .map(base -> known.verified(new DomainName(project, domain))
                        .map(found -> found.flatMap(SendingDomain::linksHost).map(base::at)))
                .orElseGet(() -> Future.succeededFuture(Optional.empty()));
    }

    /** The projects that receive mail for exactly this domain: those that have verified it. */
    public Future<List<ProjectId>> receiving(SqlClient db, String domain) {
        return store.receiving(db, domain);
    }

    /**
     * The signing key of the operator's own sender domain, verified or not, because its DNS is up to the operator; empty
     * when there is no such domain.
     */
    public Future<Optional<DkimKey>> signingKeyUnchecked(ProjectId project, String domain) {
        return known.find(new DomainName(project, domain)).map(found -> found.map(SendingDomain::key));
    }

    /**
     * Generates a domain's key pair, on a worker, because it takes some 100 ms.
     *
     * @param domain A-labels, lower case
     */
    public Future<NewDomain> prepare(String domain) {
        return keys.generate().compose(rsa -> ed25519()
                .map(ed25519 -> new NewDomain(new DomainId(Ids.next()), domain, rsa, ed25519)));
    }

    private Future<Optional<KeyPair>> ed25519() {
        return settings.ed25519() ? keys.generateEd25519().map(Optional::of) : Future.succeededFuture(Optional.empty());
    }

    /**
     * Generates and stores the Ed25519 key of a domain that has none though the settings ask for one. Completes with true when it has
     * generated one, and the domain is to be read again.
     */
    Future<Boolean> completeKeys(SqlClient db, Domain domain) {
        return domain.ed25519().isPresent() || !settings.ed25519()
                ? Future.succeededFuture(false)
                : keys.generateEd25519()
                        .compose(pair -> store.addEd25519(db, domain.tenant(), domain.name(), pair))
                        .map(true);
    }

    /**
     * Adds a prepared domain in the caller's transaction; fails with {@code CONFLICT} when the project has it already.
     *
     * @param trusted true: verified at once, without a proof and for ever
     */
    public Future<Void> add(SqlClient tx, Tenant tenant, NewDomain domain, boolean trusted) {
        return store.insert(tx, tenant, domain, trusted, settings.every());
    }

    /** Stores the next key of a domain, which signs once it is found in DNS. */
    Future<Void> follow(SqlClient tx, Tenant tenant, NewDomain successor) {
        return store.follow(tx, tenant, successor);
    }

    /**
     * Sets the verification; completes when it is committed and this node uses it. Every other node uses it at once, or 5 s
     * later when the message was lost.
     */
    public Future<Void> setVerified(Tenant tenant, String domain, boolean verified) {
        return store.setVerified(database.requests(), tenant, domain, verified)
                .onSuccess(ignored -> publishChange(new DomainName(tenant.project(), domain)));
    }

    /** Evicts this node's cached copy of a domain before it returns, and publishes to every other node that its copy is old. */
    void publishChange(DomainName name) {
        known.evict(name);
        bus.publish(CHANGED, new DomainChange(name.project().value(), name.domain()));
    }

    /** Refuses a sender in the same words whether or not another project has the domain, so that it does not tell. */
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
