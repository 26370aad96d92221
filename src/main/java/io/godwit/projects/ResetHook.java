package io.godwit.projects;

import io.godwit.core.id.ProjectId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;

/** Saves what must outlive the reset of a project; owned here, wired by the server. */
public interface ResetHook {

    /**
     * Deletes up to {@code limit} rows after what is to outlive them was saved; completes with how many it were. Called again until
     * nothing is left, before the project's tables are emptied.
     */
    Future<Integer> save(SqlClient tx, ProjectId project, int limit);
}
