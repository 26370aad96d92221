package io.godwit.workflows.engine;

import io.godwit.contacts.ContactDeletionListener;
import io.godwit.core.AsyncLoop;
import io.godwit.core.AsyncLoop.Iteration;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.ExecutionId;
import io.godwit.core.id.WorkflowId;
import io.godwit.db.Database;
import io.godwit.webhooks.WebhookQueue;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;

/** Ends executions from outside the engine, with the webhook calls they wait for. */
public final class ExecutionTerminator implements ContactDeletionListener {

    private static final String CANCELLED = "Cancelled by a user";
    private static final String ALL_CANCELLED = "Cancelled by a user, with all others";
    private static final String CONTACT_GONE = "The contact was deleted";

    /** Executions ended in one transaction; about a tenth of a second's work. */
    private static final int BATCH_SIZE = 2_000;

    private final WebhookQueue webhooks;
    private final ExecutionEndStore store = new ExecutionEndStore();

    public ExecutionTerminator(WebhookQueue webhooks) {
        this.webhooks = webhooks;
    }

    /**
     * Cancels an execution; fails with {@code RESOURCE_NOT_FOUND} for an unknown one and with {@code CONFLICT} for one that has
     * ended.
     */
    public Future<Void> cancel(SqlClient tx, Tenant tenant, WorkflowId workflow, ExecutionId id) {
        return store.isKnown(tx, tenant, workflow, id)
                .compose(known -> known
                        ? store.cancel(tx, tenant, workflow, id, CANCELLED)
                        : Future.failedFuture(Failure.notFound(Kind.RESOURCE_NOT_FOUND, "Execution", id.toString())))
                .compose(cancelled -> cancelled
                        ? webhooks.cancel(tx, tenant, List.of(id)).mapEmpty()
                        : Future.failedFuture(Failure.of(
                                Kind.CONFLICT, "The execution has ended; only active ones can be cancelled")));
    }

    /** Cancels all executions of a workflow, some thousand in each transaction; completes with their number. */
    public Future<Long> cancelAll(Database database, Tenant tenant, WorkflowId workflow) {
        return AsyncLoop.run(0L, before -> cancelSome(database, tenant, workflow)
                .map(ended -> new Iteration<>(before + ended.size(), !ended.isEmpty())));
    }

    private Future<List<ExecutionId>> cancelSome(Database database, Tenant tenant, WorkflowId workflow) {
        return database.workerTransaction(tx -> store.cancelSome(tx, tenant, workflow, BATCH_SIZE, ALL_CANCELLED)
                .compose(ended -> webhooks.cancel(tx, tenant, ended).map(ended)));
    }

    /** Cancels the executions of contacts that are being deleted, and deletes the contacts' values in all their executions. */
    @Override
    public Future<Void> delete(SqlClient tx, Tenant tenant, List<ContactId> contacts) {
        return store.cancelOf(tx, tenant, contacts, CONTACT_GONE)
                .compose(ended -> webhooks.cancel(tx, tenant, ended))
                .compose(ignored -> store.deleteValues(tx, tenant, contacts));
    }

    Future<Void> fail(SqlClient tx, ClaimedExecution claimed, String error) {
        return store.fail(tx, claimed, error).mapEmpty();
    }
}
