package io.godwit.accounts;

import io.godwit.accounts.TokenStore.Purpose;
import io.godwit.accounts.TokenStore.TokenOwner;
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
 * A code that is asked for beside the password, or beside a provider's word. Who has earned that step gets a ticket, which
 * opens nothing without a code.
 */
final class SecondFactorCheck {

    /** Of a ticket. */
    static final Duration LIFETIME = Duration.ofMinutes(5);

    private final Database database;
    private final Clock clock;
    private final AttemptLimiter guesses;
    private final SecondFactorStore store;
    private final TokenStore tokens = new TokenStore();

    SecondFactorCheck(Database database, Crypto vault, AccountSettings settings, Clock clock) {
        this.database = database;
        this.clock = clock;
        this.guesses =
                new AttemptLimiter(database, vault, "code.account", settings.failuresPerCode(), settings.window());
        this.store = new SecondFactorStore(vault);
    }

    /** Whether this user shows a code at sign-in. */
    Future<Boolean> isAsked(SqlClient tx, UserId user) {
        return store.isAsked(tx, user);
    }

    Future<OneTimeToken> ticket(SqlClient tx, User user) {
        var ticket = OneTimeToken.random();
        return tokens.insert(tx, ticket, Purpose.SECOND_FACTOR, user, LIFETIME).map(ticket);
    }

    /** Whose ticket it is; empty when it is unknown, used or expired. */
    Future<Optional<TokenOwner>> holder(OneTimeToken ticket) {
        return tokens.find(database.anonymous().requests(), ticket, Purpose.SECOND_FACTOR);
    }

    Future<Boolean> consume(SqlClient tx, OneTimeToken ticket) {
        return tokens.use(tx, ticket, Purpose.SECOND_FACTOR).map(Optional::isPresent);
    }

    /**
     * Counts a guess before it is looked at; fails with {@code RATE_LIMIT_EXCEEDED} for a guesser. What has the shape of a
     * recovery code is not counted: nobody guesses those, and they are the owner's way past a guesser.
     */
    Future<Void> guess(UserId user, String typed) {
        return RecoveryCode.parse(typed).isPresent() ? Future.succeededFuture() : guesses.countAttempt(user.toString());
    }

    Future<Void> forgive(UserId user) {
        return guesses.reset(user.toString());
    }

    /** Uses a code, or a recovery code, up; false for a wrong one and for one that was used. */
    Future<Boolean> use(SqlClient tx, UserId user, String typed) {
        return RecoveryCode.parse(typed).map(code -> store.use(tx, user, code)).orElseGet(() -> store.find(tx, user)
                .compose(kept -> kept.filter(SecondFactorStore.StoredSecondFactor::confirmed)
                                .isEmpty()
                        ? Future.succeededFuture(false)
                        : use(tx, user, kept.get(), typed)));
    }

    /** Also for one that is not confirmed yet. */
    Future<Boolean> use(SqlClient tx, UserId user, SecondFactorStore.StoredSecondFactor kept, String typed) {
        var step = step(kept, typed);
        return step.isPresent() ? store.use(tx, user, step.getAsLong()) : Future.succeededFuture(false);
    }

    private OptionalLong step(SecondFactorStore.StoredSecondFactor kept, String typed) {
        return Totp.step(kept.secret(), typed.replaceAll("\\s", ""), clock.instant(), kept.lastStep());
    }
}
