package io.godwit.projects;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.id.Ids;
import io.godwit.db.Database;
import io.godwit.web.KeyScope;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Creates, lists and revokes the keys of a project beside its first pair: each has a label and a scope, so that each can be
 * revoked alone.
 */
final class ApiKeyService {

    private static final int MAX_KEYS = 50;

    private final Database database;
    private final ApiKeyListStore store;
    private final KeyCacheInvalidator keyCache;
    private final AuditLog audit = new AuditLog();

    ApiKeyService(Database database, ApiKeyListStore store, KeyCacheInvalidator keyCache) {
        this.database = database;
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
