package io.godwit.core.id;

import java.util.UUID;

/** Names one call of a webhook; a UUIDv7 made by us. */
public record WebhookCallId(UUID value) {

    @Override
    public String toString() {
        return value.toString();
    }
}
