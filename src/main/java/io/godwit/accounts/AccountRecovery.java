package io.godwit.accounts;

import io.godwit.accounts.TokenStore.Purpose;
import io.godwit.accounts.TokenStore.TokenOwner;
import io.godwit.accounts.limits.AttemptLimiter;
import io.godwit.core.Crypto;
import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.id.UserId;
import io.godwit.db.Database;
import io.godwit.web.SessionLookup;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Verifies the addresses of accounts and resets forgotten passwords, both by links sent by email. */
final class AccountRecovery {

    private static final Logger LOG = LoggerFactory.getLogger(AccountRecovery.class);

    /** The time for which a link in an email works. */
    private static final Duration LIFETIME = Duration.ofHours(1);

    /** Max emails of each kind to one account or address. */
    private static final int MAX_EMAILS_PER_HOUR = 3;

    /**
     * The age up to which a second factor is removed by a password reset: an attacker who took over the account may have
     * set it up to keep the owner out, and the owner was told by email. An older one stays, because access to the mailbox
     * alone must not remove it.
     */
    private static final Duration NEW_FACTOR = Duration.ofDays(7);

    private static final String FACTOR_GONE =
            "The second factor that was set up within the last seven days went with the old password; no code is asked for any more.";

    /** Password resets that may be in progress at once; more are refused with a 503, so that none is lost unseen. */
    private static final int MAX_RESETS = 32;

    private final Database database;
    private final PasswordHasher passwords;
    private final SystemMailer mailer;
    private final AccountEmails emails;
    private final SessionService sessions;
    private final AttemptLimiter verifications;
    private final AttemptLimiter resets;
    private final AtomicInteger runningResets = new AtomicInteger();
    private final UserStore users = new UserStore();
    private final TokenStore tokens = new TokenStore();

    AccountRecovery(
            Database database,
            Crypto crypto,
            PasswordHasher passwords,
            SystemMailer mailer,
            AccountEmails emails,
            SessionService sessions) {
        this.database = database;
        this.passwords = passwords;
        this.mailer = mailer;
        this.emails = emails;
        this.sessions = sessions;
        this.verifications =
                new AttemptLimiter(database, crypto, "mail.verify", MAX_EMAILS_PER_HOUR, Duration.ofHours(1));
        this.resets = new AttemptLimiter(
                database.anonymous(), crypto, "mail.reset", MAX_EMAILS_PER_HOUR, Duration.ofHours(1));
    }

    /** Writes the verification email in the caller's transaction, after which the caller calls {@link #wakeSenders}. */
    Future<Void> writeVerification(SqlClient tx, User user) {
        var token = OneTimeToken.random();
        return tokens.insert(tx, token, Purpose.VERIFY, user, LIFETIME)
                .compose(ignored -> mailer.write(tx, emails.verify(user.email(), token)));
    }

    /** Has the emails that were written sent at once; called after the commit. */
    void wakeSenders() {
        mailer.wakeSenders();
    }

    /**
     * Sends another verification email; does nothing for a verified user. Fails with {@code RATE_LIMIT_EXCEEDED} beyond
     * three an hour.
     */
    Future<Void> requestVerification(UserId id) {
        return users.find(database.requests(), id)
                .map(user -> user.orElseThrow(SessionLookup::ended))
                .compose(user -> user.verified()
                        ? Future.succeededFuture()
                        : verifications
                                .countAttempt(id.toString())
                                .compose(ignored -> database.transaction(tx -> writeVerification(tx, user)))
                                .onSuccess(ignored -> wakeSenders()));
    }

    /**
     * Finds the user whose address a link would confirm; fails with {@code BAD_REQUEST} for a token that is unknown, used
     * or expired.
     */
    Future<User> account(OneTimeToken token) {
        return tokens.find(database.anonymous().requests(), token, Purpose.VERIFY)
                .map(owner -> owner.orElseThrow(AccountRecovery::invalidToken))
                .compose(owner -> users.find(database.anonymous().requests(), owner.user()))
                .map(user -> user.orElseThrow(AccountRecovery::invalidToken));
    }

    /** Finds the address whose password a link may set; empty for a token that is unknown, used or expired. */
    Future<Optional<EmailAddress>> passwordOwner(OneTimeToken token) {
        return tokens.findForPassword(database.anonymous().requests(), token)
                .map(owner -> owner.map(TokenOwner::email));
    }

    /**
     * Uses the token up and marks the address as verified. Fails with {@code BAD_REQUEST} for a token that is unknown, used
     * or expired.
     */
    Future<Void> verify(OneTimeToken token) {
        return database.anonymous().transaction(tx -> tokens.use(tx, token, Purpose.VERIFY)
                .map(owner -> owner.orElseThrow(AccountRecovery::invalidToken))
                .compose(owner -> users.setVerified(tx, owner.user(), owner.email())
                        .compose(ignored -> tokens.deleteAll(tx, owner.user(), Purpose.VERIFY))));
    }

    /**
     * Starts a password reset: completes when the attempt is counted, and behaves the same for every address; then it sends an
     * email if there is an account, at most three an hour. Fails for every address alike while the database does not answer, and
     * throws {@code SERVICE_UNAVAILABLE} while too many resets are in progress.
     */
    Future<Void> requestReset(EmailAddress email) {
        if (runningResets.incrementAndGet() > MAX_RESETS) {
            runningResets.decrementAndGet();
            LOG.warn("A password reset was refused: {} are being processed already", MAX_RESETS);
            throw Failure.later(Kind.SERVICE_UNAVAILABLE, "Too many people ask for a new password; try again", 5);
        }
        var counted = resets.countAttempt(email.value());
        counted.compose(ignored -> database.anonymous().transaction(tx -> writeReset(tx, email)))
                .onSuccess(ignored -> wakeSenders())
                .onFailure(AccountRecovery::logUnlessTooMany)
                .onComplete(ignored -> runningResets.decrementAndGet());
        return counted.recover(error -> isTooMany(error) ? Future.succeededFuture() : Future.failedFuture(error));
    }

    private static boolean isTooMany(Throwable error) {
        return error instanceof Failure failure && failure.kind() == Kind.RATE_LIMIT_EXCEEDED;
    }

    private Future<Void> writeReset(SqlClient tx, EmailAddress email) {
        return users.find(tx, email)
                .compose(user -> user.isEmpty() ? Future.succeededFuture() : writeReset(tx, user.get()));
    }

    private Future<Void> writeReset(SqlClient tx, User user) {
        var token = OneTimeToken.random();
        return tokens.insert(tx, token, Purpose.RESET, user, LIFETIME)
                .compose(ignored -> mailer.write(tx, emails.reset(user.email(), token)));
    }

    private static void logUnlessTooMany(Throwable error) {
        if (!(error instanceof Failure failure)) {
            LOG.error("The email for a new password could not be created", error);
        } else if (!isTooMany(error)) {
            LOG.warn("The email for a new password could not be created: {}", failure.sentence());
        }
    }

    /**
     * Sets a new password and ends every session and every other reset link. Fails with {@code BAD_REQUEST} for a token
     * that is unknown, used or expired; the token is checked before the password is hashed, so that guessing tokens costs
     * little.
     */
    Future<Void> reset(OneTimeToken token, String password) {
        return tokens.isValid(database.anonymous().requests(), token, Purpose.RESET)
                .compose(valid -> valid ? passwords.hash(password) : Future.failedFuture(invalidToken()))
                .compose(hash -> database.anonymous().transaction(tx -> tokens.use(tx, token, Purpose.RESET)
                        .map(owner -> owner.orElseThrow(AccountRecovery::invalidToken))
                        .compose(owner -> reset(tx, owner, hash))))
                .onSuccess(ignored -> wakeSenders());
    }

    private Future<Void> reset(SqlClient tx, TokenOwner owner, String hash) {
        return claim(tx, owner, hash)
                .compose(ignored -> SecondFactorStore.deleteNew(tx, owner.user(), NEW_FACTOR))
                .compose(deleted -> deleted
                        ? mailer.write(tx, emails.securityNotice(owner.email(), FACTOR_GONE))
                        : Future.succeededFuture())
                .compose(ignored -> mailer.write(tx, emails.changed(owner.email())));
    }

    /** Sets the password of a user who has proved to own the address, and ends every session and every other link. */
    Future<Void> claim(SqlClient tx, User user, String hash) {
        return claim(tx, new TokenOwner(user.id(), user.email()), hash)
                .compose(ignored -> tokens.deleteAll(tx, user.id(), Purpose.VERIFY));
    }

    private Future<Void> claim(SqlClient tx, TokenOwner owner, String hash) {
        return users.setPassword(tx, owner.user(), hash)
                .compose(ignored -> users.setVerified(tx, owner.user(), owner.email()))
                .compose(ignored -> sessions.endAll(tx, owner.user()))
                .compose(ignored -> tokens.deleteAll(tx, owner.user(), Purpose.RESET))
                .compose(ignored -> tokens.deleteAll(tx, owner.user(), Purpose.SECOND_FACTOR))
                .compose(ignored -> tokens.deleteAll(tx, owner.user(), Purpose.FIRST_OWNER));
    }

    /** Writes the email saying that the password was changed, in the caller's transaction, and ends pending resets. */
    Future<Void> writeChanged(SqlClient tx, User user) {
        return tokens.deleteAll(tx, user.id(), Purpose.RESET)
                .compose(ignored -> tokens.deleteAll(tx, user.id(), Purpose.SECOND_FACTOR))
                .compose(ignored -> tokens.deleteAll(tx, user.id(), Purpose.FIRST_OWNER))
                .compose(ignored -> mailer.write(tx, emails.changed(user.email())));
    }

    /**
     * Writes an email about another change of the account, in the caller's transaction, after which the caller calls {@link
     * #wakeSenders}.
     */
    Future<Void> writeNotice(SqlClient tx, User user, String notice) {
        return mailer.write(tx, emails.securityNotice(user.email(), notice));
    }

    static Failure invalidToken() {
        return Failure.of(Kind.BAD_REQUEST, "This link is not valid, was used already, or has expired");
    }
}
