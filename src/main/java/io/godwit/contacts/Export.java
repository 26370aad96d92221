package io.godwit.contacts;

import io.godwit.contacts.ExportStore.Filter;
import io.godwit.contacts.ExportStore.Line;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.godwit.web.CsvPages;
import io.godwit.web.Pieces;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;

/** All contacts, or some, as a CSV file. What is added while it is on its way is in it, for ids grow. */
final class Export {

    /** At 64 KB of data each, some 30 MB at worst; usually 100 KB. */
    private static final int PAGE = 500;

    private Export() {}

    /** Completes when the columns are known. */
    static Future<Pieces> begin(Database database, WorkerExecutor workers, Tenant tenant, Filter filter) {
        var store = new ExportStore();
        return store.fields(database.requests(), tenant)
                .map(CsvLines::new)
                .map(csv -> new CsvPages<Line>(
                        csv.header(),
                        PAGE,
                        last -> store.page(database.requests(), tenant, last.map(Line::id), filter, PAGE),
                        csv::lines,
                        workers));
    }
}
