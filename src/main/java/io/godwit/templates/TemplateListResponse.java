package io.godwit.templates;

import io.godwit.web.lists.NumberedPage;
import java.util.List;
import java.util.Optional;

/**
 * A page of templates for clients of both styles of lists.
 *
 * @param templates the items, by the name in the specification
 * @param data the same list, by the name cursor lists have for it
 * @param total all the listing finds; 0 on a page reached by a cursor
 * @param page from 1; 0 on a page reached by a cursor
 */
record TemplateListResponse(
        List<TemplateResponse> templates,
        List<TemplateResponse> data,
        long total,
        int page,
        int pageSize,
        long totalPages,
        Optional<String> cursor,
        boolean hasMore) {

    static TemplateListResponse of(
            List<TemplateResponse> items,
            long total,
            int page,
            int pageSize,
            Optional<String> cursor,
            boolean hasMore) {
        return new TemplateListResponse(
                items, items, total, page, pageSize, (total + pageSize - 1) / pageSize, cursor, hasMore);
    }

    /** Returns this page without bodies and with one name for the list. */
    NumberedPage<TemplateSummary> summaries() {
        var items = data.stream().map(TemplateSummary::of).toList();
        return new NumberedPage<>(items, total, page, pageSize, totalPages, cursor, hasMore);
    }
}
