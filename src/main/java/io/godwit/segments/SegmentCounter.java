package io.godwit.segments;

import io.godwit.contacts.StoredContact;
import io.godwit.core.Tenant;
import io.godwit.core.id.SegmentId;
import io.godwit.db.Database;
import io.godwit.segments.SegmentMemberStore.SuppressedCount;
import io.godwit.segments.filter.Filter;
import io.godwit.segments.filter.FilterSql;
import io.godwit.segments.filter.HistoryJoin;
import io.godwit.segments.filter.Selection;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Counts the contacts that filters find, on worker connections. The caller has a permit of {@link SegmentService#semaphore}. Safe to
 * share between threads.
 */
public final class SegmentCounter {

    private final Database database;
    private final SegmentService segments;
    private final SegmentStore store = new SegmentStore();
    private final SegmentMemberStore members = new SegmentMemberStore();

    public SegmentCounter(Database database, SegmentService segments) {
        this.database = database;
        this.segments = segments;
    }

    public Future<Long> count(Tenant tenant, Filter filter) {
        return database.workerTransaction(tx -> prepared(tx, tenant, filter, members::count));
    }

    /** Counts the contacts a dynamic segment finds now, and keeps the count. */
    public Future<Long> recount(Tenant tenant, Segment segment) {
        return database.workerTransaction(tx -> prepared(
                        tx, tenant, segment.filter().orElseThrow(), members::count)
                .compose(count -> store.recounted(tx, tenant, segment, count).map(count)));
    }

    /** Counts the members of a static segment, and keeps the count; requests that add or remove members wait meanwhile. */
    public Future<Long> recountListed(Tenant tenant, SegmentId id) {
        return database.workerTransaction(tx -> store.lock(tx, tenant, id).compose(locked -> locked.map(segment ->
                        members.countListed(tx, tenant, id).compose(count -> store.recounted(tx, tenant, segment, count)
                                .map(count)))
                .orElseGet(() -> Future.failedFuture(SegmentService.notFound(id.toString())))));
    }

    /** The number of contacts, those of them whose address is suppressed, and the newest of all. */
    public record ContactSample(long count, SuppressedCount suppressed, List<StoredContact> newest) {}

    public Future<ContactSample> sample(Tenant tenant, Filter filter, int size) {
        return database.workerTransaction(
                tx -> prepared(tx, tenant, filter, (db, selection) -> members.count(db, selection)
                        .compose(count -> suppressed(db, tenant, filter)
                                .compose(suppressed -> members.page(db, selection, 0, size)
                                        .map(newest -> new ContactSample(count, suppressed, newest))))));
    }

    private Future<SuppressedCount> suppressed(SqlClient tx, Tenant tenant, Filter filter) {
        return segments.context(tx, tenant, filter)
                .map(context -> new FilterSql(tenant.project(), HistoryJoin.FEW, context))
                .compose(sql -> members.countSuppressed(tx, sql.suppressed(filter.requiredSql(sql))));
    }

    private <T> Future<T> prepared(
            SqlClient tx, Tenant tenant, Filter filter, BiFunction<SqlClient, Selection, Future<T>> work) {
        return segments.all(tx, tenant, filter).compose(selection -> members.prepareCount(tx, selection)
                .compose(ignored -> work.apply(tx, selection)));
    }
}
