package io.godwit.core.id;

import java.util.UUID;

/** Names one template; a UUIDv7 made by us. */
public record TemplateId(UUID value) {

    @Override
    public String toString() {
        return value.toString();
    }
}
