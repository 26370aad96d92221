package io.godwit.webhooks;

import io.godwit.bus.Bus;
import io.godwit.core.Crypto;
import io.godwit.core.Tenant;
import io.godwit.core.id.ExecutionId;
import io.godwit.core.id.ProjectId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** The queue of outgoing calls, for other features. Every method runs on the client it is given. */
public final class WebhookQueue {

    private final Bus bus;
    private final Crypto crypto;
    private final WebhookSettings settings;
    private final CallStore store = new CallStore();

    public WebhookQueue(Bus bus, Crypto crypto, WebhookSettings settings) {
        this.bus = bus;
        this.crypto = crypto;
        this.settings = settings;
    }

    /** The policy of targets, for features that take URLs from a user. */
    public TargetPolicy targets() {
        return new TargetPolicy(settings.allow(), settings.ownPorts());
    }

    /**
     * Enqueues calls by one statement, whatever their number. A call whose id exists is left as it is. An invalid call,
     * such as one with a body of more than 256 KB, is rejected when it is made, and affects no other.
     */
    public Future<Void> enqueue(SqlClient tx, List<NewCall> calls) {
        if (calls.isEmpty()) {
            return Future.succeededFuture();
        }
        var sorted = calls.stream()
                .sorted(Comparator.comparing((NewCall call) -> call.project().value())
                        .thenComparing(call -> call.id().value()))
                .toList();
        var traced = sorted.stream().filter(call -> call.trace().isPresent()).toList();
        var enqueued = store.enqueue(tx, sorted, crypto, settings.expireAfter());
        return traced.isEmpty() ? enqueued : enqueued.compose(ignored -> store.insertTraces(tx, traced));
    }

    /** Wakes the loops after calls were committed. */
    public void publishDue(ProjectId project) {
        bus.publish(WebhookMessages.DUE, new WebhookMessages.Due(project.value()));
    }

    /**
     * Cancels every call of these executions without calling {@link WebhookListener}; completes with their number. An
     * attempt in progress may still reach its receiver.
     */
    public Future<Integer> cancel(SqlClient tx, Tenant tenant, Collection<ExecutionId> executions) {
        return executions.isEmpty() ? Future.succeededFuture(0) : store.cancel(tx, tenant, executions);
    }

    /** The attempts of an execution's calls, in order; at most 1,000. */
    public Future<List<CallAttempt>> attempts(SqlClient db, Tenant tenant, ExecutionId execution) {
        return store.attempts(db, tenant, execution);
    }
}
