package io.godwit.projects;

import io.godwit.core.Tenant;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;

/** Acts for other features when a project is deleted; declared here, implemented by the server. */
public interface ProjectDeletionListener {

    /** Runs in the transaction that removes the project from its members. */
    Future<Void> leave(SqlClient tx, Tenant tenant);
}
