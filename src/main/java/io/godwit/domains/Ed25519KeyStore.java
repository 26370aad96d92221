package io.godwit.domains;

import io.godwit.core.Crypto;
import io.godwit.core.Tenant;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;

/** Writes the {@code domain_ed25519_keys}, whose private keys are encrypted here. */
final class Ed25519KeyStore {

    private static final String INSERT = """
            INSERT INTO domain_ed25519_keys (project_id, domain, selector, private_key, public_key)
            VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (project_id, domain)
            """;

    private final Crypto crypto;

    Ed25519KeyStore(Crypto crypto) {
        this.crypto = crypto;
    }

    /** Stores the key of a domain that has none. */
    Future<Void> add(SqlClient db, Tenant tenant, String domain, String selector, KeyPair keys) {
        return write(INSERT + "DO NOTHING", db, tenant, domain, selector, keys);
    }

    /** Stores the key of a domain in the place of its last one; it signs once its record is found in DNS. */
    Future<Void> replace(SqlClient db, Tenant tenant, String domain, String selector, KeyPair keys) {
        return write(
                INSERT + "DO UPDATE SET selector = $3, private_key = $4, public_key = $5, created_at = now()",
                db,
                tenant,
                domain,
                selector,
                keys);
    }

    private Future<Void> write(String sql, SqlClient db, Tenant tenant, String domain, String selector, KeyPair keys) {
        var place = new DomainName(tenant.project(), domain);
        return db.preparedQuery(sql)
                .execute(Tuple.of(tenant.project().value(), domain, selector)
                        .addBuffer(
                                Buffer.buffer(crypto.encrypt(keys.getPrivate().getEncoded(), context(place))))
                        .addBuffer(Buffer.buffer(keys.getPublic().getEncoded())))
                .mapEmpty();
    }

    byte[] decrypt(DomainName name, Buffer sealed) {
        return crypto.decrypt(sealed.getBytes(), context(name));
    }

    private static byte[] context(DomainName name) {
        return ("domain_ed25519_keys " + name.project() + " " + name.domain()).getBytes(StandardCharsets.US_ASCII);
    }
}
