package io.godwit.core.id;

import java.util.UUID;

/** Names one link between two steps of a workflow; a UUIDv7 made by us. */
public record TransitionId(UUID value) {

    @Override
    public String toString() {
        return value.toString();
    }
}
