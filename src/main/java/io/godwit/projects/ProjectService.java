package io.godwit.projects;

import io.godwit.accounts.SystemMailer;
import io.godwit.accounts.UserAccounts;
import io.godwit.bus.Bus;
import io.godwit.core.Crypto;
import io.godwit.core.EmailAddress;
import io.godwit.core.PollLoop;
import io.godwit.core.Tenant;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.UserId;
import io.godwit.db.Database;
import io.godwit.projects.audit.AuditRoutes;
import io.godwit.web.KeyAuthenticator;
import io.godwit.web.MembershipLookup;
import io.godwit.web.Routes;
import io.godwit.web.idempotency.IdempotentHandler;
import io.godwit.web.lists.CursorCodec;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Projects and their keys, for other features. One instance per node; safe to use from any context. */
public final class ProjectService {

    private static final Logger LOG = LoggerFactory.getLogger(ProjectService.class);

    private final Database database;
    private final ApiKeyStore keyStore;
    private final ApiKeyListStore apiKeyLists;
    private final KeyUsageTracker usage;
    private final Crypto crypto;
    private final Bus bus;
    private final Vertx vertx;
    private final MemberStore members = new MemberStore();
    private final KeyCacheInvalidator keyCache;
    private final PollLoop existingKeys;
    private final KeyLookup keys;
    private final ApiKeyService apiKeys;
    private final VersionedCache<ProjectId, Project> projects;

    private ProjectService(
            Vertx vertx,
            Database database,
            Bus bus,
            Crypto crypto,
            KeyCacheInvalidator keyCache,
            ExistingKeys existing) {
        var version = keyCache.version();
        this.vertx = vertx;
        this.crypto = crypto;
        this.bus = bus;
        this.database = database;
        this.keyStore = new ApiKeyStore(crypto, existing);
        this.apiKeyLists = new ApiKeyListStore(keyStore);
        this.usage = new KeyUsageTracker(database, apiKeyLists);
        this.keyCache = keyCache;
        this.apiKeys = new ApiKeyService(database, keyStore, apiKeyLists, keyCache);
        this.keys = new KeyLookup(
                new VersionedCache<>(
                        vertx,
                        database,
                        version,
                        hashes -> keyStore.find(database.requests(), hashes),
                        hashes -> keyStore.find(database.anonymous().requests(), hashes),
                        existing::contains),
                usage);
        this.existingKeys = existing.follow(vertx, database);
        this.projects =
                new VersionedCache<>(vertx, database, version, ids -> ProjectStore.find(database.requests(), ids));
    }

    /**
     * Starts the service; completes when this node receives every change. Fails with a sentence for the operator when the
     * data was written with other keys.
     */
    public static Future<ProjectService> start(Vertx vertx, Database database, Bus bus, Crypto crypto) {
        var version = new KeysVersion(System::nanoTime);
        var existing = new ExistingKeys();
        return Installation.check(database, crypto)
                .compose(ignored -> KeyCacheInvalidator.follow(vertx, database, bus, version))
                .compose(keyCache -> existing.read(database)
                        .map(ignored -> new ProjectService(vertx, database, bus, crypto, keyCache, existing)));
    }

    /** A new project and its first pair of keys. */
    public record Created(ProjectId id, ApiKeyPair keys) {}

    /** The look-up of API keys, for the HTTP layer. */
    public KeyAuthenticator keys() {
        return keys;
    }

    /** The keys of projects as their members manage them. */
    ApiKeyService apiKeys() {
        return apiKeys;
    }

    /** The look-up of a user's grant in a project, for the HTTP layer; not cached. */
    public MembershipLookup memberships() {
        return (user, project) -> members.grant(database.requests(), user, project);
    }

    /** Tells whether the user is a member of any project. */
    public Future<Boolean> isMemberOfAny(SqlClient db, UserId user) {
        return members.hasAny(db, user);
    }

    /** Tells whether this is the address of a member of the project. */
    public Future<Boolean> hasMember(Tenant tenant, EmailAddress email) {
        return members.has(database.requests(), tenant, email);
    }

    /**
     * The endpoints of projects.
     *
     * @param relays the names of relays a project may choose
     */
    public List<Routes> routes(
            CursorCodec cursors,
            IdempotentHandler idempotency,
            UserAccounts accounts,
            SystemMailer mailer,
            ProjectDeletionListener deletionListener,
            ProjectMemberSettings settings,
            List<String> relays) {
        var invitations = new InvitationService(database, accounts, mailer, settings);
        var sealed = idempotency.sealed(crypto);
        return List.of(
                new ProjectRoutes(
                        new ProjectEditor(this, database, keyStore, keyCache),
                        apiKeys,
                        new ProjectDeletion(
                                vertx,
                                database,
                                bus,
                                keyCache,
                                withMembershipDeletion(deletionListener),
                                new ProjectMailer(mailer)),
                        sealed,
                        settings.projectsPerUser(),
                        relays),
                new ApiKeyRoutes(apiKeys, sealed),
                new ProjectMemberRoutes(new MemberService(database), invitations),
                new InvitationRoutes(invitations),
                new AuditRoutes(database, cursors, vertx.createSharedWorkerExecutor("projects-audit", 1)));
    }

    /** Deletes the members and keys of a deleted project, after the other listeners. */
    private ProjectDeletionListener withMembershipDeletion(ProjectDeletionListener others) {
        return (tx, tenant) -> others.leave(tx, tenant)
                .compose(ignored -> members.deleteAll(tx, tenant))
                .compose(ignored -> apiKeyLists.deleteAll(tx, tenant));
    }

    /** Suspends and reopens projects. */
    public SuspensionService suspensions(SystemMailer mailer) {
        return new SuspensionService(database.changes(), keyCache, new ProjectMailer(mailer));
    }

    /** Starts the loop that records the last use of keys, on the caller's context; stop the loop to end it. */
    public PollLoop startKeyUses() {
        return usage.start(vertx);
    }

    /**
     * Starts the loop that deletes the rows of projects that were reset or deleted, on the caller's context; stop the loop to end it.
     */
    public PollLoop startResets(ResetHook saved) {
        return new ProjectResetter(database, bus, keyCache, saved).start(vertx);
    }

    /** Calls the listener, on the caller's context, when the reset or deletion of a project has begun on any node; a message may be lost. */
    public void onReset(Runnable listener) {
        bus.listen(ProjectMessages.RESET, ignored -> listener.run());
    }

    /** Finds a project as it was at most 2 s ago; empty for an unknown one. A cached answer completes at once. */
    public Future<Optional<Project>> find(ProjectId project) {
        return projects.find(project);
    }

    /** Creates a project and its keys in the caller's transaction. */
    public Future<Created> create(SqlClient tx, String name) {
        var created = new Created(new ProjectId(Ids.next()), ApiKeyPair.random());
        return ProjectStore.insert(tx, created.id(), name)
                .compose(ignored -> keyStore.replace(tx, created.id(), created.keys()))
                .map(created);
    }

    /** Reads the first pair of keys of a project, for showing; also in the transaction that created it. */
    public Future<ApiKeyPair> keyPair(SqlClient db, Tenant tenant) {
        return keyStore.pair(db, tenant);
    }

    /**
     * Disables a project, so that nothing in it can be changed. Completes when every node has evicted it, or 2 s later,
     * when cached entries have expired.
     */
    public Future<Void> disable(Tenant tenant, SuspensionReason reason) {
        return database.transaction(tx -> ProjectStore.disable(tx, tenant, reason)
                        .compose(ignored -> InstallationStore.raiseKeysVersion(tx)))
                .compose(keyCache::publishChange)
                .onSuccess(ignored ->
                        LOG.atInfo().addKeyValue("project", tenant.project()).log("The project was disabled"));
    }

    /** Stops following changes; completes when the running queries have ended. */
    public Future<Void> stop() {
        return existingKeys.stop().eventually(keyCache::stop);
    }
}
