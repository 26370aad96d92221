package io.godwit.workflows.editor;

import io.godwit.core.Failure;
import io.godwit.web.Query;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The filter and the order of a list of workflows.
 *
 * @param enabled true for enabled workflows, false for disabled ones; empty for both
 * @param search text found literally, in any case, in name or description
 */
record WorkflowFilter(Optional<Boolean> enabled, Optional<String> search, Sort sort, boolean descending) {

    private static final int MAX_SEARCH_LENGTH = 255;

    /** The order of a list, with its name in the API. */
    enum Sort {
        CREATED("createdAt"),
        UPDATED("updatedAt"),
        NAME("name"),
        STEPS("steps");

        private final String word;

        Sort(String word) {
            this.word = word;
        }
    }

    private static final List<String> SORTS =
            Stream.of(Sort.values()).map(sort -> sort.word).toList();

    static WorkflowFilter read(Query query) {
        var sort = query.oneOf("sort", SORTS).map(WorkflowFilter::sort).orElse(Sort.CREATED);
        return new WorkflowFilter(
                query.oneOf("status", List.of("active", "disabled")).map("active"::equals),
                query.text("search").filter(text -> !text.isEmpty()).map(WorkflowFilter::search),
                sort,
                query.oneOf("dir", List.of("desc", "asc")).map("desc"::equals).orElse(sort != Sort.NAME));
    }

    private static String search(String text) {
        if (text.length() > MAX_SEARCH_LENGTH) {
            throw Failure.invalid(
                    "search", "too_big", "String must contain at most " + MAX_SEARCH_LENGTH + " character(s)");
        }
        return text;
    }

    private static Sort sort(String text) {
        return Stream.of(Sort.values())
                .filter(sort -> sort.word.equals(text))
                .findFirst()
                .orElseThrow();
    }
}
