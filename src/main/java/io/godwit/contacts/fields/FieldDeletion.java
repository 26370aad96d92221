package io.godwit.contacts.fields;

import io.godwit.contacts.ConsentSource;
import io.godwit.contacts.ContactWriter;
import io.godwit.contacts.FieldStore;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.db.Database;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.List;
import java.util.Optional;

/**
 * Removes a field from all contacts of a project, batch by batch, each in a transaction of its own. Each batch starts the next,
 * because one chain of futures over all batches would end in a stack overflow. Used once.
 */
final class FieldDeletion {

    /** Other changes of these contacts wait for some 50 ms meanwhile. */
    private static final int BATCH = 500;

    private final Database database;
    private final ContactWriter contacts;
    private final FieldStore store;
    private final Tenant tenant;
    private final List<List<String>> chains;
    private final Promise<Long> done = Promise.promise();
    private long deleted;

    FieldDeletion(Database database, ContactWriter contacts, FieldStore store, Tenant tenant, FieldName field) {
        this.database = database;
        this.contacts = contacts;
        this.store = store;
        this.tenant = tenant;
        this.chains = field.chains();
    }

    /** Completes with the number of contacts that had the field. */
    Future<Long> run() {
        batchAfter(Optional.empty());
        return done.future();
    }

    private void batchAfter(Optional<ContactId> last) {
        store.having(database.workers(), tenant, chains, last, BATCH)
                .onSuccess(this::batch)
                .onFailure(done::tryFail);
    }

    private void batch(List<ContactId> ids) {
        if (ids.isEmpty()) {
            done.tryComplete(deleted);
            return;
        }
        database.workerTransaction(
                        tx -> contacts.update(tx, tenant, ids, ConsentSource.API, contact -> contact.without(chains)))
                .onSuccess(result -> deleted += result.stream()
                        .filter(ContactWriter.ContactResult::isChanged)
                        .count())
                .onSuccess(ignored -> batchAfter(Optional.of(ids.get(ids.size() - 1))))
                .onFailure(done::tryFail);
    }
}
