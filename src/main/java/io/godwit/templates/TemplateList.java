package io.godwit.templates;

import java.util.List;
import java.util.Optional;

/**
 * A page of templates for readers of either style.
 *
 * @param templates what the specification calls the items
 * @param data the same list, by the name cursor lists have for it
 * @param total all the listing finds; 0 on a page reached by a cursor
 * @param page from 1; 0 on a page reached by a cursor
 */
record TemplateList(
        List<TemplateAnswer> templates,
        List<TemplateAnswer> data,
        long total,
        int page,
        int pageSize,
        long totalPages,
        Optional<String> cursor,
        boolean hasMore) {

    static TemplateList of(
            List<TemplateAnswer> items, long total, int page, int pageSize, Optional<String> cursor, boolean hasMore) {
        return new TemplateList(
                items, items, total, page, pageSize, (total + pageSize - 1) / pageSize, cursor, hasMore);
    }
}
