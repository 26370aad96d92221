package io.godwit.accounts;

import com.google.common.io.BaseEncoding;
import io.godwit.accounts.SecondFactorStore.StoredSecondFactor;
import io.godwit.core.Crypto;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.SecurityLog;
import io.godwit.core.SecurityLog.Event;
import io.godwit.core.SecurityLog.Outcome;
import io.godwit.core.id.UserId;
import io.godwit.db.Database;
import io.godwit.web.SessionLookup;
import io.godwit.web.SessionLookup.SignedIn;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Sets up and removes users' second factors. A session alone is enough for neither, because its cookie may be stolen. */
final class SecondFactorSetup {

    private static final String ISSUER = "Godwit";
    private static final String ON = "From now on a code of your authenticator app is asked for when you sign in."
            + " If you ask for a new password within seven days, that ends again.";
    private static final String OFF = "No code is asked for any more when you sign in.";
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Database database;
    private final SignInService signIn;
    private final SessionService sessions;
    private final SecondFactorCheck factor;
    private final AccountRecovery recovery;
    private final SecondFactorStore store;
    private final UserStore users = new UserStore();

    SecondFactorSetup(
            Database database,
            Crypto crypto,
            SignInService signIn,
            SessionService sessions,
            SecondFactorCheck factor,
            AccountRecovery recovery) {
        this.database = database;
        this.signIn = signIn;
        this.sessions = sessions;
        this.factor = factor;
        this.recovery = recovery;
        this.store = new SecondFactorStore(crypto);
    }

    /** The secret for an authenticator app, to type or, as an {@code otpauth} address, to scan. */
    record Offer(String secret, String uri) {

        @Override
        public String toString() {
            return "Offer";
        }
    }

    /** The state of a user's second factor. */
    record State(boolean enabled, int recoveryCodes) {}

    Future<State> state(UserId user) {
        return store.find(database.requests(), user).map(stored -> stored.filter(StoredSecondFactor::confirmed)
                .map(one -> new State(true, one.recoveryCodes()))
                .orElse(new State(false, 0)));
    }

    /**
     * Starts the set-up of a second factor. Fails with {@code BAD_REQUEST} for a wrong password, with {@code FORBIDDEN} for
     * a user who has none and did not sign in recently, with {@code EMAIL_VERIFICATION_REQUIRED} before the address is
     * verified (else an attacker who signed up with another's address could keep its owner out for ever), with {@code
     * CONFLICT} when there is one already.
     */
    Future<Offer> begin(SignedIn user, Optional<String> password) {
        var secret = new byte[Totp.SECRET_BYTES];
        RANDOM.nextBytes(secret);
        return proven(user.user(), password)
                .compose(known -> known.passwordHash().isPresent()
                        ? Future.succeededFuture(known)
                        : sessions.requireRecent(user, "Sign in again first.").map(known))
                .map(SecondFactorSetup::requireVerified)
                .compose(known -> database.transaction(tx -> store.begin(tx, user.user(), secret))
                        .compose(begun -> begun
                                ? Future.succeededFuture(offer(known, secret))
                                : Future.failedFuture(thereIsOne())));
    }

    /**
     * Confirms the second factor with its first code and completes with the recovery codes, shown only now. Fails with
     * {@code BAD_REQUEST} for a wrong code.
     */
    Future<List<RecoveryCode>> confirm(UserId user, String typed) {
        var codes = RecoveryCode.fresh();
        return factor.countAttempt(user, typed)
                .compose(free -> database.transaction(tx -> store.find(tx, user)
                        .map(stored -> stored.orElseThrow(SecondFactorSetup::notBegun))
                        .compose(stored -> factor.use(tx, user, stored, typed))
                        .compose(right -> right ? store.confirm(tx, user) : Future.failedFuture(wrongCode()))
                        .compose(first -> first ? store.insert(tx, user, codes) : Future.failedFuture(thereIsOne()))
                        .compose(ignored -> notifyUser(tx, user, ON))))
                .onSuccess(ignored -> recovery.wakeSenders())
                .onComplete(done -> write("enabled", user, done))
                .compose(ignored -> factor.clearFailures(user))
                .map(codes);
    }

    /** Removes the second factor. Fails with {@code BAD_REQUEST} for a wrong password or code. */
    Future<Void> disable(UserId user, Optional<String> password, String typed) {
        return proven(user, password)
                .compose(ignored -> factor.countAttempt(user, typed))
                .compose(ignored -> database.transaction(tx -> disable(tx, user, typed)))
                .onSuccess(ignored -> recovery.wakeSenders())
                .onComplete(done -> write("disabled", user, done))
                .compose(ignored -> factor.clearFailures(user));
    }

    /** Writes a change of the second factor to the security log, and one that a wrong password or code refuses. */
    private static void write(String action, UserId user, AsyncResult<?> done) {
        var outcome = done.succeeded() ? Optional.of(Outcome.SUCCESS) : SignInLog.refusal(done.cause());
        outcome.ifPresent(known ->
                SecurityLog.write(Event.SECOND_FACTOR, known, Map.of("action", action, "user", user.toString())));
    }

    private Future<Void> disable(SqlClient tx, UserId user, String typed) {
        return factor.use(tx, user, typed)
                .compose(right -> right ? store.delete(tx, user) : Future.failedFuture(wrongCode()))
                .compose(ignored -> notifyUser(tx, user, OFF));
    }

    private Future<Void> notifyUser(SqlClient tx, UserId user, String notice) {
        return users.find(tx, user)
                .compose(known -> recovery.writeNotice(tx, known.orElseThrow(SessionLookup::ended), notice));
    }

    /** Checks the password; users without one, because they sign in with a provider, need none. */
    private Future<User> proven(UserId id, Optional<String> password) {
        return users.find(database.requests(), id)
                .map(user -> user.orElseThrow(SessionLookup::ended))
                .compose(user -> user.passwordHash().isEmpty() ? Future.succeededFuture(user) : proven(user, password));
    }

    private Future<User> proven(User user, Optional<String> password) {
        var typed = password.orElseThrow(
                () -> Failure.invalid("password", "required", "Your password is needed to change this"));
        return signIn.confirm(new CredentialsRequest(user.email(), typed), user)
                .map(right -> right.orElseThrow(() -> Failure.of(Kind.BAD_REQUEST, "The password is wrong")));
    }

    private static User requireVerified(User user) {
        if (!user.verified()) {
            throw Failure.of(Kind.EMAIL_VERIFICATION_REQUIRED, "Verify your email address first");
        }
        return user;
    }

    private static Offer offer(User user, byte[] secret) {
        var text = BaseEncoding.base32().omitPadding().encode(secret);
        var account = URLEncoder.encode(user.email().value(), StandardCharsets.UTF_8);
        return new Offer(text, "otpauth://totp/" + ISSUER + ":" + account + "?secret=" + text + "&issuer=" + ISSUER);
    }

    private static Failure thereIsOne() {
        return Failure.of(Kind.CONFLICT, "There is a second factor already; disable it first");
    }

    private static Failure notBegun() {
        return Failure.of(Kind.BAD_REQUEST, "Ask for a secret first");
    }

    private static Failure wrongCode() {
        return Failure.of(Kind.BAD_REQUEST, "The code is wrong, was used already, or is too old");
    }
}
