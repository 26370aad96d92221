package io.godwit.contacts.api;

import io.godwit.contacts.ContactSelections.Selected;
import io.godwit.web.Query;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The filter and the order of a list of contacts. An unexpected value is ignored, as existing clients of the API expect.
 *
 * @param search part of an address, in lower case
 * @param byEmail by address; otherwise by id, which is the order of their making
 */
record ContactFilter(
        Optional<String> search,
        Optional<Boolean> subscribed,
        Optional<Selected> selected,
        boolean byEmail,
        boolean ascending) {

    private static final List<String> SORTS = List.of("createdAt", "email");
    private static final List<String> DIRECTIONS = List.of("asc", "desc");

    /** @param selected the selection that the list is narrowed down to */
    static ContactFilter read(Query query, Optional<Selected> selected) {
        var byEmail = query.oneOfOrNone("sort", SORTS).filter("email"::equals).isPresent();
        var direction = query.oneOfOrNone("dir", DIRECTIONS);
        return new ContactFilter(
                query.text("search").filter(text -> !text.isEmpty()).map(text -> text.toLowerCase(Locale.ROOT)),
                query.flagOrNone("subscribed"),
                selected,
                byEmail,
                direction.map("asc"::equals).orElse(byEmail));
    }

    ContactFilter withoutSearch() {
        return new ContactFilter(Optional.empty(), subscribed, selected, byEmail, ascending);
    }

    /** Tells whether every contact fits, apart from the search. */
    boolean isSearchOnly() {
        return subscribed.isEmpty() && selected.isEmpty();
    }

    /** The column the contacts are sorted by. */
    String key() {
        return byEmail ? "email" : "id";
    }

    /** The direction of the order, as in SQL. */
    String direction() {
        return ascending ? "ASC" : "DESC";
    }
}
