package io.godwit.web.lists;

import io.godwit.web.Query;
import java.util.List;
import java.util.stream.Stream;

/** The order of a list of things with a name: the parameters {@code sort} and {@code dir}. */
public record ListOrder(SortKey key, boolean descending) {

    /** The sort key of a list, with its name in the API. */
    public enum SortKey {
        CREATED("createdAt"),
        UPDATED("updatedAt"),
        NAME("name");

        private final String word;

        SortKey(String word) {
            this.word = word;
        }
    }

    private static final List<String> KEYS =
            Stream.of(SortKey.values()).map(key -> key.word).toList();

    /**
     * Reads the order, by default that of creation; without a direction a name ascends and a time descends. Throws a 422 for any
     * other value.
     */
    public static ListOrder read(Query query) {
        var key = query.oneOf("sort", KEYS)
                .map(word -> SortKey.values()[KEYS.indexOf(word)])
                .orElse(SortKey.CREATED);
        var descending =
                query.oneOf("dir", List.of("asc", "desc")).map("desc"::equals).orElse(key != SortKey.NAME);
        return new ListOrder(key, descending);
    }
}
