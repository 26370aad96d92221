package io.godwit.delivery.check;

import io.godwit.delivery.check.SenderDomain.KeyType;
import io.godwit.delivery.check.SenderDomain.PublishedKey;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the verified domains of all projects. */
public final class SenderDomainStore {

    /** Leaves out the demo's domains, whose names exist nowhere. */
    private static final String LIST = """
            SELECT DISTINCT ON (domains.domain) domains.domain, domains.selector, domains.public_key,
                   ed25519.selector AS ed25519_selector, ed25519.public_key AS ed25519_public_key
              FROM domains
              LEFT JOIN domain_ed25519_keys ed25519
                     ON ed25519.project_id = domains.project_id AND ed25519.domain = domains.domain
             WHERE verified AND NOT trusted
             ORDER BY domains.domain, verified_at DESC
             LIMIT $1
            """;

    /** The octets of an Ed25519 key, at the end of its SubjectPublicKeyInfo (RFC 8463 §4.2). */
    private static final int ED25519_BYTES = 32;

    public Future<List<SenderDomain>> list(SqlClient db, int max) {
        return db.preparedQuery(LIST)
                .mapping(row -> new SenderDomain(row.getString("domain"), keys(row)))
                .execute(Tuple.of(max))
                .map(rows -> rows.stream().toList());
    }

    private static List<PublishedKey> keys(Row row) {
        var rsa = new PublishedKey(KeyType.RSA, row.getString("selector"), base64(row.getBuffer("public_key")));
        return Stream.concat(
                        Stream.of(rsa),
                        Stream.ofNullable(row.getString("ed25519_selector"))
                                .map(selector -> ed25519(selector, row.getBuffer("ed25519_public_key"))))
                .toList();
    }

    private static PublishedKey ed25519(String selector, Buffer info) {
        var point = info.getBuffer(info.length() - ED25519_BYTES, info.length());
        return new PublishedKey(KeyType.ED25519, selector, base64(point));
    }

    private static Optional<String> base64(Buffer key) {
        return Optional.of(Base64.getEncoder().encodeToString(key.getBytes()));
    }
}
