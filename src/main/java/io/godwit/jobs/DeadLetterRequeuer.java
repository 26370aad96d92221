package io.godwit.jobs;

import io.godwit.core.Failure;
import io.godwit.core.Tenant;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Queues work of one kind again that was given up. */
public interface DeadLetterRequeuer {

    /** As {@code dead_letters.kind} spells it. */
    enum Name {
        EMAIL,
        /** An import or a bulk action. */
        JOB,
        /** Of a workflow. */
        EXECUTION;

        /** Throws a 422 for any other word. */
        static Optional<Name> of(Optional<String> text) {
            try {
                return text.map(Name::valueOf);
            } catch (IllegalArgumentException unknown) {
                throw Failure.invalid("kind", "invalid_enum_value", "Expected EMAIL, JOB or EXECUTION");
            }
        }
    }

    Name name();

    /** Takes the ids out of {@code dead_letters} and queues their work; completes with how many it were. */
    Future<Integer> retry(SqlClient tx, Tenant tenant, List<UUID> ids);
}
