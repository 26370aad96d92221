package io.godwit.contacts;

import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;

/**
 * Deletes what other features store for a contact: emails and their outbox rows, executions, segment memberships. Declared here,
 * wired by the server.
 */
public interface ContactDeletionListener {

    /** Deletes what belongs to the contacts, in the transaction that deletes them; their rows are locked already. */
    Future<Void> delete(SqlClient tx, Tenant tenant, List<ContactId> contacts);
}
