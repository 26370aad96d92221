package io.godwit.accounts;

import io.godwit.core.id.UserId;
import io.godwit.db.Columns;
import io.godwit.oauth.Identity;
import io.godwit.oauth.ProviderName;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.Optional;

/** Reads and writes sign-ins with a provider: those in progress ({@code oauth_flows}), and linked identities ({@code identities}). */
final class OAuthStore {

    /** Inserts a sign-in that waits for the callback of its provider. */
    Future<Void> insertFlow(SqlClient db, OneTimeToken state, ProviderName provider, String next, Duration lifetime) {
        return db.preparedQuery("""
                        INSERT INTO oauth_flows (hash, provider, next, expires_at)
                        VALUES ($1, $2, $3, now() + make_interval(secs => $4))
                        """)
                .execute(Tuple.of(state.hash(), provider.name(), next, Columns.seconds(lifetime)))
                .mapEmpty();
    }

    /**
     * Deletes the sign-in with this state and completes with the path to return to; empty when the state is unknown, used,
     * expired or another provider's.
     */
    Future<Optional<String>> useFlow(SqlClient db, OneTimeToken state, ProviderName provider) {
        return db.preparedQuery("""
                        DELETE FROM oauth_flows WHERE hash = $1 AND provider = $2 AND expires_at > now() RETURNING next
                        """)
                .execute(Tuple.of(state.hash(), provider.name()))
                .map(rows -> rows.stream().findFirst().map(row -> row.getString(0)));
    }

    /** Marks the identity as used and completes with its user; empty for an identity that is not linked yet. */
    Future<Optional<UserId>> useIdentity(SqlClient tx, Identity identity) {
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
    Future<Boolean> link(SqlClient tx, Identity identity, UserId user) {
        return tx.preparedQuery("""
                        INSERT INTO identities (provider, issuer, subject, user_id) VALUES ($1, $2, $3, $4)
                        ON CONFLICT DO NOTHING
                        """)
                .execute(Tuple.of(identity.provider().name(), identity.issuer(), identity.subject(), user.value()))
                .map(rows -> rows.rowCount() == 1);
    }
}
