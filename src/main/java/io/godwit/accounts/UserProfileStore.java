package io.godwit.accounts;

import io.godwit.core.id.UserId;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The columns of {@code users} that users choose themselves. */
final class UserProfileStore {

    /** Reads the profile of a user; empty when the user is gone. */
    Future<Optional<UserProfile>> find(SqlClient db, UserId user) {
        return db.preparedQuery("SELECT name, language, time_zone FROM users WHERE id = $1")
                .execute(Tuple.of(user.value()))
                .map(UserProfileStore::first);
    }

    /** Sets the values of the members in the map, and leaves the others. */
    Future<Optional<UserProfile>> update(SqlClient db, UserId user, Map<String, @Nullable String> changes) {
        return db.preparedQuery("""
                        UPDATE users
                           SET name = CASE WHEN $2 THEN $3 ELSE name END,
                               language = CASE WHEN $4 THEN $5 ELSE language END,
                               time_zone = CASE WHEN $6 THEN $7 ELSE time_zone END,
                               updated_at = now()
                         WHERE id = $1
                        RETURNING name, language, time_zone
                        """)
                .execute(Tuple.of(user.value())
                        .addBoolean(changes.containsKey("name"))
                        .addString(changes.get("name"))
                        .addBoolean(changes.containsKey("language"))
                        .addString(changes.get("language"))
                        .addBoolean(changes.containsKey("timeZone"))
                        .addString(changes.get("timeZone")))
                .map(UserProfileStore::first);
    }

    private static Optional<UserProfile> first(RowSet<Row> rows) {
        return rows.stream().map(UserProfileStore::profile).findFirst();
    }

    private static UserProfile profile(Row row) {
        return new UserProfile(
                Optional.ofNullable(row.getString("name")),
                Optional.ofNullable(row.getString("language")),
                Optional.ofNullable(row.getString("time_zone")));
    }
}
