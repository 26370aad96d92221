package io.godwit.accounts;

import io.godwit.accounts.TokenStore.TokenOwner;
import io.godwit.accounts.limits.AttemptLimiter;
import io.godwit.core.Crypto;
import io.godwit.core.EmailAddress;
import io.godwit.core.SecurityLog;
import io.godwit.core.SecurityLog.Event;
import io.godwit.core.SecurityLog.Outcome;
import io.godwit.core.id.Ids;
import io.godwit.core.id.UserId;
import io.godwit.db.Database;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/** Signs users up and in: by password, by identity provider, and with a second factor. */
final class SignInService {

    private static final String WRONG = "The email address or the password is wrong";
    private static final String WRONG_CODE = "The code is wrong, was used already, or is too old";
    private static final String TOO_LATE = "That took too long. Sign in again.";
    private static final String CLOSED = "Sign-ups are disabled on this server";
    private static final String ADDRESS_TAKEN = "There is an account with this address already, or it cannot have one";

    private final Database database;
    private final AccountSettings settings;
    private final PasswordHasher passwords;
    private final SessionService sessions;
    private final AccountRecovery recovery;
    private final PasswordGuard guard;
    private final DeviceCookie devices;
    private final AttemptLimiter signups;
    private final SecondFactorCheck secondFactor;
    private final UserStore users = new UserStore();

    SignInService(
            Database database,
            Crypto crypto,
            AccountSettings settings,
            PasswordHasher passwords,
            SessionService sessions,
            AccountRecovery recovery) {
        this.database = database;
        this.settings = settings;
        this.passwords = passwords;
        this.sessions = sessions;
        this.recovery = recovery;
        this.devices = new DeviceCookie(crypto, Clock.systemUTC(), settings.secure());
        this.guard = new PasswordGuard(database, crypto, settings, passwords, devices, recovery);
        this.signups = new AttemptLimiter(
                database.anonymous(), crypto, "signup.network", settings.signupsPerAddress(), Duration.ofHours(1));
        this.secondFactor = new SecondFactorCheck(database, crypto, settings, Clock.systemUTC());
    }

    /**
     * Signs a user in by password. Refused alike for an unknown address and a wrong password; fails with {@code
     * RATE_LIMIT_EXCEEDED} after too many guesses.
     */
    Future<SignInResult> signIn(CredentialsRequest credentials, SignInClient client) {
        return guard.check(credentials, client)
                .compose(user -> user.isEmpty()
                        ? Future.succeededFuture(SignInResult.refused(WRONG))
                        : database.anonymous()
                                .transaction(tx -> admitUnchanged(tx, user.get(), client))
                                .onComplete(
                                        step -> SignInLog.write(SignInLog.PASSWORD, client, user.map(User::id), step)));
    }

    /** Admits a user whose password was checked, unless there is another one by now, which has ended all sessions. */
    private Future<SignInResult> admitUnchanged(SqlClient tx, User checked, SignInClient client) {
        return users.findUnchanging(tx, checked.id())
                .map(found -> found.filter(user -> user.passwordHash().equals(checked.passwordHash())))
                .compose(user -> user.isPresent()
                        ? admit(tx, user.get(), client)
                        : Future.succeededFuture(SignInResult.refused(WRONG)));
    }

    /**
     * Opens a session for a user whose password or provider identity was checked; when the user has a second factor, issues
     * a token for that step instead.
     */
    Future<SignInResult> admit(SqlClient tx, User user, SignInClient client) {
        return secondFactor
                .isEnabled(tx, user.id())
                .compose(ignored -> ignored
                        ? secondFactor.createToken(tx, user).map(SignInResult::halfway)
                        : open(tx, user, client));
    }

    /**
     * Completes a sign-in with a code of the second factor. Refused for a wrong code, which counts as a guess, and for a
     * token that was used or expired.
     */
    Future<SignInResult> complete(OneTimeToken token, String code, SignInClient client) {
        return secondFactor
                .holder(token)
                .map(owner -> owner.map(TokenOwner::user))
                .compose(user -> user.map(known -> complete(token, known, code, client))
                        .orElseGet(() -> Future.succeededFuture(SignInResult.refused(TOO_LATE)))
                        .onComplete(step -> SignInLog.write(SignInLog.SECOND_FACTOR, client, user, step)));
    }

    private Future<SignInResult> complete(OneTimeToken token, UserId user, String code, SignInClient client) {
        return secondFactor
                .countAttempt(user, code)
                .compose(ignored -> database.anonymous().transaction(tx -> complete(tx, token, user, code, client)))
                .compose(result -> result.session().isEmpty()
                        ? Future.succeededFuture(result)
                        : secondFactor.clearFailures(user).map(result));
    }

    private Future<SignInResult> complete(
            SqlClient tx, OneTimeToken token, UserId user, String code, SignInClient client) {
        return users.findUnchanging(tx, user).compose(known -> secondFactor
                .use(tx, user, code)
                .compose(right -> right
                        ? secondFactor
                                .consume(tx, token)
                                .compose(consumed -> consumed
                                        ? open(tx, known.orElseThrow(), client)
                                        : Future.succeededFuture(SignInResult.refused(TOO_LATE)))
                        : Future.succeededFuture(SignInResult.refused(WRONG_CODE))));
    }

    /** Checks the password of a signed-in user; guesses of others do not count. */
    Future<Optional<User>> confirm(CredentialsRequest credentials, User user) {
        return guard.confirm(credentials, user);
    }

    /** Finds the user with these credentials; empty for a wrong password. */
    Future<Optional<User>> check(CredentialsRequest credentials, SignInClient client) {
        return guard.check(credentials, client);
    }

    /** Signs a user up. Refused for an address that is taken, and while sign-ups are closed. */
    Future<SignInResult> signUp(CredentialsRequest credentials, SignInClient client) {
        return signups.countAttempt(client.network().toString())
                .compose(ignored -> isOpen(database.anonymous().requests(), client))
                .compose(open -> open
                        ? passwords
                                .hash(credentials.password())
                                .compose(hash -> enter(credentials.email(), hash, client))
                        : Future.succeededFuture(SignInResult.refused(CLOSED)))
                .onSuccess(result -> SecurityLog.write(
                        Event.SIGN_UP,
                        result.session().isPresent() ? Outcome.SUCCESS : Outcome.REFUSED,
                        client.keys()));
    }

    /** Tells whether a new user may sign up whose address a provider has verified. */
    Future<Boolean> isOpen(SqlClient db) {
        return settings.signups() == SignUpPolicy.CLOSED ? users.isEmpty(db) : Future.succeededFuture(true);
    }

    private Future<Boolean> isOpen(SqlClient db, SignInClient client) {
        return settings.signups().admits(client) ? Future.succeededFuture(true) : users.isEmpty(db);
    }

    private Future<SignInResult> enter(EmailAddress email, String hash, SignInClient client) {
        return database.anonymous()
                .transaction(tx -> isOpen(tx, client)
                        .compose(open -> open
                                ? insert(tx, email, hash, client)
                                : Future.succeededFuture(SignInResult.refused(CLOSED))))
                .onSuccess(ignored -> recovery.wakeSenders());
    }

    private Future<SignInResult> insert(SqlClient tx, EmailAddress email, String hash, SignInClient client) {
        var user = new UserId(Ids.next());
        return users.insert(tx, user, email, hash, false)
                .compose(inserted -> inserted
                        ? openSession(tx, user, client)
                        : Future.succeededFuture(SignInResult.refused(ADDRESS_TAKEN)));
    }

    private Future<SignInResult> openSession(SqlClient tx, UserId user, SignInClient client) {
        return users.find(tx, user).map(Optional::orElseThrow).compose(known -> recovery.writeVerification(tx, known)
                .compose(ignored -> open(tx, known, client)));
    }

    /** Opens a session in the caller's transaction and recognises the browser from then on. */
    Future<SignInResult> open(SqlClient tx, User user, SignInClient client) {
        return sessions.open(tx, user.id(), client)
                .map(cookie -> SignInResult.to(user, cookie + "\n" + devices.deviceCookie(user)));
    }

    /** Ends every session of the user; completes with a new one. */
    Future<SignInResult> replaceAll(SqlClient tx, User user, SignInClient client) {
        return sessions.endAll(tx, user.id()).compose(ignored -> open(tx, user, client));
    }
}
