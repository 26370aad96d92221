package io.godwit.web.lists;

import io.godwit.core.Failure;
import io.godwit.web.Query;
import java.util.Optional;

/**
 * The page of a list that a request asks for, in lists that serve clients of both styles: {@code cursor} and {@code page} are two
 * ways through the same list, {@code limit} and {@code pageSize} are one.
 *
 * @param page from 1; ignored where there is a cursor
 * @param size 1 to 100, by default 20
 * @param cursor as it was sent
 */
public record PageRequest(int page, int size, Optional<String> cursor) {

    private static final int DEFAULT_SIZE = 20;
    private static final int MAX_SIZE = 100;
    private static final int MAX_PAGE = 1_000_000;

    /** Throws a 422 for a number out of range, and for a cursor together with a page. */
    public static PageRequest of(Query query) {
        var pageSize = query.number("pageSize", DEFAULT_SIZE, 1, MAX_SIZE);
        var size = query.number("limit", pageSize, 1, MAX_SIZE);
        var page = query.number("page", 1, 1, MAX_PAGE);
        query.check();
        var cursor = query.text("cursor");
        if (cursor.isPresent() && query.text("page").isPresent()) {
            throw Failure.invalid("page", "custom", "Give a cursor or a page, not both");
        }
        return new PageRequest(page, size, cursor);
    }
}
