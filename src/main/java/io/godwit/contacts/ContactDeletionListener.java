package io.godwit.contacts;

import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;

/**
 * What later features keep of a contact and has to go with it: mail and its queue, executions, memberships. Owned here, wired
 * by the server.
 */
public interface ContactDeletionListener {

    /** In the transaction that deletes the contacts, whose rows are locked already. */
    Future<Void> delete(SqlClient tx, Tenant tenant, List<ContactId> contacts);
}
