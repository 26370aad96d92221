package io.godwit.jobs;

import io.godwit.core.Failure;
import io.godwit.core.Tenant;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Queues dead letters of one kind again. */
public interface DeadLetterRequeuer {

    /** The kinds of {@code dead_letters.kind}. */
    enum Name {
        EMAIL,
        /** An import or a bulk action. */
        JOB,
        /** An execution of a workflow. */
        EXECUTION;

        /** Throws a 422 for any text but a kind. */
        static Optional<Name> of(Optional<String> text) {
            try {
                return text.map(Name::valueOf);
            } catch (IllegalArgumentException unknown) {
                throw Failure.invalid("kind", "invalid_enum_value", "Expected EMAIL, JOB or EXECUTION");
            }
        }
    }

    Name name();

    /** Deletes the ids from {@code dead_letters} and queues their work; completes with the number of queued rows. */
    Future<Integer> retry(SqlClient tx, Tenant tenant, List<UUID> ids);
}
