package io.godwit.core.id;

import java.util.UUID;

/** Names one sending domain; a UUIDv7 made by us. */
public record DomainId(UUID value) {

    @Override
    public String toString() {
        return value.toString();
    }
}
