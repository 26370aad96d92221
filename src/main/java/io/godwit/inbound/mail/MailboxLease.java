package io.godwit.inbound.mail;

import io.godwit.core.id.Ids;
import io.godwit.db.Database;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.UUID;

/** Which node reads the mailbox. What two read all the same is kept once. */
public final class MailboxLease {

    /** Longer than one letter takes between two renewals. */
    private static final Duration READING = Duration.ofMinutes(1);

    private final Database database;
    private final Duration reading;
    private final MailboxLeaseStore store = new MailboxLeaseStore();
    private final UUID node = Ids.next();

    public MailboxLease(Database database) {
        this(database, READING);
    }

    /** A node that dies while it reads keeps the others waiting for so long. */
    MailboxLease(Database database, Duration reading) {
        this.database = database;
        this.reading = reading;
    }

    /** Completes with whether this node may read now, and go on for a letter. */
    Future<Boolean> acquire() {
        return store.acquire(database.workers(), node, reading);
    }

    /** This node looks again after such a pause; the others look only when it does not. */
    Future<Void> extendFor(Duration pause) {
        return store.acquire(database.workers(), node, pause.plus(pause.dividedBy(2)))
                .mapEmpty();
    }

    /** Anybody may read now, unless it is another's turn already. */
    Future<Void> leave() {
        return store.leave(database.workers(), node);
    }
}
