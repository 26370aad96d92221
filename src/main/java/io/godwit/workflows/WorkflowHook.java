package io.godwit.workflows;

import io.godwit.bus.Bus;
import io.godwit.core.id.ProjectId;
import io.godwit.events.EventHook;
import io.godwit.events.NewEvent;
import io.godwit.workflows.engine.WorkflowMessages;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** Starts and resumes executions by events, in the transaction that appends them. Safe to share between threads. */
public final class WorkflowHook implements EventHook {

    /** The transaction is usually over by then; an engine that looks too early looks again at the next poll. */
    private static final long AFTER_MILLIS = 20;

    private final Vertx vertx;
    private final Bus bus;
    private final AtomicBoolean warned = new AtomicBoolean();

    public WorkflowHook(Vertx vertx, Bus bus) {
        this.vertx = vertx;
        this.bus = bus;
    }

    @Override
    public String expressions() {
        return WorkflowHookStore.REACTIONS;
    }

    @Override
    public String condition() {
        return WorkflowHookStore.TRIGGERED;
    }

    @Override
    public void onReactions(List<NewEvent> events) {
        publish(events.get(0).project());
    }

    /** Publishes one message for all events of a moment. */
    private void publish(ProjectId project) {
        if (warned.compareAndSet(false, true)) {
            vertx.setTimer(AFTER_MILLIS, ignored -> {
                warned.set(false);
                bus.publish(WorkflowMessages.DUE, new WorkflowMessages.Due(project.value()));
            });
        }
    }
}
