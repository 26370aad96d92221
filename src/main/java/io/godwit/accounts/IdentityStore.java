package io.godwit.accounts;

import io.godwit.core.id.UserId;
import io.godwit.oauth.Identity;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;

/** The {@code identities} table. */
final class IdentityStore {

    /** Marks the identity as used and completes with its user; empty for an identity that is not linked yet. */
    Future<Optional<UserId>> use(SqlClient tx, Identity identity) {
        return tx.preparedQuery("""
                        UPDATE identities SET used_at = now() WHERE provider = $1 AND issuer = $2 AND subject = $3
                        RETURNING user_id
                        """)
                .execute(Tuple.of(identity.provider().name(), identity.issuer(), identity.subject()))
                .map(rows -> rows.stream().findFirst().map(row -> new UserId(row.getUUID(0))));
    }

    /**
     * Links the identity to the user. False when it belongs to a user already, or the user has another of this provider.
     */
    Future<Boolean> insert(SqlClient tx, Identity identity, UserId user) {
        return tx.preparedQuery("""
                        INSERT INTO identities (provider, issuer, subject, user_id) VALUES ($1, $2, $3, $4)
                        ON CONFLICT DO NOTHING
                        """)
                .execute(Tuple.of(identity.provider().name(), identity.issuer(), identity.subject(), user.value()))
                .map(rows -> rows.rowCount() == 1);
    }
}
