package io.godwit.web.lists;

import io.godwit.core.Failure;
import io.godwit.web.Query;

/** The form of the items of a list. */
public enum ListView {
    /** All members, in the form that clients of both styles of lists read. */
    WHOLE,

    /** Without email bodies, for screens that show many items ({@code view=list}). */
    LIST;

    /** Reads the parameter {@code view}; throws a 422 for any value but {@code list}. */
    public static ListView read(Query query) {
        return query.text("view").map(ListView::of).orElse(WHOLE);
    }

    private static ListView of(String text) {
        if (!text.equals("list")) {
            throw Failure.invalid("view", "invalid_enum_value", "Expected list");
        }
        return LIST;
    }
}
