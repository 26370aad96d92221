package io.godwit.contacts;

import io.godwit.core.Tenant;
import io.godwit.core.id.EmailId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;

/** Hears of contacts who unsubscribed by a link of a mail, in the transaction that does it. Owned here, wired by the server. */
public interface UnsubscribeListener {

    Future<Void> left(SqlClient tx, Tenant tenant, EmailId email);
}
