package io.godwit.workflows;

import io.godwit.contacts.CustomData;
import java.time.Instant;

/** An event that comes while a workflow is simulated, as {@code POST /v1/track} would tell it. */
record Happening(String name, Instant at, CustomData data) {

    Context context() {
        return new Context(data.kept().members(), data.once());
    }
}
