package io.godwit.templates;

import io.godwit.core.Failure;
import io.godwit.web.Query;
import io.godwit.web.lists.ListView;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The filter and the order of a list of templates.
 *
 * @param search found as it stands, in any case, in name, description or subject
 */
record TemplateFilter(
        Optional<EmailClass> type, Optional<String> search, Sort sort, boolean descending, ListView view) {

    /** The sort key of a list, with its name in the API. */
    enum Sort {
        CREATED("createdAt"),
        UPDATED("updatedAt"),
        NAME("name");

        private final String word;

        Sort(String word) {
            this.word = word;
        }
    }

    static TemplateFilter read(Query query) {
        var sort = query.text("sort").map(TemplateFilter::sort).orElse(Sort.CREATED);
        return new TemplateFilter(
                query.text("type").map(TemplateFilter::type),
                query.text("search").filter(text -> !text.isEmpty()),
                sort,
                query.text("dir").map(TemplateFilter::descending).orElse(sort != Sort.NAME),
                ListView.read(query));
    }

    /** Names the order; a cursor of one order is invalid in another. */
    String order() {
        return sort + (descending ? " down" : " up");
    }

    private static EmailClass type(String text) {
        return Stream.of(EmailClass.values())
                .filter(type -> type.name().equals(text))
                .findFirst()
                .orElseThrow(() -> unexpected("type", List.of(EmailClass.values())));
    }

    private static Sort sort(String text) {
        return Stream.of(Sort.values())
                .filter(sort -> sort.word.equals(text))
                .findFirst()
                .orElseThrow(() -> unexpected(
                        "sort", Stream.of(Sort.values()).map(sort -> sort.word).toList()));
    }

    private static boolean descending(String text) {
        if (!text.equals("asc") && !text.equals("desc")) {
            throw unexpected("dir", List.of("asc", "desc"));
        }
        return text.equals("desc");
    }

    private static Failure unexpected(String field, List<?> known) {
        return Failure.invalid(field, "invalid_enum_value", "Expected one of " + known);
    }
}
