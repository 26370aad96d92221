package io.godwit.accounts;

import io.godwit.core.EmailAddress;
import io.godwit.core.id.UserId;
import io.godwit.db.Columns;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.Optional;

/** The {@code account_tokens} table. */
final class TokenStore {

    /** The purpose of a token. */
    enum Purpose {
        VERIFY,
        RESET,
        SECOND_FACTOR,
        FIRST_OWNER
    }

    /** The user a token was sent to, and the address. */
    record TokenOwner(UserId user, EmailAddress email) {}

    Future<Void> insert(SqlClient tx, OneTimeToken token, Purpose purpose, User user, Duration lifetime) {
        return tx.preparedQuery("""
                        INSERT INTO account_tokens (hash, user_id, purpose, email, expires_at)
                        VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5))
                        """)
                .execute(Tuple.of(
                        token.hash(),
                        user.id().value(),
                        purpose.name(),
                        user.email().value(),
                        Columns.seconds(lifetime)))
                .mapEmpty();
    }

    /** Tells whether a token is valid now, without using it up. */
    Future<Boolean> isValid(SqlClient db, OneTimeToken token, Purpose purpose) {
        return db.preparedQuery("""
                        SELECT EXISTS (SELECT FROM account_tokens WHERE hash = $1 AND purpose = $2 AND expires_at > now())
                        """)
                .execute(Tuple.of(token.hash(), purpose.name()))
                .map(rows -> rows.iterator().next().getBoolean(0));
    }

    /** Finds the owner of a token without using it up; empty for a token that is unknown, used or expired. */
    Future<Optional<TokenOwner>> find(SqlClient db, OneTimeToken token, Purpose purpose) {
        return db.preparedQuery("""
                        SELECT user_id, email FROM account_tokens WHERE hash = $1 AND purpose = $2 AND expires_at > now()
                        """)
                .mapping(TokenStore::holder)
                .execute(Tuple.of(token.hash(), purpose.name()))
                .map(rows -> rows.stream().findFirst());
    }

    /** Finds whose password a token may set, without using it up; empty for one that is unknown, used or expired. */
    Future<Optional<TokenOwner>> findForPassword(SqlClient db, OneTimeToken token) {
        return db.preparedQuery("""
                        SELECT user_id, email FROM account_tokens
                         WHERE hash = $1 AND purpose IN ('RESET', 'FIRST_OWNER') AND expires_at > now()
                        """)
                .mapping(TokenStore::holder)
                .execute(Tuple.of(token.hash()))
                .map(rows -> rows.stream().findFirst());
    }

    /** Uses a token up and completes with its owner; empty for a token that is unknown, used or expired. */
    Future<Optional<TokenOwner>> use(SqlClient tx, OneTimeToken token, Purpose purpose) {
        return tx.preparedQuery("""
                        DELETE FROM account_tokens WHERE hash = $1 AND purpose = $2 AND expires_at > now()
                        RETURNING user_id, email
                        """)
                .mapping(TokenStore::holder)
                .execute(Tuple.of(token.hash(), purpose.name()))
                .map(rows -> rows.stream().findFirst());
    }

    Future<Void> deleteAll(SqlClient tx, UserId user, Purpose purpose) {
        return tx.preparedQuery("DELETE FROM account_tokens WHERE user_id = $1 AND purpose = $2")
                .execute(Tuple.of(user.value(), purpose.name()))
                .mapEmpty();
    }

    private static TokenOwner holder(Row row) {
        return new TokenOwner(new UserId(row.getUUID("user_id")), new EmailAddress(row.getString("email")));
    }
}
