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

/** The queue of outgoing calls, as others see it. Every method runs on the client it is given. */
public final class WebhookQueue {

    private final Bus bus;
    private final Crypto vault;
    private final WebhookSettings settings;
    private final CallStore store = new CallStore();

    public WebhookQueue(Bus bus, Crypto vault, WebhookSettings settings) {
        this.bus = bus;
        this.vault = vault;
        this.settings = settings;
    }

    /** Whom calls may go to, for whoever takes URLs from a user. */
    public TargetPolicy targets() {
        return new TargetPolicy(settings.allow(), settings.ownPorts());
    }

    /**
     * One statement, whatever the number. A call whose id is there already is left as it is. Whatever is wrong with a call, a
     * body of more than 256 KB too, ends it when its turn comes, and hurts no other.
     */
    public Future<Void> enqueue(SqlClient tx, List<NewCall> calls) {
        if (calls.isEmpty()) {
            return Future.succeededFuture();
        }
        var sorted = calls.stream()
                .sorted(Comparator.comparing((NewCall call) -> call.project().value())
                        .thenComparing(call -> call.id().value()))
                .toList();
        return store.enqueue(tx, sorted, vault, settings.giveUp());
    }

    /** Calls were committed: begin at once. */
    public void publishDue(ProjectId project) {
        bus.publish(WebhookMessages.DUE, new WebhookMessages.Due(project.value()));
    }

    /**
     * Ends every call of these executions without a word to {@link WebhookListener}; completes with how many there were. One that is
     * under way at this moment may still reach its receiver.
     */
    public Future<Integer> cancel(SqlClient tx, Tenant tenant, Collection<ExecutionId> executions) {
        return executions.isEmpty() ? Future.succeededFuture(0) : store.cancel(tx, tenant, executions);
    }

    /** What an execution's calls met with, in order; at most 1,000. */
    public Future<List<CallAttempt>> attempts(SqlClient db, Tenant tenant, ExecutionId execution) {
        return store.attempts(db, tenant, execution);
    }
}
