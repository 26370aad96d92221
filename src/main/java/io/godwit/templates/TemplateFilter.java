package io.godwit.templates;

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

    private static final List<String> TYPES =
            Stream.of(EmailClass.values()).map(Enum::name).toList();

    private static final List<String> SORTS =
            Stream.of(Sort.values()).map(sort -> sort.word).toList();

    static TemplateFilter read(Query query) {
        var sort = query.oneOf("sort", SORTS).map(TemplateFilter::sort).orElse(Sort.CREATED);
        return new TemplateFilter(
                query.oneOf("type", TYPES).map(EmailClass::valueOf),
                query.text("search").filter(text -> !text.isEmpty()),
                sort,
                query.oneOf("dir", List.of("asc", "desc")).map("desc"::equals).orElse(sort != Sort.NAME),
                ListView.read(query));
    }

    private static Sort sort(String text) {
        return Stream.of(Sort.values())
                .filter(sort -> sort.word.equals(text))
                .findFirst()
                .orElseThrow();
    }
}
