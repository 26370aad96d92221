package io.godwit.projects;

import io.godwit.core.Crypto;
import io.godwit.core.StartupException;
import io.godwit.db.Database;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.security.MessageDigest;

/** Checks that this node's keys are the ones the database was written with. */
public final class Installation {

    private Installation() {}

    /**
     * Compares the fingerprint of the node's keys with the stored one; the first node stores it. Fails with a sentence for
     * the operator when the data was written with other keys: its secrets could not be read, and its links in sent emails
     * would be refused. Call before anything else is written.
     */
    public static Future<Void> check(Database database, Crypto crypto) {
        var fingerprint = Buffer.buffer(crypto.fingerprint());
        return InstallationStore.claim(database.requests(), fingerprint)
                .compose(stored -> compare(stored, fingerprint));
    }

    private static Future<Void> compare(Buffer stored, Buffer own) {
        return MessageDigest.isEqual(stored.getBytes(), own.getBytes())
                ? Future.succeededFuture()
                : Future.failedFuture(
                        new StartupException(
                                "This database was written with other keys. Start with the"
                                        + " same GODWIT_SECRETS_SIGNING_KEY and GODWIT_SECRETS_ENCRYPTION_KEY, or the same data directory, as before."));
    }
}
