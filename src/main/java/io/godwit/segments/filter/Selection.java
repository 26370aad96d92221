package io.godwit.segments.filter;

import java.util.List;

/**
 * A filter as SQL: {@code SELECT … FROM <from> WHERE <where>}. The contacts are called {@code c}.
 *
 * @param parameters of {@code $1}, the project, and those that follow; a caller that needs more appends them
 * @param groupsHistories true when whole histories are grouped by contact, which takes memory for each contact
 */
public record Selection(String from, String where, List<Object> parameters, boolean groupsHistories) {

    public Selection {
        parameters = List.copyOf(parameters);
    }

    /** A statement whose one column is the contacts' ids. */
    public String ids() {
        return "SELECT c.id FROM " + from + " WHERE " + where;
    }

    /** The place of the first parameter that is added behind these. */
    public int nextParameter() {
        return parameters.size() + 1;
    }
}
