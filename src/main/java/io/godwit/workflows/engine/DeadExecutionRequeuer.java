package io.godwit.workflows.engine;

import io.godwit.core.Tenant;
import io.godwit.jobs.DeadLetterRequeuer;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.UUID;

/** Queues dead executions again. */
public final class DeadExecutionRequeuer implements DeadLetterRequeuer {

    private final DeadExecutionStore store = new DeadExecutionStore();

    @Override
    public DeadLetterKind name() {
        return DeadLetterKind.EXECUTION;
    }

    @Override
    public Future<Integer> retry(SqlClient tx, Tenant tenant, List<UUID> ids) {
        return store.retry(tx, tenant, ids);
    }
}
