package io.godwit.contacts.bulk;

import io.godwit.contacts.bulk.SelectedContactStore.Order;
import io.godwit.contacts.bulk.SelectedContactStore.Wanted;
import io.godwit.core.id.ContactId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Optional;

/**
 * The ids of the contacts of a segment or a condition, part by part. Finding them may read the whole history of a project, so
 * the ids of many parts are found at once.
 */
final class SelectedIds {

    /** Some 5 MB of ids. */
    private static final int MAX_FOUND = 100_000;

    private final SelectedContactStore store = new SelectedContactStore();
    private final SqlClient database;
    private final Wanted wanted;
    private final Order order;
    private Optional<ContactId> last;
    private List<ContactId> found = List.of();
    private int taken;
    private boolean complete;

    /** Begins behind {@code last}, or at the first one. */
    SelectedIds(SqlClient database, Wanted wanted, Order order, Optional<ContactId> last) {
        this.database = database;
        this.wanted = wanted;
        this.order = order;
        this.last = last;
    }

    /** Finds more, if all that were found are taken. Called again only after the future has completed. */
    Future<Void> find() {
        if (taken < found.size() || complete) {
            return Future.succeededFuture();
        }
        return store.find(database, wanted, order, last, MAX_FOUND).map(ids -> {
            found = ids;
            taken = 0;
            complete = ids.size() < MAX_FOUND;
            return null;
        });
    }

    /** Returns the next so many; fewer at the end of those that were found. */
    List<ContactId> take(int max) {
        var part = found.subList(taken, Math.min(found.size(), taken + max));
        taken += part.size();
        last = part.isEmpty() ? last : Optional.of(part.get(part.size() - 1));
        return part;
    }

    /** Returns the last one that was taken. */
    Optional<ContactId> last() {
        return last;
    }

    /** Returns whether all are taken. */
    boolean isEnded() {
        return complete && taken == found.size();
    }

    /** Counts all, before the first is taken. */
    Future<Integer> count() {
        return complete ? Future.succeededFuture(found.size()) : store.count(database, wanted);
    }
}
