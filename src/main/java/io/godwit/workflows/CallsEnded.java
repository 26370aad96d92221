package io.godwit.workflows;

import io.godwit.bus.Bus;
import io.godwit.webhooks.CallEnds;
import io.godwit.webhooks.EndedCall;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.util.List;

/** Lets executions go on whose webhook has been called. */
public final class CallsEnded implements CallEnds {

    private static final long AFTER_MILLIS = 20;

    private final Vertx vertx;
    private final Bus bus;
    private final CallEndStore store = new CallEndStore();

    public CallsEnded(Vertx vertx, Bus bus) {
        this.vertx = vertx;
        this.bus = bus;
    }

    @Override
    public Future<Void> ended(SqlClient tx, List<EndedCall> calls) {
        return calls.isEmpty()
                ? Future.succeededFuture()
                : store.wake(tx, calls).onSuccess(done -> vertx.setTimer(AFTER_MILLIS, passed -> tell(calls)));
    }

    private void tell(List<EndedCall> calls) {
        bus.publish(
                WorkflowsMessages.DUE,
                new WorkflowsMessages.Due(calls.get(0).project().value()));
    }
}
