package io.godwit.contacts.bulk;

import io.godwit.contacts.ConsentSource;
import io.godwit.contacts.ContactWriter;
import io.godwit.db.Database;
import io.godwit.jobs.Job;
import io.godwit.jobs.JobHandler;
import io.vertx.core.Future;

/** The job that subscribes, unsubscribes or deletes many contacts. */
final class BulkJob implements JobHandler {

    static final String NAME = "contacts.bulk";

    private final Database database;
    private final ContactWriter contacts;
    private final BulkStore store = new BulkStore();

    BulkJob(Database database, ContactWriter contacts) {
        this.database = database;
        this.contacts = contacts;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Future<Run> begin(Job job) {
        var operation = BulkOperation.valueOf(String.valueOf(job.input().get("operation")));
        var request = BulkRequest.of(job.input());
        var source = ConsentSource.of(ConsentSource.Kind.BULK, job.id(), request.proof());
        var counts = new BulkCounts(operation, job.counters());
        var action = new BulkAction(contacts, operation, request.authority(), source, counts);
        if (request.query().isEmpty()) {
            return Future.succeededFuture(new BulkByIds(job, request.ids(), action));
        }
        var selection = request.query().get();
        return total(job).map(total -> new BulkByQuery(job, selection, store, total, action));
    }

    private Future<Integer> total(Job job) {
        return job.checkpoint().get("total") instanceof Number known
                ? Future.succeededFuture(known.intValue())
                : store.count(database.workers(), job.tenant());
    }
}
