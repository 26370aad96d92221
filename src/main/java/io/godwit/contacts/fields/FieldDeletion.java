package io.godwit.contacts.fields;

import io.godwit.contacts.ConsentSource;
import io.godwit.contacts.ContactWriter;
import io.godwit.contacts.FieldStore;
import io.godwit.core.AsyncLoop;
import io.godwit.core.AsyncLoop.Iteration;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.db.Database;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/** Removes a field from all contacts of a project, batch by batch, each in a transaction of its own. */
final class FieldDeletion {

    /** Other changes of these contacts wait for some 50 ms meanwhile. */
    private static final int BATCH = 500;

    private final Database database;
    private final ContactWriter contacts;
    private final FieldStore store;
    private final Tenant tenant;
    private final List<List<String>> chains;

    FieldDeletion(Database database, ContactWriter contacts, FieldStore store, Tenant tenant, FieldName field) {
        this.database = database;
        this.contacts = contacts;
        this.store = store;
        this.tenant = tenant;
        this.chains = field.chains();
    }

    /**
     * The contacts looked at so far.
     *
     * @param changed the number of those that had the field
     */
    private record Progress(Optional<ContactId> last, long changed) {}

    /** Completes with the number of contacts that had the field. */
    Future<Long> run() {
        return AsyncLoop.run(new Progress(Optional.empty(), 0), this::batch).map(Progress::changed);
    }

    private Future<Iteration<Progress>> batch(Progress before) {
        return store.having(database.workers(), tenant, chains, before.last(), BATCH)
                .compose(ids -> ids.isEmpty()
                        ? Future.succeededFuture(Iteration.last(before))
                        : remove(ids)
                                .map(changed -> Iteration.more(new Progress(
                                        Optional.of(ids.get(ids.size() - 1)), before.changed() + changed))));
    }

    private Future<Long> remove(List<ContactId> ids) {
        return database.workerTransaction(
                        tx -> contacts.update(tx, tenant, ids, ConsentSource.API, contact -> contact.without(chains)))
                .map(results -> results.stream()
                        .filter(ContactWriter.ContactResult::isChanged)
                        .count());
    }
}
