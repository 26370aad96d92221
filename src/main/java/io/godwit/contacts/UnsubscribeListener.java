package io.godwit.contacts;

import io.godwit.core.Tenant;
import io.godwit.core.id.EmailId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;

/**
 * Is called for a contact that unsubscribes by a link of an email, in the same transaction. Declared here, wired by the server.
 */
public interface UnsubscribeListener {

    Future<Void> left(SqlClient tx, Tenant tenant, EmailId email);
}
