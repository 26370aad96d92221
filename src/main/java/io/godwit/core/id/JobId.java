package io.godwit.core.id;

import java.util.UUID;

/** Names one background job; random, unlike other ids, so that another caller's job cannot be guessed. */
public record JobId(UUID value) {

    @Override
    public String toString() {
        return value.toString();
    }
}
