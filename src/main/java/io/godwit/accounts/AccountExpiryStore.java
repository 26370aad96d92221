package io.godwit.accounts;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;

/** Deletes what has expired in the tables of accounts: sessions, tokens, sign-ins with a provider, windows of limits. */
final class AccountExpiryStore {

    private static final String DELETE = """
            WITH ended_sessions AS (DELETE FROM sessions WHERE expires_at < now()),
                 ended_tokens AS (DELETE FROM account_tokens WHERE expires_at < now()),
                 ended_flows AS (DELETE FROM oauth_flows WHERE expires_at < now())
            DELETE FROM throttles WHERE ends_at < now()
            """;

    Future<Void> deleteExpired(SqlClient db) {
        return db.query(DELETE).execute().mapEmpty();
    }
}
