package io.godwit.contacts.bulk;

import io.godwit.core.id.ContactId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Optional;

/** The contacts of a bulk operation, from the newest to the oldest, a window at a time. */
interface ContactSource {

    /**
     * Consecutive contacts.
     *
     * @param wanted those to change
     * @param seen those looked at
     * @param last the oldest one looked at; empty when there are no more
     * @param isLast whether no window follows
     */
    record Window(List<ContactId> wanted, int seen, Optional<ContactId> last, boolean isLast) {}

    /** Gets the next window ready, outside of any transaction. */
    default Future<Void> prepare() {
        return Future.succeededFuture();
    }

    /** Counts the contacts there are to look at; called before the first window. */
    Future<Integer> count();

    /** Returns the next window; called again only after the future has completed. */
    Future<Window> next(SqlClient tx, int size);
}
