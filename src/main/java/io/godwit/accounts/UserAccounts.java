package io.godwit.accounts;

import io.godwit.accounts.limits.AttemptLimiter;
import io.godwit.core.Crypto;
import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.PollLoop;
import io.godwit.core.id.Ids;
import io.godwit.core.id.UserId;
import io.godwit.db.Database;
import io.godwit.oauth.IdentityProviders;
import io.godwit.web.Routes;
import io.godwit.web.SessionLookup;
import io.godwit.web.SessionLookup.SignedIn;
import io.godwit.web.auth.SessionCookieCodec;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** User accounts and sign-in, for other features. One instance per node; safe to use from any context. */
public final class UserAccounts {

    /** The time between two deletions of expired rows. */
    private static final Duration BETWEEN_SWEEPS = Duration.ofMinutes(10);

    private final Database database;
    private final Crypto crypto;
    private final AccountSettings settings;
    private final PasswordHasher passwords;
    private final SessionService sessions;
    private final AccountRecovery recovery;
    private final SignInService signIn;
    private final FirstOwnerSignIn firstOwner;
    private final OAuthSignIn oauth;
    private final SecondFactorSetup secondFactor;
    private final UserStore users = new UserStore();
    private final UserProfileStore profiles = new UserProfileStore();

    public UserAccounts(Vertx vertx, Database database, Crypto crypto, AccountSettings settings, SystemMailer mailer) {
        this.database = database;
        this.crypto = crypto;
        this.settings = settings;
        this.passwords = new PasswordHasher(vertx, settings);
        var cookies = new SessionCookieCodec(vertx, crypto, settings.secure());
        this.sessions = new SessionService(database, settings, cookies);
        this.recovery = new AccountRecovery(
                database, crypto, passwords, mailer, new AccountEmails(settings.dashboardUrl()), sessions);
        this.signIn = new SignInService(database, crypto, settings, passwords, sessions, recovery);
        this.firstOwner = new FirstOwnerSignIn(database, passwords, recovery, signIn);
        var providers = new IdentityProviders(vertx, settings.providers(), settings.publicUrl());
        this.oauth = new OAuthSignIn(database, crypto, settings, providers, signIn, recovery);
        var factor = new SecondFactorCheck(database, crypto, settings, Clock.systemUTC());
        this.secondFactor = new SecondFactorSetup(database, crypto, signIn, sessions, factor, recovery);
    }

    /** Tells whether a user is a member of any project; declared here, implemented by {@code projects}. */
    @FunctionalInterface
    public interface MembershipCheck {

        Future<Boolean> has(SqlClient tx, UserId user);
    }

    /** The look-up of users by session cookie, for the HTTP layer. */
    public SessionLookup sessions() {
        return sessions;
    }

    /** Reads the profile of a user; fails with {@code UNAUTHORIZED} when the user is gone. */
    Future<UserProfile> profile(UserId user) {
        return profiles.find(database.requests(), user).map(found -> found.orElseThrow(SessionLookup::ended));
    }

    /**
     * Sets the members of the profile that are in the map, to nothing where the value is null; fails with {@code UNAUTHORIZED} when the
     * user is gone.
     */
    Future<UserProfile> changeProfile(UserId user, Map<String, @Nullable String> changes) {
        return profiles.update(database.requests(), user, changes)
                .map(found -> found.orElseThrow(SessionLookup::ended));
    }

    /** The endpoints of accounts. */
    public List<Routes> routes(MembershipCheck membershipCheck, Operators operators) {
        return List.of(
                new AuthRoutes(signIn, sessions, recovery, settings.providers()),
                new FirstOwnerRoutes(firstOwner),
                new OAuthRoutes(oauth, settings),
                new SecondFactorRoutes(signIn, secondFactor),
                new EmailLinkRoutes(recovery, new AddressVerification(signIn, sessions, recovery)),
                new UserRoutes(this, membershipCheck, operators),
                new SessionRoutes(sessions));
    }

    /**
     * Starts the loop that deletes expired sessions, tokens and limits, on the caller's context; stop the loop to end it.
     */
    public PollLoop startExpiry(Vertx vertx) {
        var expired = new AccountExpiryStore();
        return PollLoop.start(vertx, "accounts-expire", BETWEEN_SWEEPS, () -> expired.deleteExpired(database.workers())
                .map(PollLoop.Next.IDLE));
    }

    /**
     * Limits how often a user may do something within a window, counted over all nodes; no limit when {@code limit} is 0.
     */
    public AttemptLimiter attemptLimiter(String name, int limit, Duration window) {
        return new AttemptLimiter(database, crypto, name, limit, window);
    }

    /** Finds the user who signs in with this address; empty when there is none. */
    public Future<Optional<User>> find(SqlClient db, EmailAddress email) {
        return users.find(db, email);
    }

    /** Finds a user by id; empty when the account was deleted. */
    public Future<Optional<User>> find(SqlClient db, UserId user) {
        return users.find(db, user);
    }

    Future<Optional<User>> find(UserId user) {
        return find(database.requests(), user);
    }

    /** True when the user has verified the address, or this installation does not require it. */
    public boolean isTrusted(User user) {
        return user.verified() || !settings.verify();
    }

    /** Hashes a new password on a worker; the caller has checked it with {@link NewPassword}. */
    public Future<String> hash(String password) {
        return passwords.hash(password);
    }

    /**
     * Makes the token of a link that signs the first owner in; empty when there is no such user, or the user has chosen a
     * password.
     */
    public Future<Optional<OneTimeToken>> issueFirstOwnerToken(EmailAddress email) {
        return firstOwner.issue(email);
    }

    /** Creates an account for a user who has proved to own the address; empty when the address is taken. */
    public Future<Optional<User>> create(SqlClient tx, EmailAddress email, String passwordHash) {
        var id = new UserId(Ids.next());
        return users.insert(tx, id, email, passwordHash, true)
                .compose(made -> made ? users.find(tx, id) : Future.succeededFuture(Optional.empty()));
    }

    /**
     * Gives an account to the user who has just proved to own its address: sets a new password and ends the sessions of an
     * earlier sign-up with the address.
     */
    public Future<User> claim(SqlClient tx, User user, String passwordHash) {
        return recovery.claim(tx, user, passwordHash)
                .compose(ignored -> users.find(tx, user.id()))
                .map(Optional::orElseThrow);
    }

    /** Opens a session in the caller's transaction; completes with its {@code Set-Cookie}. */
    public Future<String> openSession(SqlClient tx, User user, SignInClient client) {
        return signIn.open(tx, user, client)
                .map(result -> result.session().orElseThrow().cookie());
    }

    /**
     * Changes the password, ends every session and completes with the cookie of a new one. Fails with {@code BAD_REQUEST} when
     * the current one is wrong, and with {@code RATE_LIMIT_EXCEEDED} when it was guessed too often.
     */
    Future<String> changePassword(UserId id, String current, String fresh, SignInClient client) {
        return find(database.requests(), id)
                .map(user -> user.orElseThrow(SessionLookup::ended))
                .compose(user -> signIn.confirm(new CredentialsRequest(user.email(), current), user))
                .map(user -> user.orElseThrow(UserAccounts::wrongPassword))
                .compose(user -> passwords.hash(fresh).compose(hash -> change(user, hash, client)))
                .onSuccess(ignored -> recovery.wakeSenders());
    }

    private Future<String> change(User user, String hash, SignInClient client) {
        return database.transaction(tx -> users.replacePassword(tx, user.id(), user.passwordHash(), hash)
                .compose(replaced -> replaced ? recovery.writeChanged(tx, user) : Future.failedFuture(wrongPassword()))
                .compose(ignored -> users.find(tx, user.id()))
                .compose(changed -> signIn.replaceAll(tx, changed.orElseThrow(SessionLookup::ended), client))
                .map(result -> result.session().orElseThrow().cookie()));
    }

    /**
     * Deletes the account and completes with the {@code Set-Cookie} that expires the cookie. Fails with {@code BAD_REQUEST}
     * while the user is a member of a project or the only operator, and for a wrong password, with {@code FORBIDDEN} without a
     * password when the sign-in was more than 15 minutes ago: a stolen cookie alone must not delete an account, and clients of
     * this API send no body.
     */
    Future<String> delete(
            SignedIn user, Optional<String> password, MembershipCheck membershipCheck, Operators operators) {
        return prove(user, password)
                .compose(proven -> database.transaction(tx -> users.lock(tx, user.user())
                        .compose(ignored -> operators.requireReplaceable(tx, user.user()))
                        .compose(ignored -> membershipCheck.has(tx, user.user()))
                        .compose(isMember ->
                                isMember ? Future.failedFuture(stillMember()) : users.delete(tx, user.user()))))
                .map(ignored -> sessions.issueCookie());
    }

    private Future<Void> prove(SignedIn user, Optional<String> password) {
        return password.isEmpty()
                ? sessions.requireRecent(user, "Sign in again first, or send your password.")
                : find(user.user())
                        .map(known -> known.orElseThrow(SessionLookup::ended))
                        .compose(known -> signIn.confirm(new CredentialsRequest(known.email(), password.get()), known))
                        .map(right -> right.orElseThrow(() -> Failure.of(Kind.BAD_REQUEST, "The password is wrong")))
                        .mapEmpty();
    }

    private static Failure wrongPassword() {
        return Failure.of(Kind.BAD_REQUEST, "The current password is wrong");
    }

    private static Failure stillMember() {
        return Failure.of(Kind.BAD_REQUEST, "Leave, hand over or delete your projects first");
    }
}
