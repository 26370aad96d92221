package io.godwit.accounts;

import io.godwit.accounts.TokenStore.Purpose;
import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.db.Database;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.Optional;

/**
 * Signs in the owner of an installation that made its own first user, by a link that only the operator sees: the console
 * prints it and a file in the data directory holds it. A link works once and for a day, and ends when the owner chooses a
 * password by any other means; each start makes a new one until then.
 */
final class FirstOwnerSignIn {

    private static final Duration LIFETIME = Duration.ofDays(1);

    private static final String INVALID_TOKEN =
            "This link is not valid, was used already, or has expired; the server prints a new"
                    + " one when it starts, until a password is chosen";

    private final Database database;
    private final PasswordHasher passwords;
    private final AccountRecovery recovery;
    private final SignInService signIn;
    private final UserStore users = new UserStore();
    private final TokenStore tokens = new TokenStore();

    FirstOwnerSignIn(Database database, PasswordHasher passwords, AccountRecovery recovery, SignInService signIn) {
        this.database = database;
        this.passwords = passwords;
        this.recovery = recovery;
        this.signIn = signIn;
    }

    /** Makes a new token; empty when there is no such user, or the user has chosen a password. */
    Future<Optional<OneTimeToken>> issue(EmailAddress email) {
        return database.workerTransaction(tx -> users.findWithGeneratedPassword(tx, email)
                .compose(user -> user.isEmpty()
                        ? Future.succeededFuture(Optional.empty())
                        : insert(tx, user.get()).map(Optional::of)));
    }

    private Future<OneTimeToken> insert(SqlClient tx, User user) {
        var token = OneTimeToken.random();
        return tokens.insert(tx, token, Purpose.FIRST_OWNER, user, LIFETIME).map(token);
    }

    /**
     * Uses the token up, sets the password when one is given, and opens a session. Fails with {@code BAD_REQUEST} for a token
     * that is unknown, used or expired; the token is checked before the password is hashed, so that guessing tokens costs
     * little.
     */
    Future<SignInResult> signIn(OneTimeToken token, Optional<String> password, SignInClient client) {
        return tokens.isValid(database.anonymous().requests(), token, Purpose.FIRST_OWNER)
                .compose(valid -> valid ? hash(password) : Future.failedFuture(invalidToken()))
                .compose(hash -> database.anonymous().transaction(tx -> signIn(tx, token, hash, client)))
                .onComplete(step -> SignInLog.write(SignInLog.FIRST_OWNER, client, Optional.empty(), step));
    }

    private Future<Optional<String>> hash(Optional<String> password) {
        return password.map(chosen -> passwords.hash(chosen).map(Optional::of))
                .orElseGet(() -> Future.succeededFuture(Optional.empty()));
    }

    private Future<SignInResult> signIn(SqlClient tx, OneTimeToken token, Optional<String> hash, SignInClient client) {
        return tokens.use(tx, token, Purpose.FIRST_OWNER)
                .map(owner -> owner.orElseThrow(FirstOwnerSignIn::invalidToken))
                .compose(owner -> users.find(tx, owner.user()))
                .map(user -> user.orElseThrow(FirstOwnerSignIn::invalidToken))
                .compose(user -> tokens.deleteAll(tx, user.id(), Purpose.FIRST_OWNER)
                        .compose(ignored ->
                                hash.isPresent() ? recovery.claim(tx, user, hash.get()) : Future.succeededFuture())
                        .compose(ignored -> users.find(tx, user.id())))
                .compose(user -> signIn.admit(tx, user.orElseThrow(), client));
    }

    private static Failure invalidToken() {
        return Failure.of(Kind.BAD_REQUEST, INVALID_TOKEN);
    }
}
