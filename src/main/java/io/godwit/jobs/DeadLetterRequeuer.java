package io.godwit.jobs;

import io.godwit.core.Tenant;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** Queues dead letters of one kind again. */
public interface DeadLetterRequeuer {

    /** The kinds of {@code dead_letters.kind}. */
    enum DeadLetterKind {
        EMAIL,
        /** An import or a bulk action. */
        JOB,
        /** An execution of a workflow. */
        EXECUTION;

        /** The names of all kinds. */
        static final List<String> WORDS =
                Stream.of(values()).map(DeadLetterKind::name).toList();
    }

    DeadLetterKind name();

    /** Deletes the ids from {@code dead_letters} and queues their work; completes with the number of queued rows. */
    Future<Integer> retry(SqlClient tx, Tenant tenant, List<UUID> ids);
}
