package io.godwit.workflows;

import io.godwit.bus.Bus;
import io.godwit.core.ProjectId;
import io.godwit.events.Enrolments;
import io.godwit.events.NewEvent;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** Lets events start executions and end waits, in the transaction that appends them. Safe to share between threads. */
public final class Enrolment implements Enrolments {

    /** The transaction is usually over by then; whoever looks too early looks again at the next poll. */
    private static final long AFTER_MILLIS = 20;

    private final Vertx vertx;
    private final Bus bus;
    private final AtomicBoolean told = new AtomicBoolean();

    public Enrolment(Vertx vertx, Bus bus) {
        this.vertx = vertx;
        this.bus = bus;
    }

    @Override
    public String expressions() {
        return EnrolmentStore.REACTIONS;
    }

    @Override
    public void met(List<NewEvent> events) {
        tell(events.get(0).project());
    }

    /** One hint for all that happens in a moment. */
    private void tell(ProjectId project) {
        if (told.compareAndSet(false, true)) {
            vertx.setTimer(AFTER_MILLIS, passed -> {
                told.set(false);
                bus.publish(WorkflowsMessages.DUE, new WorkflowsMessages.Due(project.value()));
            });
        }
    }
}
