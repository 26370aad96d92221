package io.godwit.accounts;

import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Ids;
import io.godwit.core.SecurityLog;
import io.godwit.core.SecurityLog.Event;
import io.godwit.core.SecurityLog.Outcome;
import io.godwit.core.UserId;
import io.godwit.core.Vault;
import io.godwit.db.Database;
import io.godwit.web.SessionCookies;
import io.godwit.web.Sessions;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/** Lets people in and out. */
final class Entrance implements Sessions {

    private static final String WRONG = "The email address or the password is wrong";
    private static final String WRONG_CODE = "The code is wrong, was used already, or is too old";
    private static final String TOO_LATE = "That took too long. Sign in again.";
    private static final String CLOSED = "Sign-ups are disabled on this server";
    private static final String TAKEN = "There is an account with this address already, or it cannot have one";

    private final Database database;
    private final AccountSettings settings;
    private final Passwords passwords;
    private final SessionCookies cookies;
    private final Recovery recovery;
    private final PasswordGuard guard;
    private final DeviceCookies devices;
    private final Throttle signups;
    private final SecondFactor secondFactor;
    private final UserStore users = new UserStore();
    private final SessionStore sessions = new SessionStore();

    Entrance(
            Database database,
            Vault vault,
            AccountSettings settings,
            Passwords passwords,
            SessionCookies cookies,
            Recovery recovery) {
        this.database = database;
        this.settings = settings;
        this.passwords = passwords;
        this.cookies = cookies;
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
                        : database.anonymous().transaction(tx -> admit(tx, user.get())));
    }

    /** Opens a session for who has shown a password or a provider's word, unless a code is asked for too. */
    Future<Welcome> admit(SqlClient tx, User user) {
        return secondFactor
                .isAsked(tx, user.id())
                .compose(asked -> asked ? secondFactor.ticket(tx, user).map(Welcome::halfway) : open(tx, user));
    }

    /** Refused for a wrong code, which costs one of few guesses, and when the ticket is spent. */
    Future<Welcome> complete(Secret ticket, String code) {
        return secondFactor
                .holder(ticket)
                .compose(holder -> holder.isEmpty()
                        ? Future.succeededFuture(Welcome.refused(TOO_LATE))
                        : complete(ticket, holder.get().user(), code));
    }

    private Future<Welcome> complete(Secret ticket, UserId user, String code) {
        return secondFactor
                .guess(user, code)
                .compose(free -> database.anonymous().transaction(tx -> complete(tx, ticket, user, code)))
                .compose(welcome -> welcome.entered().isEmpty()
                        ? Future.succeededFuture(welcome)
                        : secondFactor.forgive(user).map(welcome));
    }

    private Future<Welcome> complete(SqlClient tx, Secret ticket, UserId user, String code) {
        return secondFactor
                .use(tx, user, code)
                .compose(right -> right
                        ? secondFactor
                                .spend(tx, ticket)
                                .compose(spent -> spent
                                        ? users.find(tx, user).compose(known -> open(tx, known.orElseThrow()))
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
                .compose(free -> isOpen(database.anonymous().requests()))
                .compose(open -> open
                        ? passwords.hash(given.password()).compose(hash -> enter(given.email(), hash))
                        : Future.succeededFuture(Welcome.refused(CLOSED)))
                .onSuccess(welcome -> SecurityLog.write(
                        Event.SIGN_UP,
                        welcome.entered().isPresent() ? Outcome.SUCCESS : Outcome.REFUSED,
                        client.keys()));
    }

    /** Whether anybody new may come. */
    Future<Boolean> isOpen(SqlClient db) {
        return settings.signups() ? Future.succeededFuture(true) : users.isEmpty(db);
    }

    private Future<Welcome> enter(EmailAddress email, String hash) {
        return database.anonymous()
                .transaction(tx -> isOpen(tx)
                        .compose(open ->
                                open ? insert(tx, email, hash) : Future.succeededFuture(Welcome.refused(CLOSED))))
                .onSuccess(welcome -> recovery.announce());
    }

    private Future<Welcome> insert(SqlClient tx, EmailAddress email, String hash) {
        var user = new UserId(Ids.next());
        return users.insert(tx, user, email, hash, false)
                .compose(inserted -> inserted ? welcome(tx, user) : Future.succeededFuture(Welcome.refused(TAKEN)));
    }

    private Future<Welcome> welcome(SqlClient tx, UserId user) {
        return users.find(tx, user).map(Optional::orElseThrow).compose(known -> recovery.writeVerification(tx, known)
                .compose(written -> open(tx, known)));
    }

    /** Gives the user a session of their own, in the caller's transaction. */
    Future<Welcome> open(SqlClient tx, User user) {
        var session = Ids.next();
        return sessions.insert(tx, session, user.id(), SessionCookies.LIFETIME)
                .map(inserted -> Welcome.to(user, cookies.give(user.id(), session) + "\n" + devices.give(user)));
    }

    /** Ends the session of a token, if there is one; completes with the cookie that takes it from the browser. */
    Future<String> signOut(Optional<String> token) {
        return token.map(sent -> cookies.read(sent)
                        .compose(claimed -> sessions.delete(database.requests(), claimed.session(), claimed.user()))
                        .recover(Entrance::unlessAway))
                .orElseGet(Future::succeededFuture)
                .map(ended -> cookies.take());
    }

    /** A token that opens nothing needs no end. */
    private static Future<Void> unlessAway(Throwable error) {
        return error instanceof Failure failure && failure.kind() == Kind.UNAUTHORIZED
                ? Future.succeededFuture()
                : Future.failedFuture(error);
    }

    /** Ends every session of the user; completes with a new one. */
    Future<Welcome> replaceAll(SqlClient tx, User user) {
        return sessions.deleteAll(tx, user.id()).compose(ended -> open(tx, user));
    }

    String takeCookie() {
        return cookies.take();
    }

    @Override
    public Future<SignedIn> find(String token) {
        return cookies.read(token).compose(claimed -> sessions.find(
                        database.requests(), claimed.session(), claimed.user())
                .map(owner -> owner.map(known -> signedIn(claimed, known)).orElseThrow(Sessions::ended)));
    }

    private SignedIn signedIn(SessionCookies.Claimed claimed, SessionStore.Owner owner) {
        return new SignedIn(claimed.user(), claimed.session(), owner.email(), owner.verified() || !settings.verify());
    }
}
