package io.godwit.accounts;

import io.godwit.core.EmailAddress;
import io.godwit.core.id.UserId;
import io.godwit.db.Columns;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The {@code sessions} table. A session ends when it was not used for the idle time, and after seven days in any case. */
final class SessionStore {

    /** The number of sessions listed at most; all can be ended at once. */
    private static final int MAX_LISTED = 100;

    private static final String ALIVE = """
            expires_at > now() AND ($3::float8 = 0 OR used_at > now() - make_interval(secs => $3))
            """;

    private static final String FIND = """
            SELECT users.email, users.email_verified, used_at < now() - make_interval(secs => $4) AS stale
              FROM sessions JOIN users ON users.id = sessions.user_id
             WHERE sessions.id = $1 AND sessions.user_id = $2 AND
            """ + ALIVE;

    /** Records the last use; simultaneous requests write it once. */
    private static final String TOUCH = """
            UPDATE sessions SET used_at = now()
             WHERE id = $1 AND user_id = $2 AND used_at < now() - make_interval(secs => $3)
            """;

    private static final String LIST = """
            SELECT id, created_at, used_at, expires_at, address, user_agent
              FROM sessions
             WHERE user_id = $1 AND expires_at > now() AND ($2::float8 = 0 OR used_at > now() - make_interval(secs => $2))
             ORDER BY used_at DESC, id DESC
             LIMIT\s""" + MAX_LISTED;

    private static final String IS_RECENT = """
            SELECT EXISTS (
                SELECT FROM sessions
                 WHERE id = $1 AND user_id = $2 AND created_at > now() - make_interval(secs => $3))
            """;

    private final Duration idle;

    /** @param idle the time without a request after which a session ends; zero: sessions do not end for being idle */
    SessionStore(Duration idle) {
        this.idle = idle;
    }

    /**
     * The user of a session.
     *
     * @param stale true: the last use of the session has to be written again
     */
    record Owner(EmailAddress email, boolean verified, boolean stale) {}

    /** A session as it is listed for its user. */
    record SessionSummary(
            UUID id,
            Instant createdAt,
            Instant usedAt,
            Instant expiresAt,
            Optional<String> address,
            Optional<String> userAgent) {}

    Future<Void> insert(SqlClient tx, UUID session, UserId user, Duration lifetime, SignInClient client) {
        return tx.preparedQuery("""
                        INSERT INTO sessions (id, user_id, expires_at, address, user_agent)
                        VALUES ($1, $2, now() + make_interval(secs => $3), $4, $5)
                        """)
                .execute(Tuple.of(
                        session,
                        user.value(),
                        Columns.seconds(lifetime),
                        client.address(),
                        client.userAgent().orElse(null)))
                .mapEmpty();
    }

    /** Finds the user of a session; empty when it has ended, or is another's. */
    Future<Optional<Owner>> find(SqlClient db, UUID session, UserId user) {
        return db.preparedQuery(FIND)
                .mapping(SessionStore::owner)
                .execute(Tuple.of(session, user.value(), Columns.seconds(idle), Columns.seconds(granularity())))
                .map(rows -> rows.stream().findFirst());
    }

    /** Records that the session is used now. */
    Future<Void> touch(SqlClient db, UUID session, UserId user) {
        return db.preparedQuery(TOUCH)
                .execute(Tuple.of(session, user.value(), Columns.seconds(granularity())))
                .mapEmpty();
    }

    /** The precision of the last use: a minute, or a quarter of a shorter idle time. */
    private Duration granularity() {
        var minute = Duration.ofMinutes(1);
        var quarter = idle.dividedBy(4);
        return idle.isZero() || quarter.compareTo(minute) > 0 ? minute : quarter;
    }

    /** Lists the sessions of a user, most recently used first, {@value #MAX_LISTED} at most. */
    Future<List<SessionSummary>> list(SqlClient db, UserId user) {
        return db.preparedQuery(LIST)
                .mapping(SessionStore::listed)
                .execute(Tuple.of(user.value(), Columns.seconds(idle)))
                .map(rows -> rows.stream().toList());
    }

    /** Tells whether the session was opened by a sign-in within {@code window}. */
    Future<Boolean> isRecent(SqlClient db, UUID session, UserId user, Duration window) {
        return db.preparedQuery(IS_RECENT)
                .execute(Tuple.of(session, user.value(), Columns.seconds(window)))
                .map(rows -> rows.iterator().next().getBoolean(0));
    }

    /** Deletes a session; false when the user has no such session. */
    Future<Boolean> delete(SqlClient db, UUID session, UserId user) {
        return db.preparedQuery("DELETE FROM sessions WHERE id = $1 AND user_id = $2")
                .execute(Tuple.of(session, user.value()))
                .map(rows -> rows.rowCount() == 1);
    }

    /** Deletes all other sessions of the user; completes with their number. */
    Future<Integer> deleteOthers(SqlClient db, UUID current, UserId user) {
        return db.preparedQuery("DELETE FROM sessions WHERE user_id = $2 AND id <> $1")
                .execute(Tuple.of(current, user.value()))
                .map(rows -> rows.rowCount());
    }

    Future<Void> deleteAll(SqlClient tx, UserId user) {
        return tx.preparedQuery("DELETE FROM sessions WHERE user_id = $1")
                .execute(Tuple.of(user.value()))
                .mapEmpty();
    }

    private static Owner owner(Row row) {
        return new Owner(
                new EmailAddress(row.getString("email")), row.getBoolean("email_verified"), row.getBoolean("stale"));
    }

    private static SessionSummary listed(Row row) {
        return new SessionSummary(
                row.getUUID("id"),
                row.getOffsetDateTime("created_at").toInstant(),
                row.getOffsetDateTime("used_at").toInstant(),
                row.getOffsetDateTime("expires_at").toInstant(),
                Optional.ofNullable(row.getString("address")),
                Optional.ofNullable(row.getString("user_agent")));
    }
}
