package io.godwit.contacts;

import io.godwit.contacts.ExportStore.Filter;
import io.godwit.contacts.ExportStore.Line;
import io.godwit.core.ContactId;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.godwit.web.Pieces;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Optional;

/**
 * One export on its way: the header, then page by page, each read when the client has taken the one before. What is added
 * meanwhile is in it, for ids grow; no transaction is held open for a slow client.
 */
final class Export implements Pieces {

    /** At 64 KB of data each, some 30 MB at worst; usually 100 KB. */
    private static final int PAGE = 500;

    private final Database database;
    private final WorkerExecutor workers;
    private final ExportStore store = new ExportStore();
    private final Tenant tenant;
    private final Filter filter;
    private final CsvLines csv;
    private boolean begun;
    private boolean ended;
    private Optional<ContactId> last = Optional.empty();

    private Export(Database database, WorkerExecutor workers, Tenant tenant, Filter filter, CsvLines csv) {
        this.database = database;
        this.workers = workers;
        this.tenant = tenant;
        this.filter = filter;
        this.csv = csv;
    }

    /** Completes when the columns are known. */
    static Future<Export> begin(Database database, WorkerExecutor workers, Tenant tenant, Filter filter) {
        return new ExportStore()
                .fields(database.requests(), tenant)
                .map(fields -> new Export(database, workers, tenant, filter, new CsvLines(fields)));
    }

    @Override
    public Future<Optional<Buffer>> next() {
        if (!begun) {
            begun = true;
            return Future.succeededFuture(Optional.of(csv.header()));
        }
        return ended
                ? Future.succeededFuture(Optional.empty())
                : store.page(database.requests(), tenant, last, filter, PAGE).compose(this::write);
    }

    private Future<Optional<Buffer>> write(List<Line> lines) {
        ended = lines.size() < PAGE;
        if (lines.isEmpty()) {
            return Future.succeededFuture(Optional.empty());
        }
        last = Optional.of(lines.get(lines.size() - 1).id());
        return workers.executeBlocking(() -> csv.lines(lines), false).map(Optional::of);
    }
}
