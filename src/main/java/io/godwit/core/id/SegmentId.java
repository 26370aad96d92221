package io.godwit.core.id;

import java.util.UUID;

/** Names one segment; a UUIDv7 made by us. */
public record SegmentId(UUID value) {

    @Override
    public String toString() {
        return value.toString();
    }
}
