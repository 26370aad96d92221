package io.godwit.core.id;

import java.util.UUID;

/** Names one execution of a workflow for a contact; a UUIDv7 made by us. */
public record ExecutionId(UUID value) {

    @Override
    public String toString() {
        return value.toString();
    }
}
