package io.godwit.inbound.mail;

import io.godwit.core.id.Ids;
import io.godwit.db.Database;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.UUID;

/** The lease of the node that reads the mailbox. A message that two nodes read all the same is stored once. */
public final class MailboxLease {

    /** The length of the lease, longer than one message takes between two renewals. */
    private static final Duration READING = Duration.ofMinutes(1);

    private final Database database;
    private final Duration reading;
    private final MailboxLeaseStore store = new MailboxLeaseStore();
    private final UUID node = Ids.next();

    public MailboxLease(Database database) {
        this(database, READING);
    }

    /** Creates the lease; a node that crashes while it reads blocks the others for {@code reading}. */
    MailboxLease(Database database, Duration reading) {
        this.database = database;
        this.reading = reading;
    }

    /** Completes with whether this node holds the lease now; it is then long enough for one message. */
    Future<Boolean> acquire() {
        return store.acquire(database.workers(), node, reading);
    }

    /** Keeps the lease for the pause until this node's next poll; other nodes poll only when this one does not. */
    Future<Void> extendFor(Duration pause) {
        return store.acquire(database.workers(), node, pause.plus(pause.dividedBy(2)))
                .mapEmpty();
    }

    /** Releases the lease, unless another node holds it already. */
    Future<Void> leave() {
        return store.leave(database.workers(), node);
    }
}
