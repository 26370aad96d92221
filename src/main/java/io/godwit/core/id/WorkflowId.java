package io.godwit.core.id;

import java.util.UUID;

/** Names one workflow; a UUIDv7 made by us. */
public record WorkflowId(UUID value) {

    @Override
    public String toString() {
        return value.toString();
    }
}
