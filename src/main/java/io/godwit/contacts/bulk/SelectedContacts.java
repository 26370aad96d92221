package io.godwit.contacts.bulk;

import io.godwit.contacts.ContactSelections.Selected;
import io.godwit.contacts.bulk.ExportStore.ExportFilter;
import io.godwit.contacts.bulk.ExportStore.ExportRow;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.db.Database;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads the contacts of a segment or a condition page by page, the oldest first. Finding them may read the whole history of a
 * project, so the ids of many pages are found at once.
 */
final class SelectedContacts {

    /** Some 5 MB of ids. */
    private static final int MAX_FOUND = 100_000;

    private final Database database;
    private final Tenant tenant;
    private final Selected selected;
    private final ExportFilter filter;
    private final ExportStore store = new ExportStore();
    private List<ContactId> found = List.of();
    private int read;
    private boolean complete;

    SelectedContacts(Database database, Tenant tenant, Selected selected, ExportFilter filter) {
        this.database = database;
        this.tenant = tenant;
        this.selected = selected;
        this.filter = filter;
    }

    /** Reads the next so many contacts; fewer when there are no more. Called again only after the future has completed. */
    Future<List<ExportRow>> next(int size) {
        return fill(new ArrayList<>(), size);
    }

    private Future<List<ExportRow>> fill(List<ExportRow> page, int size) {
        if (page.size() == size || (complete && read == found.size())) {
            return Future.succeededFuture(page);
        }
        return (read == found.size() ? find() : read(page, size)).compose(ignored -> fill(page, size));
    }

    private Future<Void> find() {
        var last = found.isEmpty() ? Optional.<ContactId>empty() : Optional.of(found.get(found.size() - 1));
        return store.selected(database.requests(), selected, last, filter, MAX_FOUND)
                .map(ids -> {
                    found = ids;
                    read = 0;
                    complete = ids.size() < MAX_FOUND;
                    return null;
                });
    }

    private Future<Void> read(List<ExportRow> page, int size) {
        var part = found.subList(read, Math.min(found.size(), read + size - page.size()));
        return store.rows(database.requests(), tenant, part).map(rows -> {
            read += part.size();
            page.addAll(rows);
            return null;
        });
    }
}
