package io.godwit.workflows.simulation;

import io.godwit.contacts.DataChange;
import io.godwit.workflows.model.ExecutionContext;
import java.time.Instant;

/** An event that comes while a workflow is simulated, with the members of {@code POST /v1/track}. */
record SimulatedEvent(String name, Instant at, DataChange data) {

    ExecutionContext context() {
        return new ExecutionContext(data.persistentData().members(), data.transientData());
    }
}
