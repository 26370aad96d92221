package io.godwit.contacts.bulk;

import io.godwit.contacts.bulk.ExportStore.ExportRow;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;

/** Reads the contacts of a segment or a condition page by page, in the order of their ids. */
final class SelectedContacts {

    private final Database database;
    private final Tenant tenant;
    private final SelectedIds ids;
    private final ExportStore store = new ExportStore();

    SelectedContacts(Database database, Tenant tenant, SelectedIds ids) {
        this.database = database;
        this.tenant = tenant;
        this.ids = ids;
    }

    /** Reads the next so many contacts; fewer when there are no more. Called again only after the future has completed. */
    Future<List<ExportRow>> next(int size) {
        return fill(new ArrayList<>(), size);
    }

    private Future<List<ExportRow>> fill(List<ExportRow> page, int size) {
        if (page.size() == size) {
            return Future.succeededFuture(page);
        }
        return ids.find()
                .compose(ignored -> ids.isEnded()
                        ? Future.succeededFuture(page)
                        : read(page, size).compose(read -> fill(page, size)));
    }

    private Future<Void> read(List<ExportRow> page, int size) {
        return store.rows(database.requests(), tenant, ids.take(size - page.size()))
                .map(rows -> {
                    page.addAll(rows);
                    return null;
                });
    }
}
