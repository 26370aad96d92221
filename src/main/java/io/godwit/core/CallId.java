package io.godwit.core;

import java.util.UUID;

/** Names one call of somebody's webhook; a UUIDv7 made by us. */
public record CallId(UUID value) {

    @Override
    public String toString() {
        return value.toString();
    }
}
