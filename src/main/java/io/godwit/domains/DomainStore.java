package io.godwit.domains;

import io.godwit.core.Crypto;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.id.DomainId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.db.Columns;
import io.godwit.smtp.message.DkimKey;
import io.godwit.smtp.message.DkimKey.Ed25519Key;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The {@code domains} table with private keys, which are encrypted and decrypted here. */
final class DomainStore {

    private static final Logger LOG = LoggerFactory.getLogger(DomainStore.class);

    /**
     * Finds domains. A host of links counts only if it leads to the host configured now; the operator may have changed it. An
     * Ed25519 key signs only if its record was found.
     */
    private static final String FIND = """
            SELECT project_id, domain, verified, selector, private_key, ed25519_selector, ed25519_private_key,
                   (SELECT finding ->> 'host'
                      FROM jsonb_array_elements(findings) finding
                     WHERE finding ->> 'host' = $3 || '.' || domain AND finding ->> 'status' = 'VALID'
                       AND finding ->> 'type' IN ('CNAME', 'MX')
                     LIMIT 1) AS return_path,
                   (SELECT finding ->> 'host'
                      FROM jsonb_array_elements(findings) finding
                     WHERE finding ->> 'host' = $4 || '.' || domain AND finding ->> 'status' = 'VALID'
                       AND finding ->> 'type' = 'CNAME' AND lower(finding ->> 'found') = lower($5)
                     LIMIT 1) AS links_host
              FROM domains JOIN unnest($1::uuid[], $2::text[]) AS requested (project_id, domain) USING (project_id, domain)
              LEFT JOIN (SELECT project_id AS ed25519_project, domain AS ed25519_domain,
                                selector AS ed25519_selector, private_key AS ed25519_private_key
                           FROM domain_ed25519_keys) ed25519
                     ON $6::boolean AND ed25519_project = project_id AND ed25519_domain = domain
                    AND (trusted OR EXISTS (SELECT FROM jsonb_array_elements(findings) finding
                                             WHERE finding ->> 'host' = ed25519_selector || '._domainkey.' || domain
                                               AND finding ->> 'status' = 'VALID' AND finding ->> 'type' = 'TXT'))
            """;

    private static final String INSERT = """
            INSERT INTO domains (project_id, id, domain, verified, selector, private_key, public_key, trusted, verified_at, check_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $4, CASE WHEN $4 THEN now() END, now() + make_interval(secs => $8))
            ON CONFLICT (project_id, domain) DO NOTHING
            """;

    /** Stores the next key; a check in progress does not know of it, so the fence makes its result void. */
    private static final String FOLLOW = """
            UPDATE domains
               SET next_selector = $3, next_private_key = $4, next_public_key = $5, fence = fence + 1, updated_at = now()
             WHERE project_id = $1 AND domain = $2 AND next_selector IS NULL
            """;

    private final Crypto crypto;
    private final DomainSettings.RecordTargets targets;
    private final boolean ed25519;
    private final Ed25519KeyStore ed25519Keys;

    /** @param ed25519 true: domains have an Ed25519 key beside their RSA key */
    DomainStore(Crypto crypto, DomainSettings.RecordTargets targets, boolean ed25519) {
        this.crypto = crypto;
        this.targets = targets;
        this.ed25519 = ed25519;
        this.ed25519Keys = new Ed25519KeyStore(crypto);
    }

    /** Finds the names that are domains of their projects. */
    Future<Map<DomainName, SendingDomain>> find(SqlClient db, Set<DomainName> names) {
        var array = names.toArray(DomainName[]::new);
        var projects = new UUID[array.length];
        var domains = new String[array.length];
        for (var i = 0; i < array.length; i++) {
            projects[i] = array[i].project().value();
            domains[i] = array[i].domain();
        }
        return db.preparedQuery(FIND)
                .execute(Tuple.tuple()
                        .addArrayOfUUID(projects)
                        .addArrayOfString(domains)
                        .addString(targets.bounceLabel())
                        .addString(targets.linksLabel())
                        .addString(targets.links().orElse(null))
                        .addBoolean(ed25519))
                .map(this::domains);
    }

    /** Lists the projects with this verified domain; disabled ones receive no mail. */
    Future<List<ProjectId>> receiving(SqlClient db, String domain) {
        return db.preparedQuery("""
                        SELECT project_id FROM domains JOIN projects ON projects.id = project_id
                         WHERE domain = $1 AND verified AND NOT disabled
                        """)
                .mapping(row -> new ProjectId(row.getUUID(0)))
                .execute(Tuple.of(domain))
                .map(rows -> rows.stream().toList());
    }

    /**
     * Inserts a domain; fails with {@code CONFLICT} when the project has it.
     *
     * @param trusted true: verified without a proof, for ever
     * @param firstCheck the time until the first check; a record that is not there yet is best not asked for, because
     *     resolvers cache its absence
     */
    Future<Void> insert(SqlClient tx, Tenant tenant, NewDomain domain, boolean trusted, Duration firstCheck) {
        return tx.preparedQuery(INSERT)
                .execute(Tuple.of(tenant.project().value(), domain.id().value(), domain.domain(), trusted)
                        .addString(domain.selector())
                        .addBuffer(sealed(tenant, domain))
                        .addBuffer(Buffer.buffer(domain.keys().getPublic().getEncoded()))
                        .addDouble(Columns.seconds(firstCheck)))
                .compose(rows -> oneOr(rows.rowCount(), "This project has this domain already."))
                .compose(ignored -> addEd25519(tx, tenant, domain));
    }

    /** Stores the next key until it is found in DNS; fails with {@code CONFLICT} while there is one already. */
    Future<Void> follow(SqlClient tx, Tenant tenant, NewDomain successor) {
        return tx.preparedQuery(FOLLOW)
                .execute(Tuple.of(tenant.project().value(), successor.domain(), successor.selector())
                        .addBuffer(sealed(tenant, successor))
                        .addBuffer(Buffer.buffer(successor.keys().getPublic().getEncoded())))
                .compose(rows -> oneOr(
                        rows.rowCount(), "A new key of this domain waits for its DNS record already; see its records."))
                .compose(ignored -> successor
                        .ed25519()
                        .map(keys ->
                                ed25519Keys.replace(tx, tenant, successor.domain(), successor.ed25519Selector(), keys))
                        .orElseGet(Future::succeededFuture));
    }

    private Future<Void> addEd25519(SqlClient tx, Tenant tenant, NewDomain domain) {
        return domain.ed25519()
                .map(keys -> ed25519Keys.add(tx, tenant, domain.domain(), domain.ed25519Selector(), keys))
                .orElseGet(Future::succeededFuture);
    }

    /** Stores the Ed25519 key of a domain that was added without one; one that is there stays. */
    Future<Void> addEd25519(SqlClient db, Tenant tenant, String domain, KeyPair keys) {
        return ed25519Keys.add(db, tenant, domain, NewDomain.ed25519Selector(new DomainId(Ids.next())), keys);
    }

    private Buffer sealed(Tenant tenant, NewDomain domain) {
        var name = new DomainName(tenant.project(), domain.domain());
        return Buffer.buffer(crypto.encrypt(domain.keys().getPrivate().getEncoded(), encryptionContext(name)));
    }

    private static Future<Void> oneOr(int rows, String refusal) {
        return rows == 1 ? Future.succeededFuture() : Future.failedFuture(Failure.of(Kind.CONFLICT, refusal));
    }

    Future<Void> setVerified(SqlClient db, Tenant tenant, String domain, boolean verified) {
        return db.preparedQuery("""
                        UPDATE domains SET verified = $3, updated_at = now()
                         WHERE project_id = $1 AND domain = $2 AND verified <> $3
                        """)
                .execute(Tuple.of(tenant.project().value(), domain, verified))
                .mapEmpty();
    }

    private Map<DomainName, SendingDomain> domains(Iterable<Row> rows) {
        var nameToDomain = new HashMap<DomainName, SendingDomain>();
        for (var row : rows) {
            var name = new DomainName(new ProjectId(row.getUUID("project_id")), row.getString("domain"));
            domain(name, row).ifPresent(domain -> nameToDomain.put(name, domain));
        }
        return nameToDomain;
    }

    /** The domain of a row; empty for a damaged one, which must not affect the other projects of the batch. */
    private Optional<SendingDomain> domain(DomainName name, Row row) {
        try {
            var pkcs8 = crypto.decrypt(row.getBuffer("private_key").getBytes(), encryptionContext(name));
            var key = new DkimKey(
                    name.domain(), row.getString("selector"), DomainKeyFactory.read(pkcs8), ed25519(name, row));
            return Optional.of(new SendingDomain(
                    row.getBoolean("verified"),
                    key,
                    Optional.ofNullable(row.getString("return_path")),
                    Optional.ofNullable(row.getString("links_host"))));
        } catch (IllegalArgumentException | IllegalStateException damaged) {
            LOG.atError()
                    .addKeyValue("project", name.project())
                    .setCause(damaged)
                    .log("The private key of a domain cannot be read; nothing can be sent from it");
            return Optional.empty();
        }
    }

    /** The second key of a row; empty for a damaged one, without which the first key still signs. */
    private Optional<Ed25519Key> ed25519(DomainName name, Row row) {
        try {
            return Optional.ofNullable(row.getString("ed25519_selector"))
                    .map(selector -> new Ed25519Key(
                            selector,
                            DomainKeyFactory.readEd25519(
                                    ed25519Keys.decrypt(name, row.getBuffer("ed25519_private_key")))));
        } catch (IllegalArgumentException | IllegalStateException damaged) {
            LOG.atError()
                    .addKeyValue("project", name.project())
                    .addKeyValue("domain", name.domain())
                    .setCause(damaged)
                    .log(
                            "The private Ed25519 key of a domain cannot be read, so its emails are signed with the RSA key alone. Delete"
                                    + " the domain's row in domain_ed25519_keys; the next check makes another key");
            return Optional.empty();
        }
    }

    private static byte[] encryptionContext(DomainName name) {
        return ("domains " + name.project() + " " + name.domain()).getBytes(StandardCharsets.US_ASCII);
    }
}
