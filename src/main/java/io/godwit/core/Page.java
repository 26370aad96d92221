package io.godwit.core;

import java.util.List;
import java.util.Optional;

/**
 * One page of a cursor list.
 *
 * @param cursor opaque; empty when the listing has ended
 * @param total all rows of the listing on the first page, 0 on later ones
 */
public record Page<T>(List<T> data, Optional<String> cursor, boolean hasMore, long total) {

    public Page {
        data = List.copyOf(data);
    }
}
