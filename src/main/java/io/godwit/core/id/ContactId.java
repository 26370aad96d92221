package io.godwit.core.id;

import java.util.UUID;

/** Names one contact; a UUIDv7 made by us. */
public record ContactId(UUID value) {

    @Override
    public String toString() {
        return value.toString();
    }
}
