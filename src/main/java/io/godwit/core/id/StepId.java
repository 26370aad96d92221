package io.godwit.core.id;

import java.util.UUID;

/** Names one step of a workflow; a UUIDv7 made by us. */
public record StepId(UUID value) {

    @Override
    public String toString() {
        return value.toString();
    }
}
