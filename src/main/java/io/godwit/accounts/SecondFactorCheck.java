package io.godwit.accounts;

import io.godwit.accounts.TokenStore.Purpose;
import io.godwit.accounts.TokenStore.TokenOwner;
import io.godwit.accounts.limits.AttemptLimiter;
import io.godwit.core.Crypto;
import io.godwit.core.id.UserId;
import io.godwit.db.Database;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Checks the TOTP or recovery code asked for after the password or the provider's sign-in. A sign-in that got so far has a
 * token, which gives no access without a code.
 */
final class SecondFactorCheck {

    /** The lifetime of such a token. */
    static final Duration LIFETIME = Duration.ofMinutes(5);

    private final Database database;
    private final Clock clock;
    private final AttemptLimiter guesses;
    private final SecondFactorStore store;
    private final TokenStore tokens = new TokenStore();

    SecondFactorCheck(Database database, Crypto crypto, AccountSettings settings, Clock clock) {
        this.database = database;
        this.clock = clock;
        this.guesses =
                new AttemptLimiter(database, crypto, "code.account", settings.failuresPerCode(), settings.window());
        this.store = new SecondFactorStore(crypto);
    }

    /** Tells whether this user has to enter a code at sign-in. */
    Future<Boolean> isEnabled(SqlClient tx, UserId user) {
        return store.isEnabled(tx, user);
    }

    Future<OneTimeToken> createToken(SqlClient tx, User user) {
        var token = OneTimeToken.random();
        return tokens.insert(tx, token, Purpose.SECOND_FACTOR, user, LIFETIME).map(token);
    }

    /** Finds the user of a token; empty when the token is unknown, used or expired. */
    Future<Optional<TokenOwner>> holder(OneTimeToken token) {
        return tokens.find(database.anonymous().requests(), token, Purpose.SECOND_FACTOR);
    }

    Future<Boolean> consume(SqlClient tx, OneTimeToken token) {
        return tokens.use(tx, token, Purpose.SECOND_FACTOR).map(Optional::isPresent);
    }

    /**
     * Counts a guess before it is checked; fails with {@code RATE_LIMIT_EXCEEDED} beyond the limit. A text with the shape
     * of a recovery code is not counted: recovery codes cannot be guessed, and the owner can still use one while guesses
     * are limited.
     */
    Future<Void> countAttempt(UserId user, String typed) {
        return RecoveryCode.parse(typed).isPresent() ? Future.succeededFuture() : guesses.countAttempt(user.toString());
    }

    /** Forgets the wrong codes; never fails: the right one has had its effect, and its answer may be given once alone. */
    Future<Void> clearFailures(UserId user) {
        return guesses.reset(user.toString()).otherwiseEmpty();
    }

    /** Uses up a TOTP or recovery code; false for a wrong one and for one that was used. */
    Future<Boolean> use(SqlClient tx, UserId user, String typed) {
        return RecoveryCode.parse(typed).map(code -> store.use(tx, user, code)).orElseGet(() -> store.find(tx, user)
                .compose(stored -> stored.filter(SecondFactorStore.StoredSecondFactor::confirmed)
                                .isEmpty()
                        ? Future.succeededFuture(false)
                        : use(tx, user, stored.get(), typed)));
    }

    /** Uses up a TOTP code, also of a second factor that is not confirmed yet. */
    Future<Boolean> use(SqlClient tx, UserId user, SecondFactorStore.StoredSecondFactor stored, String typed) {
        var step = step(stored, typed);
        return step.isPresent() ? store.use(tx, user, step.getAsLong()) : Future.succeededFuture(false);
    }

    private OptionalLong step(SecondFactorStore.StoredSecondFactor stored, String typed) {
        return Totp.step(stored.secret(), typed.replaceAll("\\s", ""), clock.instant(), stored.lastStep());
    }
}
