package io.godwit.accounts;

import io.godwit.accounts.limits.AttemptLimiter;
import io.godwit.core.Crypto;
import io.godwit.core.SecurityLog.Outcome;
import io.godwit.db.Database;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks passwords and limits guesses: by account and network, by network, and by account over all networks (OWASP ASVS 5.0
 * 6.3.1). The last limit is soft, so that an attacker cannot lock an owner out: beyond it one attempt a minute is allowed
 * and the owner is told by email. A browser the owner has signed in with before passes all three, because an attacker's
 * guesses are no reason to refuse the owner.
 */
final class PasswordGuard {

    private static final Logger LOG = LoggerFactory.getLogger(PasswordGuard.class);

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration BETWEEN_SLOW_TRIES = Duration.ofMinutes(1);

    private static final String GUESSED =
            "Somebody has tried many wrong passwords for your account. They were refused, and further tries"
                    + " are slowed down; browsers you have signed in with before are not. If your password is easy to guess, choose a new one and"
                    + " turn the second factor on.";

    private final Database database;
    private final AccountSettings settings;
    private final PasswordHasher passwords;
    private final DeviceCookie devices;
    private final AccountRecovery recovery;
    private final AttemptLimiter byNetworkAndAccount;
    private final AttemptLimiter byNetwork;
    private final AttemptLimiter byAccount;
    private final AttemptLimiter slowed;
    private final AttemptLimiter byKnownDevice;
    private final UserStore users = new UserStore();

    PasswordGuard(
            Database database,
            Crypto crypto,
            AccountSettings settings,
            PasswordHasher passwords,
            DeviceCookie devices,
            AccountRecovery recovery) {
        this.database = database.anonymous();
        this.settings = settings;
        this.passwords = passwords;
        this.devices = devices;
        this.recovery = recovery;
        var window = settings.window();
        this.byNetworkAndAccount =
                new AttemptLimiter(this.database, crypto, "login.account", settings.failuresPerAccount(), window);
        this.byNetwork =
                new AttemptLimiter(this.database, crypto, "login.network", settings.failuresPerAddress(), window);
        this.byAccount = new AttemptLimiter(this.database, crypto, "login.hourly", settings.failuresPerHour(), HOUR);
        this.slowed = new AttemptLimiter(this.database, crypto, "login.slowed", 1, BETWEEN_SLOW_TRIES);
        this.byKnownDevice =
                new AttemptLimiter(this.database, crypto, "login.device", settings.failuresPerAccount(), window);
    }

    /**
     * Finds the user with these credentials; wrong ones count as a guess. Fails with {@code RATE_LIMIT_EXCEEDED} beyond a
     * limit. Refusals are written to the security log; what a right password leads to is the caller's to write.
     */
    Future<Optional<User>> check(CredentialsRequest credentials, SignInClient client) {
        return users.find(database.requests(), credentials.email())
                .compose(user -> user.filter(known -> devices.isKnown(client.cookies(), known))
                                .isPresent()
                        ? confirm(credentials, user.get())
                        : checkUnknown(credentials, client, user))
                .onSuccess(user -> {
                    if (user.isEmpty()) {
                        SignInLog.write(SignInLog.PASSWORD, client, Optional.empty(), Outcome.REFUSED);
                    }
                })
                .onFailure(error -> SignInLog.writeFailure(SignInLog.PASSWORD, client, Optional.empty(), error));
    }

    /** Checks the password of a user whose browser is known, or who is signed in: guesses of others do not count. */
    Future<Optional<User>> confirm(CredentialsRequest credentials, User user) {
        var subject = user.id().toString();
        return byKnownDevice
                .countAttempt(subject)
                .compose(ignored -> passwords.check(credentials.password(), Optional.of(user)))
                .compose(right -> right
                        ? byKnownDevice.reset(subject).map(Optional.of(user))
                        : Future.succeededFuture(Optional.empty()));
    }

    private Future<Optional<User>> checkUnknown(
            CredentialsRequest credentials, SignInClient client, Optional<User> user) {
        var limitKey = credentials.email() + " " + client.network();
        return byNetwork
                .countAttempt(client.network().toString())
                .compose(ignored -> byNetworkAndAccount.countAttempt(limitKey))
                .compose(ignored -> slowDown(credentials, user))
                .compose(ignored -> passwords.check(credentials.password(), user))
                .compose(right -> right
                        ? clearFailures(credentials, limitKey, client).map(user)
                        : Future.succeededFuture(Optional.<User>empty()));
    }

    /**
     * Slows attempts down beyond the hourly limit; the same for accounts that exist and that do not, except for the email
     * to the owner.
     */
    private Future<Void> slowDown(CredentialsRequest credentials, Optional<User> user) {
        var account = credentials.email().value();
        var max = settings.failuresPerHour();
        return byAccount.count(account).compose(count -> {
            if (count <= max) {
                return Future.succeededFuture();
            }
            if (count == max + 1) {
                user.ifPresent(this::notifyOwner);
            }
            return slowed.countAttempt(account);
        });
    }

    private void notifyOwner(User user) {
        database.transaction(tx -> recovery.writeNotice(tx, user, GUESSED))
                .onSuccess(ignored -> recovery.wakeSenders())
                .onFailure(error -> LOG.error("The email about failed sign-ins could not be created", error));
    }

    private Future<Void> clearFailures(CredentialsRequest credentials, String limitKey, SignInClient client) {
        return byNetworkAndAccount
                .reset(limitKey)
                .compose(ignored -> byNetwork.refundAttempt(client.network().toString()))
                .compose(ignored -> byAccount.refundAttempt(credentials.email().value()));
    }
}
