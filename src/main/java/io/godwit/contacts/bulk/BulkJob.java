package io.godwit.contacts.bulk;

import io.godwit.contacts.ConsentSource;
import io.godwit.contacts.ContactSelections;
import io.godwit.contacts.ContactWriter;
import io.godwit.contacts.bulk.BulkRequest.ContactSelection;
import io.godwit.contacts.bulk.SelectedContactStore.Order;
import io.godwit.contacts.bulk.SelectedContactStore.Wanted;
import io.godwit.db.Database;
import io.godwit.jobs.Job;
import io.godwit.jobs.JobHandler;
import io.vertx.core.Future;

/** The job that subscribes, unsubscribes or deletes many contacts. */
final class BulkJob implements JobHandler {

    static final String NAME = "contacts.bulk";

    private final Database database;
    private final ContactWriter contacts;
    private final ContactSelections selections;

    BulkJob(Database database, ContactWriter contacts, ContactSelections selections) {
        this.database = database;
        this.contacts = contacts;
        this.selections = selections;
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
        return contacts(job, selection).map(found -> new BulkByQuery(job, selection.excluded(), found, action));
    }

    private Future<ContactSource> contacts(Job job, ContactSelection selection) {
        var before = BulkByQuery.before(job);
        return selections
                .narrow(job.tenant(), selection.segment(), selection.condition())
                .map(narrowed -> narrowed.map(
                                selected -> new Wanted(selected, selection.search(), selection.subscribed()))
                        .map(wanted -> new SelectedIds(database.workers(), wanted, Order.NEWEST_FIRST, before))
                        .<ContactSource>map(FoundContacts::new)
                        .orElseGet(() -> new ScannedContacts(database, job.tenant(), selection, before)));
    }
}
