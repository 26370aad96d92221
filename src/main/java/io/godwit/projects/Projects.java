package io.godwit.projects;

import io.godwit.bus.Bus;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Ids;
import io.godwit.core.ProjectId;
import io.godwit.core.Tenant;
import io.godwit.core.UserId;
import io.godwit.core.Vault;
import io.godwit.db.Database;
import io.godwit.projects.ProjectStore.Rotated;
import io.godwit.web.Authenticator;
import io.godwit.web.Memberships;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Projects and their keys. One per node; safe to use from any context. */
public final class Projects {

    private static final Logger LOG = LoggerFactory.getLogger(Projects.class);

    private final Database database;
    private final ApiKeyStore keyStore;
    private final MemberStore members = new MemberStore();
    private final Changes changes;
    private final Keys keys;
    private final Remembered<ProjectId, Project> projects;

    private Projects(Vertx vertx, Database database, Vault vault, KeysVersion version, Changes changes) {
        this.database = database;
        this.keyStore = new ApiKeyStore(vault);
        this.changes = changes;
        this.keys = new Keys(
                new Remembered<>(vertx, database, version, hashes -> keyStore.find(database.requests(), hashes)));
        this.projects = new Remembered<>(vertx, database, version, ids -> ProjectStore.find(database.requests(), ids));
    }

    /**
     * Completes when this node hears of every change. Fails with a sentence for the operator when the data was written with
     * the keys of another vault.
     */
    public static Future<Projects> start(Vertx vertx, Database database, Bus bus, Vault vault) {
        var version = new KeysVersion(System::nanoTime);
        return Installation.check(database, vault)
                .compose(checked -> Changes.follow(vertx, database, bus, version))
                .map(changes -> new Projects(vertx, database, vault, version, changes));
    }

    /** A new project and what opens it. */
    public record Created(ProjectId id, KeyPair keys) {}

    /** Looks API keys up for the edge. */
    public Authenticator keys() {
        return keys;
    }

    /** Finds out what a user may do in a project, for the edge; read anew each time. */
    public Memberships memberships() {
        return (user, project) -> members.grant(database.requests(), user, project);
    }

    /** Whether the user is a member of any project. */
    public Future<Boolean> isHeldBy(SqlClient db, UserId user) {
        return members.hasAny(db, user);
    }

    /** The endpoints of projects. */
    public Routes routes() {
        return new ProjectRoutes(this);
    }

    /** A project as it was at most 2 s ago; empty for an unknown one. A cached answer completes at once. */
    public Future<Optional<Project>> find(ProjectId project) {
        return projects.find(project);
    }

    /** Makes a project and its keys in the caller's transaction. */
    public Future<Created> create(SqlClient tx, String name) {
        var created = new Created(new ProjectId(Ids.next()), KeyPair.random());
        return ProjectStore.insert(tx, created.id(), name)
                .compose(inserted -> keyStore.replace(tx, created.id(), created.keys()))
                .map(created);
    }

    /** The keys of a project, for showing; also in a transaction that made it. */
    public Future<KeyPair> keyPair(SqlClient db, Tenant tenant) {
        return keyStore.pair(db, tenant);
    }

    /**
     * Keeps a project from changing anything. Completes when every node knows, or 2 s later, when what they remember has lost
     * its trust.
     *
     * @param reason {@code PAYMENT_FAILED}, {@code EMAIL_REPUTATION}, {@code PHISHING_DETECTED} or {@code MANUAL}
     */
    public Future<Void> disable(Tenant tenant, String reason) {
        return database.transaction(tx -> ProjectStore.disable(tx, tenant, reason)
                        .compose(disabled -> InstallationStore.raiseKeysVersion(tx)))
                .compose(changes::announce)
                .onSuccess(done -> log("The project was disabled", tenant));
    }

    /**
     * Puts two new keys in the place of the old ones, which open nothing from the moment this completes. Fails with {@code
     * INVALID_API_KEY} when the caller's key was replaced meanwhile.
     */
    Future<Rotation> rotate(Tenant tenant) {
        var pair = KeyPair.random();
        return database.transaction(tx -> rotate(tx, tenant, pair))
                .compose(rotation -> changes.announce(rotation.version()).map(rotation))
                .onSuccess(done -> log("The project's keys were replaced", tenant));
    }

    /** Completes when nothing is read any more. */
    public Future<Void> stop() {
        return changes.stop();
    }

    /** A rotation that is done, and the {@code installation.keys_version} it made. */
    record Rotation(Rotated project, KeyPair keys, long version) {}

    private Future<Rotation> rotate(SqlClient tx, Tenant tenant, KeyPair pair) {
        return ProjectStore.raiseKeysVersion(tx, tenant)
                .map(project -> project.orElseThrow(
                        () -> Failure.of(Kind.INVALID_API_KEY, "This API key was replaced a moment ago.")))
                .compose(project -> keyStore.replace(tx, tenant.project(), pair)
                        .compose(replaced -> InstallationStore.raiseKeysVersion(tx))
                        .map(version -> new Rotation(project, pair, version)));
    }

    private static void log(String happened, Tenant tenant) {
        LOG.atInfo().addKeyValue("project", tenant.project()).log(happened);
    }
}
