package io.godwit.contacts.bulk;

import io.godwit.contacts.bulk.BulkRequest.ContactSelection;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.db.Database;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.Optional;

/** All contacts of a project, each checked against a part of its address and its subscription when its window is read. */
final class ScannedContacts implements ContactSource {

    private final Database database;
    private final Tenant tenant;
    private final ContactSelection selection;
    private final BulkStore store = new BulkStore();
    private Optional<ContactId> before;

    /** Begins behind {@code before}, or at the newest one. */
    ScannedContacts(Database database, Tenant tenant, ContactSelection selection, Optional<ContactId> before) {
        this.database = database;
        this.tenant = tenant;
        this.selection = selection;
        this.before = before;
    }

    @Override
    public Future<Integer> count() {
        return store.count(database.workers(), tenant);
    }

    @Override
    public Future<Window> next(SqlClient tx, int size) {
        return store.window(tx, tenant, before, size, selection).onSuccess(window -> before = window.last());
    }
}
