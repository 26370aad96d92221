package io.godwit.contacts.bulk;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;

/**
 * The contacts of a segment or a condition. A contact is checked when it is found, which may be the time of some ten thousand
 * others before its turn; the operation itself does not undo that.
 */
final class FoundContacts implements ContactSource {

    private final SelectedIds ids;

    FoundContacts(SelectedIds ids) {
        this.ids = ids;
    }

    @Override
    public Future<Void> prepare() {
        return ids.find();
    }

    @Override
    public Future<Integer> count() {
        return ids.count();
    }

    @Override
    public Future<Window> next(SqlClient tx, int size) {
        var wanted = ids.take(size);
        return Future.succeededFuture(new Window(wanted, wanted.size(), ids.last(), ids.isEnded()));
    }
}
