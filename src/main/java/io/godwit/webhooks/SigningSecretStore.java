package io.godwit.webhooks;

import io.godwit.core.Crypto;
import io.godwit.core.Tenant;
import io.godwit.core.id.ProjectId;
import io.godwit.db.Columns;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The {@code webhook_secrets} table; secrets are encrypted and decrypted here. */
final class SigningSecretStore {

    private static final Logger LOG = LoggerFactory.getLogger(SigningSecretStore.class);

    private static final String FIND = """
            SELECT project_id, secret,
                   CASE WHEN previous_until > now() THEN previous END AS previous,
                   CASE WHEN previous_until > now() THEN previous_until END AS previous_until
              FROM webhook_secrets WHERE project_id = ANY ($1)
            """;

    /** Inserts secrets; an existing one stays, and a project that was deleted meanwhile gets none. */
    private static final String CREATE = """
            INSERT INTO webhook_secrets (project_id, secret)
            SELECT id, secret FROM unnest($1::uuid[], $2::bytea[]) AS generated (id, secret) JOIN projects USING (id)
            ON CONFLICT (project_id) DO NOTHING
            """;

    private static final String ROTATE = """
            UPDATE webhook_secrets
               SET previous = secret, previous_until = now() + make_interval(secs => $3), secret = $2, rotated_at = now()
             WHERE project_id = $1
            """;

    private final Crypto crypto;

    SigningSecretStore(Crypto crypto) {
        this.crypto = crypto;
    }

    /** Finds the secrets of projects, except those that cannot be decrypted; a project without a secret gets one. */
    Future<Map<ProjectId, SigningSecrets>> findOrCreate(SqlClient db, Collection<ProjectId> projects) {
        return find(db, projects).compose(found -> {
            var without = projects.stream()
                    .distinct()
                    .filter(project -> !found.containsKey(project))
                    .toList();
            return without.isEmpty()
                    ? Future.succeededFuture(found)
                    : create(db, without).compose(ignored -> find(db, projects));
        });
    }

    private Future<Map<ProjectId, SigningSecrets>> find(SqlClient db, Collection<ProjectId> projects) {
        return db.preparedQuery(FIND)
                .execute(Tuple.tuple().addArrayOfUUID(uuids(projects)))
                .map(rows -> {
                    var secrets = new HashMap<ProjectId, SigningSecrets>();
                    rows.forEach(row -> secrets(row)
                            .ifPresent(found -> secrets.put(new ProjectId(row.getUUID("project_id")), found)));
                    return secrets;
                });
    }

    private Future<Void> create(SqlClient db, List<ProjectId> projects) {
        var sealed = projects.stream()
                .map(project -> Buffer.buffer(seal(project, SigningSecret.random())))
                .toArray(Buffer[]::new);
        return db.preparedQuery(CREATE)
                .execute(Tuple.tuple().addArrayOfUUID(uuids(projects)).addArrayOfBuffer(sealed))
                .mapEmpty();
    }

    /**
     * Replaces the secret. The previous one signs too for {@code overlap}, the one before it no longer. There must be one.
     */
    Future<Void> rotate(SqlClient tx, Tenant tenant, Duration overlap) {
        return tx.preparedQuery(ROTATE)
                .execute(Tuple.of(tenant.project().value())
                        .addBuffer(Buffer.buffer(seal(tenant.project(), SigningSecret.random())))
                        .addDouble(Columns.seconds(overlap)))
                .mapEmpty();
    }

    /** The secrets of a row; empty for a damaged one, which must not affect the other projects of the batch. */
    private Optional<SigningSecrets> secrets(Row row) {
        var project = new ProjectId(row.getUUID("project_id"));
        try {
            return Optional.of(new SigningSecrets(
                    open(project, row.getBuffer("secret")),
                    Optional.ofNullable(row.getBuffer("previous")).map(encrypted -> open(project, encrypted)),
                    Optional.ofNullable(row.getOffsetDateTime("previous_until")).map(until -> until.toInstant())));
        } catch (IllegalArgumentException damaged) {
            LOG.atError()
                    .addKeyValue("project", project)
                    .setCause(damaged)
                    .log("The webhook secret of a project cannot be read; rotate it");
            return Optional.empty();
        }
    }

    private SigningSecret open(ProjectId project, Buffer sealed) {
        return new SigningSecret(crypto.decrypt(sealed.getBytes(), encryptionContext(project)));
    }

    private byte[] seal(ProjectId project, SigningSecret secret) {
        return crypto.encrypt(secret.key(), encryptionContext(project));
    }

    private static byte[] encryptionContext(ProjectId project) {
        return ("webhook_secrets " + project).getBytes(StandardCharsets.US_ASCII);
    }

    private static UUID[] uuids(Collection<ProjectId> projects) {
        return projects.stream().map(ProjectId::value).toArray(UUID[]::new);
    }
}
