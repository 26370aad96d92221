package io.godwit.core.id;

import java.util.UUID;

/** Names one project; a UUIDv7 made by us. */
public record ProjectId(UUID value) {

    @Override
    public String toString() {
        return value.toString();
    }
}
