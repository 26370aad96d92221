package io.godwit.accounts;

import io.godwit.oauth.ProviderName;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.Optional;

/** The {@code oauth_flows} table. */
final class OAuthFlowStore {

    Future<Void> insert(SqlClient db, OneTimeToken state, ProviderName provider, String next, Duration lifetime) {
        return db.preparedQuery("""
                        INSERT INTO oauth_flows (hash, provider, next, expires_at)
                        VALUES ($1, $2, $3, now() + make_interval(secs => $4))
                        """)
                .execute(Tuple.of(state.hash(), provider.name(), next, (double) lifetime.toSeconds()))
                .mapEmpty();
    }

    /**
     * Deletes the sign-in with this state and completes with the path to return to; empty when the state is unknown, used,
     * expired or another provider's.
     */
    Future<Optional<String>> use(SqlClient db, OneTimeToken state, ProviderName provider) {
        return db.preparedQuery("""
                        DELETE FROM oauth_flows WHERE hash = $1 AND provider = $2 AND expires_at > now() RETURNING next
                        """)
                .execute(Tuple.of(state.hash(), provider.name()))
                .map(rows -> rows.stream().findFirst().map(row -> row.getString(0)));
    }
}
