package io.godwit.accounts;

import io.godwit.core.Crypto;
import io.godwit.core.id.UserId;
import io.godwit.db.Columns;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The {@code second_factors} and {@code recovery_codes} tables. */
final class SecondFactorStore {

    private static final String BEGIN = """
            INSERT INTO second_factors AS stored (user_id, secret) VALUES ($1, $2)
            ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, last_step = 0, created_at = now()
             WHERE NOT stored.confirmed
            """;

    private static final String FIND = """
            SELECT secret, confirmed, last_step,
                   (SELECT count(*) FROM recovery_codes WHERE recovery_codes.user_id = $1) AS codes
              FROM second_factors
             WHERE user_id = $1
            """;

    private final Crypto crypto;

    SecondFactorStore(Crypto crypto) {
        this.crypto = crypto;
    }

    /** A second factor as it is stored, with its secret decrypted. */
    record StoredSecondFactor(byte[] secret, boolean confirmed, long lastStep, int recoveryCodes) {

        @Override
        public String toString() {
            return "StoredSecondFactor";
        }
    }

    /**
     * Inserts an unconfirmed second factor, or replaces one that was never confirmed; false when there is a confirmed one.
     */
    Future<Boolean> begin(SqlClient tx, UserId user, byte[] secret) {
        return tx.preparedQuery(BEGIN)
                .execute(Tuple.of(user.value(), Buffer.buffer(crypto.encrypt(secret, encryptionContext(user)))))
                .map(rows -> rows.rowCount() == 1);
    }

    Future<Optional<StoredSecondFactor>> find(SqlClient db, UserId user) {
        return db.preparedQuery(FIND)
                .execute(Tuple.of(user.value()))
                .map(rows -> rows.stream().findFirst().map(row -> stored(user, row)));
    }

    /** Tells whether a code is asked for at sign-in. */
    Future<Boolean> isEnabled(SqlClient db, UserId user) {
        return db.preparedQuery("SELECT EXISTS (SELECT FROM second_factors WHERE user_id = $1 AND confirmed)")
                .execute(Tuple.of(user.value()))
                .map(rows -> rows.iterator().next().getBoolean(0));
    }

    /** Uses up the code of a time step; false when it, or a later one, was used already. */
    Future<Boolean> use(SqlClient tx, UserId user, long step) {
        return tx.preparedQuery("UPDATE second_factors SET last_step = $2 WHERE user_id = $1 AND last_step < $2")
                .execute(Tuple.of(user.value(), step))
                .map(rows -> rows.rowCount() == 1);
    }

    /** Uses up a recovery code; false for one that is unknown or was used. */
    Future<Boolean> use(SqlClient tx, UserId user, RecoveryCode code) {
        return tx.preparedQuery("DELETE FROM recovery_codes WHERE user_id = $1 AND hash = $2")
                .execute(Tuple.of(user.value(), code.hash(crypto, user)))
                .map(rows -> rows.rowCount() == 1);
    }

    /** Confirms the second factor; false when it was confirmed meanwhile. */
    Future<Boolean> confirm(SqlClient tx, UserId user) {
        return tx.preparedQuery("""
                        UPDATE second_factors SET confirmed = true, created_at = now()
                         WHERE user_id = $1 AND NOT confirmed
                        """).execute(Tuple.of(user.value())).map(rows -> rows.rowCount() == 1);
    }

    Future<Void> insert(SqlClient tx, UserId user, List<RecoveryCode> codes) {
        var hashes = codes.stream().map(code -> code.hash(crypto, user)).toArray(Buffer[]::new);
        return tx.preparedQuery("INSERT INTO recovery_codes (user_id, hash) SELECT $1, unnest($2::bytea[])")
                .execute(Tuple.of(user.value()).addArrayOfBuffer(hashes))
                .mapEmpty();
    }

    Future<Void> delete(SqlClient tx, UserId user) {
        return tx.preparedQuery("DELETE FROM second_factors WHERE user_id = $1")
                .execute(Tuple.of(user.value()))
                .mapEmpty();
    }

    /**
     * Deletes a second factor that is not confirmed, or was within {@code window}; false when no confirmed one was deleted.
     */
    static Future<Boolean> deleteNew(SqlClient tx, UserId user, Duration window) {
        return tx.preparedQuery("""
                        DELETE FROM second_factors
                         WHERE user_id = $1 AND (NOT confirmed OR created_at > now() - make_interval(secs => $2))
                        RETURNING confirmed
                        """)
                .execute(Tuple.of(user.value(), Columns.seconds(window)))
                .map(rows -> rows.stream().anyMatch(row -> row.getBoolean("confirmed")));
    }

    private StoredSecondFactor stored(UserId user, Row row) {
        var secret = crypto.decrypt(row.getBuffer("secret").getBytes(), encryptionContext(user));
        return new StoredSecondFactor(
                secret, row.getBoolean("confirmed"), row.getLong("last_step"), row.getInteger("codes"));
    }

    private static byte[] encryptionContext(UserId user) {
        return ("second_factors " + user).getBytes(StandardCharsets.UTF_8);
    }
}
