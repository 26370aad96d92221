package io.godwit.core.id;

import java.util.UUID;

/** Names one email; a UUIDv7 made by us. */
public record EmailId(UUID value) {

    @Override
    public String toString() {
        return value.toString();
    }
}
