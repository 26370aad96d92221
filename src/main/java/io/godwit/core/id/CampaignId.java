package io.godwit.core.id;

import java.util.UUID;

/** Names one campaign; a UUIDv7 made by us. */
public record CampaignId(UUID value) {

    @Override
    public String toString() {
        return value.toString();
    }
}
