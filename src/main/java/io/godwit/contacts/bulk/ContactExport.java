package io.godwit.contacts.bulk;

import io.godwit.contacts.bulk.ExportStore.ExportFilter;
import io.godwit.contacts.bulk.ExportStore.ExportRow;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.godwit.web.ChunkedBody;
import io.godwit.web.lists.CsvStream;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;

/**
 * Streams all contacts, or filtered ones, as a CSV file. Contacts added while the file is written are in it, because ids grow.
 */
final class ContactExport {

    /** At 64 KB of data each, some 30 MB at worst; usually 100 KB. */
    private static final int PAGE = 500;

    private ContactExport() {}

    /** Completes when the columns are known. */
    static Future<ChunkedBody> begin(Database database, WorkerExecutor workers, Tenant tenant, ExportFilter filter) {
        var store = new ExportStore();
        return store.fields(database.requests(), tenant)
                .map(ContactCsv::new)
                .map(csv -> new CsvStream<ExportRow>(
                        csv.header(),
                        PAGE,
                        last -> store.page(database.requests(), tenant, last.map(ExportRow::id), filter, PAGE),
                        csv::lines,
                        workers));
    }
}
