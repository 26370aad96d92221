package io.godwit.core.id;

import java.util.UUID;

/** Names one user; a UUIDv7 made by us. */
public record UserId(UUID value) {

    @Override
    public String toString() {
        return value.toString();
    }
}
