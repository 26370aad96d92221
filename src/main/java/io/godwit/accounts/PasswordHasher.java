package io.godwit.accounts;

import com.password4j.Argon2Function;
import com.password4j.Password;
import com.password4j.types.Argon2;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.security.SecureRandom;
import java.text.Normalizer;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Hashes passwords with Argon2id on two worker threads of its own: each hash takes 19 MB and a tenth of a second of a core,
 * and no other work may wait for it. Beyond 200 waiting hashes it fails with a 503.
 */
final class PasswordHasher {

    static final int MIN_LENGTH = 8;
    static final int MAX_LENGTH = 256;

    private static final int WORKERS = 2;
    private static final int MAX_WAITING = 200;
    private static final int HASH_BYTES = 32;

    /** The default of password4j for a random salt. */
    private static final int SALT_BYTES = 64;

    private final WorkerExecutor workers;
    private final AccountSettings settings;
    private final AtomicInteger waiting = new AtomicInteger();

    /** The hash compared with when there is no account, so that the check takes as long. */
    private final String unknownUserHash;

    PasswordHasher(Vertx vertx, AccountSettings settings) {
        this.workers = vertx.createSharedWorkerExecutor("accounts-passwords", WORKERS);
        this.settings = settings;
        this.unknownUserHash = hashOfNoPassword(settings);
    }

    /**
     * Returns a hash with the parameters of the others that no password is known to have: random octets in the place of salt and
     * digest, so that a start need not hash, which takes a third of a second of a core that has not compiled the code yet.
     */
    private static String hashOfNoPassword(AccountSettings settings) {
        return "$argon2id$v=19$m=%d,t=%d,p=1$%s$%s"
                .formatted(settings.memoryKib(), settings.passes(), randomOctets(SALT_BYTES), randomOctets(HASH_BYTES));
    }

    private static String randomOctets(int count) {
        var octets = new byte[count];
        new SecureRandom().nextBytes(octets);
        return Base64.getEncoder().withoutPadding().encodeToString(octets);
    }

    /** Hashes a password into the PHC string format, with a random salt. */
    Future<String> hash(String password) {
        return onWorker(() -> hashNow(password));
    }

    /** Checks a password. Takes as long for a user without a password or without an account, and is false then. */
    Future<Boolean> check(String password, Optional<User> user) {
        var hash = user.flatMap(User::passwordHash);
        return onWorker(() -> isRight(password, hash.orElse(unknownUserHash))).map(right -> right && hash.isPresent());
    }

    private String hashNow(String password) {
        return Password.hash(composed(password)).addRandomSalt().with(argon2()).getResult();
    }

    /** Returns the library's only instance for these settings, which keeps as much memory as a hash takes from its first use on. */
    private Argon2Function argon2() {
        return Argon2Function.getInstance(settings.memoryKib(), settings.passes(), 1, HASH_BYTES, Argon2.ID);
    }

    private static boolean isRight(String password, String hash) {
        return Password.check(composed(password), hash).with(Argon2Function.getInstanceFromHash(hash));
    }

    /** Normalises a password to NFC: one keyboard writes an accent with its letter, another behind it. */
    private static String composed(String password) {
        return Normalizer.normalize(password, Normalizer.Form.NFC);
    }

    private <T> Future<T> onWorker(Callable<T> work) {
        if (waiting.incrementAndGet() > MAX_WAITING) {
            waiting.decrementAndGet();
            return Future.failedFuture(
                    Failure.later(Kind.SERVICE_UNAVAILABLE, "Too many people sign in at this moment", 2));
        }
        return workers.executeBlocking(work, false).onComplete(ignored -> waiting.decrementAndGet());
    }
}
