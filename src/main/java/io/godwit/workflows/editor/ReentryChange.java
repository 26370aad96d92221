package io.godwit.workflows.editor;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.id.WorkflowId;
import io.godwit.db.Database;
import io.godwit.db.SqlErrorKind;
import io.vertx.core.Future;

/**
 * Completes a change of a workflow's re-entry rule after its commit. Executions that end while the change is in flight read the old
 * rule, and the change does not see that they have ended; so the rule is written to the ended executions once more, after all ends
 * that may have read the old one are committed.
 */
final class ReentryChange {

    /** Attempts in all; each but the first meets only contacts that enter, and ends that take long, at that moment. */
    private static final int ATTEMPTS = 3;

    private final Database database;
    private final ReentryStore store = new ReentryStore();

    ReentryChange(Database database) {
        this.database = database;
    }

    /**
     * Writes the workflow's present rule to its ended executions. May be repeated, and has to be when it fails: with {@code
     * CONFLICT} when contacts kept entering at the same moment.
     */
    Future<Void> complete(Tenant tenant, WorkflowId id) {
        return complete(tenant, id, ATTEMPTS);
    }

    private Future<Void> complete(Tenant tenant, WorkflowId id, int attempts) {
        return store.awaitEnds(database.workers(), tenant, id)
                .compose(ignored -> apply(tenant, id))
                .recover(cause -> attempts > 1 && mayPass(cause)
                        ? complete(tenant, id, attempts - 1)
                        : Future.failedFuture(cause));
    }

    private Future<Void> apply(Tenant tenant, WorkflowId id) {
        return database.workerTransaction(tx -> store.lockRule(tx, tenant, id)
                .compose(rule -> rule.map(allowed -> store.change(tx, tenant, id, allowed))
                        .orElseGet(Future::succeededFuture)));
    }

    private static boolean mayPass(Throwable cause) {
        return (cause instanceof Failure failure && failure.kind() == Kind.CONFLICT)
                || SqlErrorKind.of(cause) == SqlErrorKind.BUSY;
    }
}
