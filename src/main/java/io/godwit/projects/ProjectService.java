package io.godwit.projects;

import io.godwit.accounts.SystemMailer;
import io.godwit.accounts.UserAccounts;
import io.godwit.bus.Bus;
import io.godwit.core.Crypto;
import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.MemberRole;
import io.godwit.core.PollLoop;
import io.godwit.core.Tenant;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.UserId;
import io.godwit.db.Database;
import io.godwit.projects.ProjectStore.Rotated;
import io.godwit.projects.ProjectSummaryStore.ProjectSummary;
import io.godwit.projects.ProjectSummaryStore.SetupProgress;
import io.godwit.web.KeyAuthenticator;
import io.godwit.web.MembershipLookup;
import io.godwit.web.Routes;
import io.godwit.web.SessionLookup.SignedIn;
import io.godwit.web.idempotency.IdempotentHandler;
import io.godwit.web.lists.CursorCodec;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Map;
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
    private final ProjectRecordStore records;
    private final AuditLog audit = new AuditLog();
    private final ProjectSummaryStore briefs = new ProjectSummaryStore();
    private final MemberStore members = new MemberStore();
    private final KeyCacheInvalidator keyCache;
    private final KeyLookup keys;
    private final VersionedCache<ProjectId, Project> projects;

    private ProjectService(
            Vertx vertx, Database database, Bus bus, Crypto crypto, KeysVersion version, KeyCacheInvalidator keyCache) {
        this.vertx = vertx;
        this.crypto = crypto;
        this.bus = bus;
        this.database = database;
        this.keyStore = new ApiKeyStore(crypto);
        this.apiKeyLists = new ApiKeyListStore(keyStore);
        this.records = new ProjectRecordStore(keyStore);
        this.usage = new KeyUsageTracker(database, apiKeyLists);
        this.keyCache = keyCache;
        this.keys = new KeyLookup(
                new VersionedCache<>(vertx, database, version, hashes -> keyStore.find(database.requests(), hashes)),
                usage);
        this.projects =
                new VersionedCache<>(vertx, database, version, ids -> ProjectStore.find(database.requests(), ids));
    }

    /**
     * Starts the service; completes when this node receives every change. Fails with a sentence for the operator when the
     * data was written with other keys.
     */
    public static Future<ProjectService> start(Vertx vertx, Database database, Bus bus, Crypto crypto) {
        var version = new KeysVersion(System::nanoTime);
        return Installation.check(database, crypto)
                .compose(ignored -> KeyCacheInvalidator.follow(vertx, database, bus, version))
                .map(keyCache -> new ProjectService(vertx, database, bus, crypto, version, keyCache));
    }

    /** A new project and its first pair of keys. */
    public record Created(ProjectId id, ApiKeyPair keys) {}

    /** The look-up of API keys, for the HTTP layer. */
    public KeyAuthenticator keys() {
        return keys;
    }

    /** The look-up of a user's grant in a project, for the HTTP layer; not cached. */
    public MembershipLookup memberships() {
        return (user, project) -> members.grant(database.requests(), user, project);
    }

    /** Tells whether the user is a member of any project. */
    public Future<Boolean> isOwnedBy(SqlClient db, UserId user) {
        return members.hasAny(db, user);
    }

    /** Tells whether this is the address of a member of the project. */
    public Future<Boolean> hasMember(Tenant tenant, EmailAddress email) {
        return members.has(database.requests(), tenant, email);
    }

    /** The endpoints of projects. */
    public List<Routes> routes(
            CursorCodec cursors,
            IdempotentHandler idempotency,
            UserAccounts accounts,
            SystemMailer mailer,
            ProjectDeletionListener deletionListener,
            ProjectMemberSettings settings) {
        var invitations = new InvitationService(database, accounts, mailer, settings);
        var sealed = idempotency.sealed(crypto);
        return List.of(
                new ProjectRoutes(
                        this,
                        new ProjectDeletion(
                                vertx,
                                database,
                                bus,
                                keyCache,
                                withMembershipDeletion(deletionListener),
                                new ProjectMailer(mailer)),
                        sealed,
                        settings.projectsPerUser()),
                new ApiKeyRoutes(new ApiKeyService(database, apiKeyLists, keyCache), sealed),
                new ProjectMemberRoutes(new MemberService(database), invitations),
                new InvitationRoutes(invitations),
                new AuditRoutes(database, cursors));
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
    public PollLoop startUses() {
        return usage.start(vertx);
    }

    /**
     * Starts the loop that erases projects that were reset or deleted, on the caller's context; stop the loop to end it.
     */
    public PollLoop startErasure(ResetHook saved) {
        return new ProjectEraser(database, bus, keyCache, saved).start(vertx);
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
     *
     * @param reason {@code PAYMENT_FAILED}, {@code EMAIL_REPUTATION}, {@code PHISHING_DETECTED} or {@code MANUAL}
     */
    public Future<Void> disable(Tenant tenant, String reason) {
        return database.transaction(tx -> ProjectStore.disable(tx, tenant, reason)
                        .compose(ignored -> InstallationStore.raiseKeysVersion(tx)))
                .compose(keyCache::publishChange)
                .onSuccess(ignored -> log("The project was disabled", tenant));
    }

    /**
     * Replaces the first pair of keys; the old ones are refused by every node when this completes. Fails with {@code
     * INVALID_API_KEY} when the caller's key was replaced meanwhile, and with {@code CONFLICT} for a member when another
     * member was faster.
     */
    Future<Rotation> rotate(Tenant tenant, Actor actor) {
        var pair = ApiKeyPair.random();
        return database.transaction(tx -> rotate(tx, tenant, pair)
                        .compose(rotation -> audit.record(tx, tenant, actor, "keys.rotated", Map.of())
                                .map(rotation)))
                .compose(rotation -> keyCache.publishChange(rotation.version()).map(rotation))
                .onSuccess(ignored -> log("The project's keys were replaced", tenant));
    }

    /** Reads the projects of a user with everything a member may see, oldest first. */
    Future<List<ProjectRecord>> ofUser(UserId user) {
        return records.ofUser(database.requests(), user);
    }

    Future<ProjectRecord> record(Tenant tenant, MemberRole role) {
        return records.find(database.requests(), tenant, role).map(ProjectService::orNotFound);
    }

    /**
     * Checks that a user may create a project. Fails with {@code PROJECT_DISABLED} for an owner of a disabled project, and
     * with {@code FORBIDDEN} for a user who owns as many as one may.
     *
     * @param max projects that one user may own; 0 = any number
     */
    Future<Void> requireMayCreate(SignedIn owner, int max) {
        return ofUser(owner.user()).compose(all -> {
            var owned = all.stream()
                    .filter(project -> project.role() == MemberRole.OWNER)
                    .toList();
            if (owned.stream().anyMatch(ProjectRecord::disabled)) {
                return Future.failedFuture(
                        Failure.of(Kind.PROJECT_DISABLED, "You have a disabled project; that one first"));
            }
            return max > 0 && owned.size() >= max
                    ? Future.failedFuture(
                            Failure.of(Kind.FORBIDDEN, "You own " + max + " projects, as many as one may"))
                    : Future.succeededFuture();
        });
    }

    /** Creates a project owned by the user. */
    Future<ProjectRecord> found(SqlClient tx, SignedIn owner, ProjectRequest wanted) {
        return create(tx, wanted.name().orElseThrow()).compose(created -> {
            var tenant = new Tenant(created.id(), Tenant.Caller.MEMBER, 1);
            var actor = new Actor(Optional.of(owner), Tenant.Caller.MEMBER);
            return members.insert(tx, tenant, owner.user(), MemberRole.OWNER)
                    .compose(ignored -> records.update(tx, tenant, wanted))
                    .compose(ignored -> audit.record(tx, tenant, actor, "project.created", Map.of()))
                    .compose(ignored -> records.find(tx, tenant, MemberRole.OWNER))
                    .map(ProjectService::orNotFound);
        });
    }

    /** Changes a project; completes when every node uses the new values. */
    Future<ProjectRecord> change(Tenant tenant, MemberRole role, Actor actor, ProjectRequest wanted) {
        return database.transaction(tx -> records.update(tx, tenant, wanted)
                        .compose(ignored -> audit.record(tx, tenant, actor, "project.changed", wanted.auditDetails()))
                        .compose(ignored -> InstallationStore.raiseKeysVersion(tx)))
                .compose(keyCache::publishChange)
                .compose(ignored -> record(tenant, role));
    }

    Future<List<ProjectSummary>> brief(List<ProjectId> wanted) {
        return briefs.brief(database.requests(), wanted);
    }

    Future<SetupProgress> setup(Tenant tenant) {
        return briefs.setup(database.requests(), tenant);
    }

    private static <T> T orNotFound(Optional<T> found) {
        return found.orElseThrow(() -> Failure.of(Kind.RESOURCE_NOT_FOUND, "Project not found"));
    }

    /** Stops following changes; completes when the running query has ended. */
    public Future<Void> stop() {
        return keyCache.stop();
    }

    /** A completed rotation, and the new {@code installation.keys_version}. */
    record Rotation(Rotated project, ApiKeyPair keys, long version) {}

    private Future<Rotation> rotate(SqlClient tx, Tenant tenant, ApiKeyPair pair) {
        return ProjectStore.raiseKeysVersion(tx, tenant)
                .map(project -> project.orElseThrow(() -> versionConflict(tenant)))
                .compose(project -> keyStore.replace(tx, tenant.project(), pair)
                        .compose(ignored -> InstallationStore.raiseKeysVersion(tx))
                        .map(version -> new Rotation(project, pair, version)));
    }

    /**
     * The failure when another request was faster. A request with a cookie has no key that could be wrong, and must not
     * sign the user out.
     */
    private static Failure versionConflict(Tenant tenant) {
        return tenant.caller() == Tenant.Caller.MEMBER
                ? Failure.of(Kind.CONFLICT, "The keys were replaced by somebody else a moment ago; see the new ones.")
                : Failure.of(Kind.INVALID_API_KEY, "This API key was replaced a moment ago.");
    }

    private static void log(String event, Tenant tenant) {
        LOG.atInfo().addKeyValue("project", tenant.project()).log(event);
    }
}
