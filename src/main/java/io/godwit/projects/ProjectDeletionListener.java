package io.godwit.projects;

import io.godwit.core.Tenant;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;

/** What has to happen elsewhere when a project is deleted; owned here, wired by the server. */
public interface ProjectDeletionListener {

    /** In the transaction that takes the project from its members. */
    Future<Void> leave(SqlClient tx, Tenant tenant);
}
