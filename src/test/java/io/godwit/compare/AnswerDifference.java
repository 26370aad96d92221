package io.godwit.compare;

/**
 * One difference between two answers to the same request.
 *
 * @param route the endpoint, such as {@code GET /contacts/:id}
 * @param request the request as the report names it
 * @param where {@code status}, {@code header NAME} or a JSON pointer whose array positions are {@code *}
 * @param older the value of the older version without its ids and times; empty where it has none
 * @param newer the same of the newer version
 */
record AnswerDifference(String route, String request, String where, String older, String newer) {

    /** The value of a header or member that is not there. */
    static final String NONE = "";

    /** Returns whether only the newer version has the header or member, which clients that do not know it do not miss. */
    boolean isAdditive() {
        return older.equals(NONE);
    }
}
