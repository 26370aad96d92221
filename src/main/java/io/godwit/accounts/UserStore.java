package io.godwit.accounts;

import io.godwit.core.EmailAddress;
import io.godwit.core.id.UserId;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;

/** The {@code users} table. */
final class UserStore {

    /** The project's own key among PostgreSQL's advisory locks: "user" in ASCII. */
    private static final long LOCK = 0x75736572L;

    private static final String FIND = "SELECT * FROM users WHERE ";

    /** Tells whether there are no users, and locks out other first sign-ups until the end of the transaction. */
    Future<Boolean> isEmpty(SqlClient tx) {
        return tx.preparedQuery("SELECT pg_advisory_xact_lock($1)")
                .execute(Tuple.of(LOCK))
                .compose(ignored ->
                        tx.query("SELECT NOT EXISTS (SELECT FROM users)").execute())
                .map(rows -> rows.iterator().next().getBoolean(0));
    }

    /** Tells whether nobody signed up before this user; ids grow with time. */
    Future<Boolean> isFirst(SqlClient db, UserId user) {
        return db.preparedQuery("SELECT id = $1 FROM users ORDER BY id LIMIT 1")
                .execute(Tuple.of(user.value()))
                .map(rows ->
                        rows.stream().findFirst().map(row -> row.getBoolean(0)).orElse(false));
    }

    /** Tells whether this user signed up first and others after. */
    Future<Boolean> isFirstOfMany(SqlClient db, UserId user) {
        return db.query("SELECT id FROM users ORDER BY id LIMIT 2")
                .mapping(row -> new UserId(row.getUUID(0)))
                .execute()
                .map(rows -> rows.size() == 2 && rows.iterator().next().equals(user));
    }

    Future<Optional<User>> find(SqlClient db, UserId user) {
        return db.preparedQuery(FIND + "id = $1")
                .execute(Tuple.of(user.value()))
                .map(UserStore::first);
    }

    Future<Optional<User>> find(SqlClient db, EmailAddress email) {
        return db.preparedQuery(FIND + "email = $1")
                .execute(Tuple.of(email.value()))
                .map(UserStore::first);
    }

    /** Finds a user whose password the server made up and nobody has changed since. */
    Future<Optional<User>> findWithGeneratedPassword(SqlClient db, EmailAddress email) {
        return db.preparedQuery(FIND + "email = $1 AND password_generated")
                .execute(Tuple.of(email.value()))
                .map(UserStore::first);
    }

    /** Inserts a user with a password; false when the address is taken. */
    Future<Boolean> insert(SqlClient tx, UserId user, EmailAddress email, String passwordHash, boolean verified) {
        return tx.preparedQuery("""
                        INSERT INTO users (id, email, password_hash, email_verified) VALUES ($1, $2, $3, $4)
                        ON CONFLICT (email) DO NOTHING
                        """)
                .execute(Tuple.of(user.value(), email.value(), passwordHash, verified))
                .map(rows -> rows.rowCount() == 1);
    }

    /**
     * Inserts a user of an identity provider, whose address the provider has verified; false when the address is taken.
     *
     * @param type the account type of the provider
     */
    Future<Boolean> insert(SqlClient tx, UserId user, EmailAddress email, String type) {
        return tx.preparedQuery("""
                        INSERT INTO users (id, email, type, email_verified) VALUES ($1, $2, $3, true)
                        ON CONFLICT (email) DO NOTHING
                        """)
                .execute(Tuple.of(user.value(), email.value(), type))
                .map(rows -> rows.rowCount() == 1);
    }

    /**
     * Reads a user whose password nobody changes until the transaction ends: sessions it opens are seen by the change, which ends
     * them.
     */
    Future<Optional<User>> findUnchanging(SqlClient tx, UserId user) {
        return tx.preparedQuery(FIND + "id = $1 FOR SHARE")
                .execute(Tuple.of(user.value()))
                .map(UserStore::first);
    }

    /** Sets another password; false when the present one is not {@code expectedHash} any more. */
    Future<Boolean> replacePassword(SqlClient tx, UserId user, Optional<String> expectedHash, String passwordHash) {
        return tx.preparedQuery("""
                        UPDATE users SET password_hash = $2, password_generated = false, updated_at = now()
                         WHERE id = $1 AND password_hash IS NOT DISTINCT FROM $3
                        """)
                .execute(Tuple.of(user.value(), passwordHash, expectedHash.orElse(null)))
                .map(rows -> rows.rowCount() == 1);
    }

    Future<Void> setPassword(SqlClient tx, UserId user, String passwordHash) {
        return tx.preparedQuery("""
                        UPDATE users SET password_hash = $2, password_generated = false, updated_at = now() WHERE id = $1
                        """)
                .execute(Tuple.of(user.value(), passwordHash))
                .mapEmpty();
    }

    /** Marks the address as verified, unless the user has another address by now. */
    Future<Void> setVerified(SqlClient tx, UserId user, EmailAddress email) {
        return tx.preparedQuery("""
                        UPDATE users SET email_verified = true, updated_at = now()
                         WHERE id = $1 AND email = $2 AND NOT email_verified
                        """)
                .execute(Tuple.of(user.value(), email.value()))
                .mapEmpty();
    }

    /** Locks the user's row against a membership that is being inserted. */
    Future<Void> lock(SqlClient tx, UserId user) {
        return tx.preparedQuery("SELECT FROM users WHERE id = $1 FOR UPDATE")
                .execute(Tuple.of(user.value()))
                .mapEmpty();
    }

    Future<Void> delete(SqlClient tx, UserId user) {
        return tx.preparedQuery("DELETE FROM users WHERE id = $1")
                .execute(Tuple.of(user.value()))
                .mapEmpty();
    }

    private static Optional<User> first(RowSet<Row> rows) {
        return rows.stream().map(UserStore::user).findFirst();
    }

    static User user(Row row) {
        return new User(
                new UserId(row.getUUID("id")),
                new EmailAddress(row.getString("email")),
                row.getString("type"),
                Optional.ofNullable(row.getString("password_hash")),
                row.getBoolean("email_verified"),
                row.getOffsetDateTime("created_at").toInstant());
    }
}
