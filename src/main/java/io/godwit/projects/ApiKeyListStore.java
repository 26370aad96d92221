package io.godwit.projects;

import io.godwit.core.Tenant;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.web.KeyScope;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** The {@code api_keys} and {@code key_uses} tables, for listing, adding and revoking the keys of a project. */
final class ApiKeyListStore {

    /** The number of the 64 digits that are shown. */
    private static final int SHOWN = 10;

    private static final String ALL = """
            SELECT api_keys.*, used_at
              FROM api_keys LEFT JOIN key_uses ON key_uses.project_id = api_keys.project_id AND key_id = api_keys.id
             WHERE api_keys.project_id = $1
             ORDER BY api_keys.id
            """;

    private static final String USED = """
            INSERT INTO key_uses (project_id, key_id, used_at)
            SELECT project_id, id, now() FROM api_keys WHERE hash = ANY ($1) ORDER BY project_id, id
            ON CONFLICT (project_id, key_id) DO UPDATE SET used_at = excluded.used_at
            """;

    private final ApiKeyStore keys;

    /**
     * An API key as it is listed for the project's members, without the key itself.
     *
     * @param label empty for the first pair
     * @param start the first characters of the key, enough to tell it from others
     */
    record ApiKeySummary(
            UUID id,
            Optional<String> label,
            KeyScope scope,
            String start,
            Instant createdAt,
            Optional<Instant> lastUsedAt) {}

    ApiKeyListStore(ApiKeyStore keys) {
        this.keys = keys;
    }

    /** All keys of a project, oldest first. */
    Future<List<ApiKeySummary>> all(SqlClient db, Tenant tenant) {
        return db.preparedQuery(ALL)
                .mapping(this::record)
                .execute(Tuple.of(tenant.project().value()))
                .map(rows -> rows.stream().toList());
    }

    Future<UUID> insert(SqlClient tx, Tenant tenant, String key, String label, KeyScope scope) {
        var id = Ids.next();
        return tx.preparedQuery("""
                        INSERT INTO api_keys (project_id, id, kind, hash, encrypted, label, scope)
                        VALUES ($1, $2, $3, $4, $5, $6, $7)
                        """)
                .execute(Tuple.of(tenant.project().value(), id, scope == KeyScope.TRACK ? "PUBLIC" : "SECRET")
                        .addBuffer(keys.hash(key))
                        .addBuffer(keys.seal(tenant.project(), key))
                        .addString(label)
                        .addString(scope.name()))
                .map(id);
    }

    /** Deletes a key and completes with its label; empty when the project has no such key beside the first pair. */
    Future<Optional<String>> delete(SqlClient tx, Tenant tenant, UUID key) {
        return tx.preparedQuery("""
                        DELETE FROM api_keys WHERE project_id = $1 AND id = $2 AND label IS NOT NULL RETURNING label
                        """)
                .execute(Tuple.of(tenant.project().value(), key))
                .map(rows -> rows.stream().findFirst().map(row -> row.getString(0)));
    }

    Future<Void> deleteAll(SqlClient tx, Tenant tenant) {
        return tx.preparedQuery("DELETE FROM api_keys WHERE project_id = $1")
                .execute(Tuple.of(tenant.project().value()))
                .mapEmpty();
    }

    Future<Void> used(SqlClient db, Set<ApiKeyHash> hashes) {
        var buffers = hashes.stream().map(ApiKeyHash::bytes).toArray(Buffer[]::new);
        return db.preparedQuery(USED)
                .execute(Tuple.tuple().addArrayOfBuffer(buffers))
                .mapEmpty();
    }

    private ApiKeySummary record(Row row) {
        var key = keys.open(new ProjectId(row.getUUID("project_id")), row.getBuffer("encrypted"));
        return new ApiKeySummary(
                row.getUUID("id"),
                Optional.ofNullable(row.getString("label")),
                row.getString("kind").equals("PUBLIC") ? KeyScope.TRACK : KeyScope.valueOf(row.getString("scope")),
                key.substring(0, ApiKeyPair.SECRET_PREFIX.length() + SHOWN),
                row.getOffsetDateTime("created_at").toInstant(),
                Optional.ofNullable(row.getOffsetDateTime("used_at")).map(used -> used.toInstant()));
    }
}
