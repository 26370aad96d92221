package io.godwit.web.lists;

import java.util.List;
import java.util.Optional;

/**
 * A page of a list that serves page numbers and cursors.
 *
 * @param total all the listing finds; 0 on a page reached by a cursor
 * @param page from 1; 0 on a page reached by a cursor
 */
public record NumberedPage<T>(
        List<T> data, long total, int page, int pageSize, long totalPages, Optional<String> cursor, boolean hasMore) {}
