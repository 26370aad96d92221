package io.godwit.accounts;

import io.godwit.core.EmailAddress;
import io.godwit.core.UserId;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/** The {@code sessions} table. */
final class SessionStore {

    private static final String FIND = """
            SELECT users.email, users.email_verified
              FROM sessions JOIN users ON users.id = sessions.user_id
             WHERE sessions.id = $1 AND sessions.user_id = $2 AND expires_at > now()
            """;

    /** Whose session it is. */
    record Owner(EmailAddress email, boolean verified) {}

    Future<Void> insert(SqlClient tx, UUID session, UserId user, Duration lifetime) {
        return tx.preparedQuery("""
                        INSERT INTO sessions (id, user_id, expires_at)
                        VALUES ($1, $2, now() + make_interval(secs => $3))
                        """)
                .execute(Tuple.of(session, user.value(), (double) lifetime.toSeconds()))
                .mapEmpty();
    }

    /** Empty when it has ended, or is another's. */
    Future<Optional<Owner>> find(SqlClient db, UUID session, UserId user) {
        return db.preparedQuery(FIND)
                .mapping(SessionStore::owner)
                .execute(Tuple.of(session, user.value()))
                .map(rows -> rows.stream().findFirst());
    }

    Future<Void> delete(SqlClient db, UUID session, UserId user) {
        return db.preparedQuery("DELETE FROM sessions WHERE id = $1 AND user_id = $2")
                .execute(Tuple.of(session, user.value()))
                .mapEmpty();
    }

    Future<Void> deleteAll(SqlClient tx, UserId user) {
        return tx.preparedQuery("DELETE FROM sessions WHERE user_id = $1")
                .execute(Tuple.of(user.value()))
                .mapEmpty();
    }

    private static Owner owner(Row row) {
        return new Owner(new EmailAddress(row.getString("email")), row.getBoolean("email_verified"));
    }
}
