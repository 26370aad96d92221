package io.godwit.sending.pipeline;

import io.godwit.core.id.ProjectId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;

/** Notifies the owners of a project that its sending is paused or resumed. Declared here, wired by the server. */
public interface RefusalListener {

    /** Notifies no owner. */
    RefusalListener NONE = new RefusalListener() {
        @Override
        public Future<Void> opened(SqlClient tx, ProjectId project, String reply) {
            return Future.succeededFuture();
        }

        @Override
        public Future<Void> allOpened(SqlClient tx, ProjectId project, String reply) {
            return Future.succeededFuture();
        }

        @Override
        public Future<Void> closed(SqlClient tx, ProjectId project) {
            return Future.succeededFuture();
        }

        @Override
        public void wakeSenders() {}
    };

    /** Queues the notice in the transaction that opens the project's breaker; after the commit {@link #wakeSenders} is called. */
    Future<Void> opened(SqlClient tx, ProjectId project, String reply);

    /** Queues the notice that a node sends nothing, because the mail server refuses several projects alike, this one among them. */
    Future<Void> allOpened(SqlClient tx, ProjectId project, String reply);

    /** Queues the notice in the transaction that closes the project's breaker. */
    Future<Void> closed(SqlClient tx, ProjectId project);

    /** Wakes the loops that send the notices. */
    void wakeSenders();
}
