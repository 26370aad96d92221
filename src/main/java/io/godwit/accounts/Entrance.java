package io.godwit.accounts;

import io.godwit.core.EmailAddress;
import io.godwit.core.Ids;
import io.godwit.core.SecurityLog;
import io.godwit.core.SecurityLog.Event;
import io.godwit.core.SecurityLog.Outcome;
import io.godwit.core.UserId;
import io.godwit.core.Vault;
import io.godwit.db.Database;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/** Lets people in and out. */
final class Entrance {

    private static final String WRONG = "The email address or the password is wrong";
    private static final String WRONG_CODE = "The code is wrong, was used already, or is too old";
    private static final String TOO_LATE = "That took too long. Sign in again.";
    private static final String CLOSED = "Sign-ups are disabled on this server";
    private static final String TAKEN = "There is an account with this address already, or it cannot have one";

    private final Database database;
    private final AccountSettings settings;
    private final Passwords passwords;
    private final SessionService sessions;
    private final Recovery recovery;
    private final PasswordGuard guard;
    private final DeviceCookies devices;
    private final Throttle signups;
    private final SecondFactor secondFactor;
    private final UserStore users = new UserStore();

    Entrance(
            Database database,
            Vault vault,
            AccountSettings settings,
            Passwords passwords,
            SessionService sessions,
            Recovery recovery) {
        this.database = database;
        this.settings = settings;
        this.passwords = passwords;
        this.sessions = sessions;
        this.recovery = recovery;
        this.devices = new DeviceCookies(vault, Clock.systemUTC(), settings.secure());
        this.guard = new PasswordGuard(database, vault, settings, passwords, devices, recovery);
        this.signups = new Throttle(
                database.anonymous(), vault, "signup.network", settings.signupsPerAddress(), Duration.ofHours(1));
        this.secondFactor = new SecondFactor(database, vault, settings, Clock.systemUTC());
    }

    /** Refused alike for an unknown address and a wrong password; fails with {@code RATE_LIMIT_EXCEEDED} for a guesser. */
    Future<Welcome> signIn(Credentials given, SignInClient client) {
        return guard.check(given, client)
                .compose(user -> user.isEmpty()
                        ? Future.succeededFuture(Welcome.refused(WRONG))
                        : database.anonymous().transaction(tx -> admit(tx, user.get(), client)));
    }

    /** Opens a session for who has shown a password or a provider's word, unless a code is asked for too. */
    Future<Welcome> admit(SqlClient tx, User user, SignInClient client) {
        return secondFactor
                .isAsked(tx, user.id())
                .compose(asked -> asked ? secondFactor.ticket(tx, user).map(Welcome::halfway) : open(tx, user, client));
    }

    /** Refused for a wrong code, which costs one of few guesses, and when the ticket is spent. */
    Future<Welcome> complete(Secret ticket, String code, SignInClient client) {
        return secondFactor
                .holder(ticket)
                .compose(holder -> holder.isEmpty()
                        ? Future.succeededFuture(Welcome.refused(TOO_LATE))
                        : complete(ticket, holder.get().user(), code, client));
    }

    private Future<Welcome> complete(Secret ticket, UserId user, String code, SignInClient client) {
        return secondFactor
                .guess(user, code)
                .compose(free -> database.anonymous().transaction(tx -> complete(tx, ticket, user, code, client)))
                .compose(welcome -> welcome.entered().isEmpty()
                        ? Future.succeededFuture(welcome)
                        : secondFactor.forgive(user).map(welcome));
    }

    private Future<Welcome> complete(SqlClient tx, Secret ticket, UserId user, String code, SignInClient client) {
        return secondFactor
                .use(tx, user, code)
                .compose(right -> right
                        ? secondFactor
                                .spend(tx, ticket)
                                .compose(spent -> spent
                                        ? users.find(tx, user).compose(known -> open(tx, known.orElseThrow(), client))
                                        : Future.succeededFuture(Welcome.refused(TOO_LATE)))
                        : Future.succeededFuture(Welcome.refused(WRONG_CODE)));
    }

    /** Tells whether this is the password of a signed-in user; other people's guesses do not count. */
    Future<Optional<User>> confirm(Credentials given, User user) {
        return guard.confirm(given, user);
    }

    /** Who these are; empty for a wrong password. */
    Future<Optional<User>> check(Credentials given, SignInClient client) {
        return guard.check(given, client);
    }

    /** Refused for an address that is taken, and when nobody new may come. */
    Future<Welcome> signUp(Credentials given, SignInClient client) {
        return signups.take(client.network().toString())
                .compose(free -> isOpen(database.anonymous().requests(), client))
                .compose(open -> open
                        ? passwords.hash(given.password()).compose(hash -> enter(given.email(), hash, client))
                        : Future.succeededFuture(Welcome.refused(CLOSED)))
                .onSuccess(welcome -> SecurityLog.write(
                        Event.SIGN_UP,
                        welcome.entered().isPresent() ? Outcome.SUCCESS : Outcome.REFUSED,
                        client.keys()));
    }

    /** Tells whether somebody new may come whose address a provider vouches for. */
    Future<Boolean> isOpen(SqlClient db) {
        return settings.signups() == SignUps.CLOSED ? users.isEmpty(db) : Future.succeededFuture(true);
    }

    private Future<Boolean> isOpen(SqlClient db, SignInClient client) {
        return settings.signups().admits(client) ? Future.succeededFuture(true) : users.isEmpty(db);
    }

    private Future<Welcome> enter(EmailAddress email, String hash, SignInClient client) {
        return database.anonymous()
                .transaction(tx -> isOpen(tx, client)
                        .compose(open -> open
                                ? insert(tx, email, hash, client)
                                : Future.succeededFuture(Welcome.refused(CLOSED))))
                .onSuccess(welcome -> recovery.announce());
    }

    private Future<Welcome> insert(SqlClient tx, EmailAddress email, String hash, SignInClient client) {
        var user = new UserId(Ids.next());
        return users.insert(tx, user, email, hash, false)
                .compose(inserted ->
                        inserted ? welcome(tx, user, client) : Future.succeededFuture(Welcome.refused(TAKEN)));
    }

    private Future<Welcome> welcome(SqlClient tx, UserId user, SignInClient client) {
        return users.find(tx, user).map(Optional::orElseThrow).compose(known -> recovery.writeVerification(tx, known)
                .compose(written -> open(tx, known, client)));
    }

    /** Gives the user a session of their own, in the caller's transaction. */
    Future<Welcome> open(SqlClient tx, User user, SignInClient client) {
        return sessions.open(tx, user.id(), client).map(cookie -> Welcome.to(user, cookie + "\n" + devices.give(user)));
    }

    /** Ends every session of the user; completes with a new one. */
    Future<Welcome> replaceAll(SqlClient tx, User user, SignInClient client) {
        return sessions.endAll(tx, user.id()).compose(ended -> open(tx, user, client));
    }
}
