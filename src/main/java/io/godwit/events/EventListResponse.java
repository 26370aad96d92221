package io.godwit.events;

import io.godwit.core.id.EventId;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A page of events for clients of both generations of the API.
 *
 * @param events the events, by the name of the first generation
 * @param data the same list, by the name of cursor lists
 * @param total the number of all matching events on the first page, 0 on later ones
 */
record EventListResponse(
        List<EventResponse> events, List<EventResponse> data, Optional<String> cursor, boolean hasMore, long total) {

    /** @param found the events found; one more than {@code limit} when there is a next page */
    static EventListResponse of(List<EventResponse> found, int limit, long total, Function<EventId, String> cursor) {
        var hasMore = found.size() > limit;
        var page = found.subList(0, Math.min(limit, found.size()));
        var next = hasMore ? Optional.of(cursor.apply(page.get(limit - 1).id())) : Optional.<String>empty();
        return new EventListResponse(page, page, next, hasMore, total);
    }
}
