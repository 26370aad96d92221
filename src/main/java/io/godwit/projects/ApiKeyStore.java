package io.godwit.projects;

import io.godwit.core.Crypto;
import io.godwit.core.MemberRole;
import io.godwit.core.Tenant;
import io.godwit.core.Tenant.Caller;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.projects.VersionedCache.Found;
import io.godwit.web.KeyAuthenticator.Grant;
import io.godwit.web.KeyScope;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The {@code api_keys} table: hashes for look-ups, encrypted texts for showing. */
final class ApiKeyStore {

    /** Finds keys with their projects; has at least one row, for the version, which is of the same snapshot. */
    private static final String FIND = """
            SELECT installation.keys_version AS version, api_keys.id AS key, api_keys.hash, api_keys.kind, api_keys.scope,
                   projects.id, projects.disabled, projects.requests_per_minute, projects.keys_version
              FROM installation
              LEFT JOIN (api_keys JOIN projects ON projects.id = api_keys.project_id) ON api_keys.hash = ANY ($1)
            """;

    private static final String REPLACE = """
            WITH dead AS (DELETE FROM api_keys WHERE project_id = $1 AND label IS NULL)
            INSERT INTO api_keys (project_id, id, kind, hash, encrypted)
            VALUES ($1, $2, 'PUBLIC', $3, $4), ($1, $5, 'SECRET', $6, $7)
            """;

    /**
     * Finds the first eight octets of the hashes of keys, one behind the other, and the time by the clock of PostgreSQL. A key
     * that a transaction of at most 10 s was creating at the time of the last call is found by the next one.
     */
    private static final String PREFIXES = """
            SELECT now() AS read_at, coalesce(string_agg(substring(hash FOR 8), ''::bytea), ''::bytea) AS prefixes
              FROM (SELECT hash FROM api_keys WHERE created_at > $1::timestamptz - interval '30 seconds' LIMIT $2) AS created
            """;

    private final Crypto crypto;
    private final ExistingKeys existing;

    /** @param existing is told of each key that is stored */
    ApiKeyStore(Crypto crypto, ExistingKeys existing) {
        this.crypto = crypto;
        this.existing = existing;
    }

    /**
     * Hash prefixes of keys.
     *
     * @param readAt when they were read, for the next call
     */
    record HashPrefixes(OffsetDateTime readAt, Buffer octets) {}

    /** Reads the prefixes of the hashes of keys created since {@code since}, at most {@code limit}. */
    static Future<HashPrefixes> prefixes(SqlClient db, OffsetDateTime since, int limit) {
        return db.preparedQuery(PREFIXES)
                .execute(Tuple.of(since, limit))
                .map(rows -> rows.iterator().next())
                .map(row -> new HashPrefixes(row.getOffsetDateTime(0), row.getBuffer(1)));
    }

    /** Finds the grants of these keys, for those that exist. */
    Future<Found<ApiKeyHash, Grant>> find(SqlClient db, Set<ApiKeyHash> hashes) {
        var buffers = hashes.stream().map(ApiKeyHash::bytes).toArray(Buffer[]::new);
        return db.preparedQuery(FIND)
                .execute(Tuple.tuple().addArrayOfBuffer(buffers))
                .map(ApiKeyStore::found);
    }

    /** Replaces the project's first pair; further keys stay. */
    Future<Void> replace(SqlClient tx, ProjectId project, ApiKeyPair pair) {
        return tx.preparedQuery(REPLACE)
                .execute(Tuple.of(project.value())
                        .addUUID(Ids.next())
                        .addBuffer(hash(pair.publicKey()))
                        .addBuffer(seal(project, pair.publicKey()))
                        .addUUID(Ids.next())
                        .addBuffer(hash(pair.secretKey()))
                        .addBuffer(seal(project, pair.secretKey())))
                .mapEmpty();
    }

    /** The first pair of a project. */
    Future<ApiKeyPair> pair(SqlClient db, Tenant tenant) {
        var project = tenant.project();
        return db.preparedQuery("""
                        SELECT (SELECT encrypted FROM api_keys
                                 WHERE project_id = $1 AND kind = 'PUBLIC' AND label IS NULL),
                               (SELECT encrypted FROM api_keys
                                 WHERE project_id = $1 AND kind = 'SECRET' AND label IS NULL)
                        """)
                .execute(Tuple.of(project.value()))
                .map(rows -> rows.iterator().next())
                .map(row -> new ApiKeyPair(open(project, row.getBuffer(0)), open(project, row.getBuffer(1))));
    }

    private static Found<ApiKeyHash, Grant> found(RowSet<Row> rows) {
        var hashToGrant = new HashMap<ApiKeyHash, Grant>();
        for (var row : rows) {
            if (row.getBuffer("hash") != null) {
                hashToGrant.put(ApiKeyHash.ofBytes(row.getBuffer("hash")), grant(row));
            }
        }
        return new Found<>(InstallationStore.version(rows), hashToGrant);
    }

    private static Grant grant(Row row) {
        var caller = row.getString("kind").equals("SECRET") ? Caller.SECRET_KEY : Caller.PUBLIC_KEY;
        var tenant = new Tenant(new ProjectId(row.getUUID("id")), caller, row.getLong("keys_version"));
        var scope = KeyScope.valueOf(row.getString("scope"));
        return new Grant(
                tenant,
                scope == KeyScope.FULL ? MemberRole.OWNER : MemberRole.MEMBER,
                scope,
                row.getBoolean("disabled"),
                limit(row.getInteger("requests_per_minute")),
                Optional.of(row.getUUID("key")));
    }

    /** Translates the column's limit: its 0 is "no limit", while a grant's 0 is "the default". */
    static int limit(@Nullable Integer requestsPerMinute) {
        if (requestsPerMinute == null) {
            return 0;
        }
        return requestsPerMinute == 0 ? Integer.MAX_VALUE : requestsPerMinute;
    }

    /** The hash of a key that is about to be stored. */
    Buffer hash(String key) {
        var hash = ApiKeyHash.of(key);
        existing.add(hash);
        return hash.bytes();
    }

    Buffer seal(ProjectId project, String key) {
        return Buffer.buffer(crypto.encrypt(key.getBytes(StandardCharsets.US_ASCII), encryptionContext(project)));
    }

    String open(ProjectId project, Buffer sealed) {
        return new String(crypto.decrypt(sealed.getBytes(), encryptionContext(project)), StandardCharsets.US_ASCII);
    }

    private static byte[] encryptionContext(ProjectId project) {
        return ("api_keys " + project).getBytes(StandardCharsets.US_ASCII);
    }
}
