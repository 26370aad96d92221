package io.godwit.inbound;

import io.godwit.core.Ids;
import io.godwit.db.Database;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.UUID;

/** Which node reads the mailbox. What two read all the same is kept once. */
final class MailboxLease {

    /** Longer than one look takes between two renewals. */
    private static final Duration LENGTH = Duration.ofMinutes(2);

    private final Database database;
    private final MailboxStore store = new MailboxStore();
    private final UUID node = Ids.next();

    MailboxLease(Database database) {
        this.database = database;
    }

    /** Completes with whether this node may read now, and for {@link #LENGTH} to come. */
    Future<Boolean> take() {
        return store.take(database.workers(), node, LENGTH);
    }
}
