package io.godwit.contacts.api;

import io.godwit.contacts.ContactSelections.Selected;
import io.godwit.web.Query;
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

    /** @param selected the selection that the list is narrowed down to */
    static ContactFilter read(Query query, Optional<Selected> selected) {
        var byEmail = query.text("sort").filter("email"::equals).isPresent();
        var direction = query.text("dir").filter(word -> word.equals("asc") || word.equals("desc"));
        return new ContactFilter(
                query.text("search").filter(text -> !text.isEmpty()).map(text -> text.toLowerCase(Locale.ROOT)),
                query.text("subscribed")
                        .filter(word -> word.equals("true") || word.equals("false"))
                        .map(Boolean::valueOf),
                selected,
                byEmail,
                direction.map("asc"::equals).orElse(byEmail));
    }

    /** Tells whether the result has to be counted, because no stored count fits it. */
    boolean isCounted() {
        return search.isPresent() || selected.isPresent();
    }

    /** Names the order; a cursor of one order is invalid in another. */
    String order() {
        return (byEmail ? "email" : "createdAt") + (ascending ? " asc" : " desc");
    }
}
