package io.godwit.sending.queue;

import io.godwit.core.Tenant;
import io.godwit.jobs.DeadLetterRequeuer;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.UUID;

/** Queues dead emails again. */
public final class DeadEmailRequeuer implements DeadLetterRequeuer {

    private final DeadEmailStore store = new DeadEmailStore();

    @Override
    public DeadLetterKind name() {
        return DeadLetterKind.EMAIL;
    }

    @Override
    public Future<Integer> retry(SqlClient tx, Tenant tenant, List<UUID> ids) {
        return store.retry(tx, tenant, ids);
    }
}
