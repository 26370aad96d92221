package io.godwit.core.id;

import java.util.UUID;

/** Names one content; a UUIDv7 made by us. */
public record ContentId(UUID value) {

    @Override
    public String toString() {
        return value.toString();
    }
}
