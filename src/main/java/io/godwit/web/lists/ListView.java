package io.godwit.web.lists;

import io.godwit.web.Query;
import java.util.List;

/** The form of the items of a list. */
public enum ListView {
    /** All members, in the form that clients of both styles of lists read. */
    WHOLE,

    /** Without email bodies, for screens that show many items ({@code view=list}). */
    LIST;

    /** Reads the parameter {@code view}; throws a 422 for any value but {@code list}. */
    public static ListView read(Query query) {
        return query.oneOf("view", List.of("list")).isPresent() ? LIST : WHOLE;
    }
}
