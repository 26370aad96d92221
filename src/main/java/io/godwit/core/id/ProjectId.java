package io.godwit.core.id;

import java.util.UUID;

/** Names one project; a UUIDv7 made by us. */
public record ProjectId(UUID value) {

    /** The project in which the installation sends emails of its own. It has neither members nor keys. */
    public static final ProjectId SYSTEM = new ProjectId(new UUID(0x7000L, 0x8000_0000_0000_0000L));

    @Override
    public String toString() {
        return value.toString();
    }
}
