package io.godwit.db;

import io.godwit.core.id.ProjectId;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The conditions and the order of one listing of a project's rows, only with what was asked for. Of what the caller wrote only
 * parameters reach the statement.
 */
public final class ListQuery {

    private final StringBuilder where = new StringBuilder("project_id = $1");
    private final Tuple parameters;
    private final String key;
    private final boolean descending;

    /**
     * Lists all rows of the project.
     *
     * @param key the expression the rows are sorted by, and by their ids where it is the same
     */
    public ListQuery(ProjectId project, String key, boolean descending) {
        this.parameters = Tuple.of(project.value());
        this.key = key;
        this.descending = descending;
    }

    /** A text by its letters in lower case, one by one, which sorts the same on every server. */
    public static String caseless(String text) {
        return "lower(" + text + ") COLLATE \"C\"";
    }

    public void and(String condition) {
        where.append(" AND ").append(condition);
    }

    /** Binds a value and answers its place in the statement. */
    public String parameter(Object value) {
        parameters.addValue(value);
        return "$" + parameters.size();
    }

    /**
     * Only rows with the text in one of these columns, in any case: {@code lower} on both sides, so that no sign of the text has
     * a meaning of its own.
     */
    public void search(String text, List<String> columns) {
        var wanted = "lower(" + parameter(text) + "::text)";
        and(columns.stream()
                .map(column -> "strpos(lower(" + column + "), " + wanted + ") > 0")
                .collect(Collectors.joining(" OR ", "(", ")")));
    }

    /**
     * Only what comes behind a row.
     *
     * @param edge the expression of that row's key
     */
    public void after(String edge, UUID id) {
        and("(" + key + ", id) " + (descending ? '<' : '>') + " (" + edge + ", " + parameter(id) + ")");
    }

    /** The condition, for WHERE. */
    public String where() {
        return where.toString();
    }

    /** For ORDER BY. */
    public String order() {
        var direction = descending ? " DESC" : "";
        return key + direction + ", id" + direction;
    }

    public Tuple parameters() {
        return parameters;
    }
}
