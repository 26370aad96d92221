package io.godwit.core.id;

import java.util.UUID;

/** Names one event; a UUIDv7 made by us. */
public record EventId(UUID value) {

    @Override
    public String toString() {
        return value.toString();
    }
}
