package io.godwit.workflows;

import io.godwit.bus.Bus;
import io.godwit.webhooks.EndedCall;
import io.godwit.webhooks.WebhookListener;
import io.godwit.workflows.engine.WorkflowMessages;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.util.List;

/** Resumes executions whose webhook calls have ended. */
public final class CallResumer implements WebhookListener {

    private static final long AFTER_MILLIS = 20;

    private final Vertx vertx;
    private final Bus bus;
    private final CallResumeStore store = new CallResumeStore();

    public CallResumer(Vertx vertx, Bus bus) {
        this.vertx = vertx;
        this.bus = bus;
    }

    @Override
    public Future<Void> ended(SqlClient tx, List<EndedCall> calls) {
        return calls.isEmpty()
                ? Future.succeededFuture()
                : store.wake(tx, calls).onSuccess(done -> vertx.setTimer(AFTER_MILLIS, ignored -> publish(calls)));
    }

    private void publish(List<EndedCall> calls) {
        bus.publish(
                WorkflowMessages.DUE,
                new WorkflowMessages.Due(calls.get(0).project().value()));
    }
}
