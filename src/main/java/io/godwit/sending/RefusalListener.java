package io.godwit.sending;

import io.godwit.core.id.ProjectId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;

/** Tells the owners of a project that its mail is paused or goes on. Owned here, wired by the server. */
public interface RefusalListener {

    /** Nobody is told. */
    RefusalListener NONE = new RefusalListener() {
        @Override
        public Future<Void> paused(SqlClient tx, ProjectId project, String reply) {
            return Future.succeededFuture();
        }

        @Override
        public Future<Void> resumed(SqlClient tx, ProjectId project) {
            return Future.succeededFuture();
        }

        @Override
        public void wakeSenders() {}
    };

    /** In the transaction that pauses it; after the commit {@link #wakeSenders} is called. */
    Future<Void> paused(SqlClient tx, ProjectId project, String reply);

    /** In the transaction that lets it go on. */
    Future<Void> resumed(SqlClient tx, ProjectId project);

    /** Wakes the senders. */
    void wakeSenders();
}
