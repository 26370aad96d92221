package io.godwit.inbound.mail;

import io.godwit.db.Columns;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.UUID;

/** Reads and writes the {@code mailbox_lease} table. */
final class MailboxLeaseStore {

    private static final String CLAIM = """
            INSERT INTO mailbox_lease (holder, lease_until)
            VALUES ($1, now() + make_interval(secs => $2))
                ON CONFLICT (only_row) DO UPDATE
               SET holder = excluded.holder, lease_until = excluded.lease_until
             WHERE mailbox_lease.holder = excluded.holder OR mailbox_lease.lease_until < now()
            """;

    /** Acquires or renews the lease; completes with false while another node holds it. */
    Future<Boolean> acquire(SqlClient db, UUID node, Duration length) {
        return db.preparedQuery(CLAIM)
                .execute(Tuple.of(node, Columns.seconds(length)))
                .map(rows -> rows.rowCount() == 1);
    }

    /** Releases the lease, if this node holds it. */
    Future<Void> leave(SqlClient db, UUID node) {
        return db.preparedQuery("DELETE FROM mailbox_lease WHERE holder = $1")
                .execute(Tuple.of(node))
                .mapEmpty();
    }
}
