package io.godwit.projects;

import io.godwit.core.id.ProjectId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;

/** Saves rows that must outlive the reset of a project; declared here, implemented by the server. */
public interface ResetHook {

    /**
     * Deletes up to {@code limit} rows after saving the part of them that is kept; completes with the number deleted.
     * Called again until it is 0, before the rows of the project's other tables are deleted.
     */
    Future<Integer> save(SqlClient tx, ProjectId project, int limit);
}
