package io.godwit.projects;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.id.Ids;
import io.godwit.db.Database;
import io.godwit.projects.ApiKeyListStore.ApiKeySummary;
import io.godwit.projects.ProjectStore.Rotated;
import io.godwit.projects.audit.Actor;
import io.godwit.projects.audit.AuditLog;
import io.godwit.web.KeyScope;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces the first pair of keys of a project, and creates, lists and revokes further ones: each of those has a label and a
 * scope, so that each can be revoked alone.
 */
final class ApiKeyService {

    private static final Logger LOG = LoggerFactory.getLogger(ApiKeyService.class);

    private static final int MAX_KEYS = 50;

    private final Database database;
    private final ApiKeyStore pairs;
    private final ApiKeyListStore store;
    private final KeyCacheInvalidator keyCache;
    private final AuditLog audit = new AuditLog();

    ApiKeyService(Database database, ApiKeyStore pairs, ApiKeyListStore store, KeyCacheInvalidator keyCache) {
        this.database = database;
        this.pairs = pairs;
        this.store = store;
        this.keyCache = keyCache;
    }

    /** A new key, in clear for the only time. */
    record CreatedKey(UUID id, String key) {

        @Override
        public String toString() {
            return "CreatedKey[" + id + "]";
        }
    }

    /** A completed rotation, and the new {@code installation.keys_version}. */
    record Rotation(Rotated project, ApiKeyPair keys, long version) {}

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
                .onSuccess(ignored ->
                        LOG.atInfo().addKeyValue("project", tenant.project()).log("The project's keys were replaced"));
    }

    private Future<Rotation> rotate(SqlClient tx, Tenant tenant, ApiKeyPair pair) {
        return ProjectStore.raiseKeysVersion(tx, tenant)
                .map(project -> project.orElseThrow(() -> versionConflict(tenant)))
                .compose(project -> pairs.replace(tx, tenant.project(), pair)
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

    Future<List<ApiKeySummary>> all(Tenant tenant) {
        return store.all(database.requests(), tenant);
    }

    /** Creates a key; fails with {@code CONFLICT} when the project has fifty already. */
    Future<CreatedKey> create(SqlClient tx, Tenant tenant, Actor actor, String label, KeyScope scope) {
        var key = ApiKeyPair.further(scope);
        return ProjectStore.lock(tx, tenant)
                .compose(ignored -> store.all(tx, tenant))
                .compose(all -> all.size() >= MAX_KEYS ? Future.failedFuture(tooMany()) : Future.succeededFuture())
                .compose(ignored -> store.insert(tx, tenant, key, label, scope))
                .compose(id -> audit.record(
                                tx, tenant, actor, "key.created", Map.of("label", label, "scope", scope.name()))
                        .map(new CreatedKey(id, key)));
    }

    /**
     * Revokes a key and completes when it is refused on every node; fails with a 404, and with {@code CONFLICT} for one of
     * the first pair.
     */
    Future<Void> revoke(Tenant tenant, Actor actor, String id) {
        var key = Ids.parse(id).orElseThrow(() -> unknown(id));
        return database.transaction(tx -> revoke(tx, tenant, actor, key)).compose(keyCache::publishChange);
    }

    private Future<Long> revoke(SqlClient tx, Tenant tenant, Actor actor, UUID key) {
        return store.delete(tx, tenant, key)
                .compose(label -> label.isPresent()
                        ? audit.record(tx, tenant, actor, "key.revoked", Map.of("label", label.get()))
                        : refuse(tx, tenant, key))
                .compose(ignored -> InstallationStore.raiseKeysVersion(tx));
    }

    private Future<Void> refuse(SqlClient tx, Tenant tenant, UUID key) {
        return store.all(tx, tenant).compose(all -> {
            var ofFirstPair = all.stream().anyMatch(one -> one.id().equals(key));
            return Future.failedFuture(ofFirstPair ? inPair() : unknown(key.toString()));
        });
    }

    private static Failure tooMany() {
        return Failure.of(Kind.CONFLICT, "A project has at most " + MAX_KEYS + " keys; revoke one first");
    }

    private static Failure inPair() {
        return Failure.of(Kind.CONFLICT, "The first two keys are replaced together: regenerate them instead");
    }

    private static Failure unknown(String id) {
        return Failure.notFound(Kind.RESOURCE_NOT_FOUND, "Key", id);
    }
}
