package io.godwit.contacts.bulk;

import io.godwit.contacts.ContactSelections.Selected;
import io.godwit.contacts.bulk.ExportStore.ExportFilter;
import io.godwit.contacts.bulk.ExportStore.ExportRow;
import io.godwit.contacts.bulk.SelectedContactStore.Order;
import io.godwit.contacts.bulk.SelectedContactStore.Wanted;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.godwit.web.ChunkedBody;
import io.godwit.web.lists.CsvStream;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Streams all contacts, filtered ones, or those of a segment or a condition, as a CSV file. Contacts added while the file is
 * written are in it, because ids grow.
 */
final class ContactExport {

    /** At 64 KB of data each, some 30 MB at worst; usually 100 KB. */
    private static final int PAGE = 500;

    private ContactExport() {}

    /** Completes when the columns are known. */
    static Future<ChunkedBody> begin(
            Database database,
            WorkerExecutor workers,
            Tenant tenant,
            ExportFilter filter,
            Optional<Selected> selected) {
        var store = new ExportStore();
        var pages = selected.map(contacts -> new Wanted(contacts, filter.search(), filter.subscribed()))
                .map(wanted -> new SelectedIds(database.requests(), wanted, Order.OLDEST_FIRST, Optional.empty()))
                .map(ids -> new SelectedContacts(database, tenant, ids))
                .<Function<Optional<ExportRow>, Future<List<ExportRow>>>>map(contacts -> ignored -> contacts.next(PAGE))
                .orElse(last -> store.page(database.requests(), tenant, last.map(ExportRow::id), filter, PAGE));
        return store.keys(database.workers(), tenant)
                .map(ContactCsv::new)
                .map(csv -> new CsvStream<>(csv.header(), PAGE, pages, csv::lines, workers));
    }
}
