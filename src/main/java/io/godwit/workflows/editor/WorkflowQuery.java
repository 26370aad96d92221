package io.godwit.workflows.editor;

import io.godwit.core.Failure;
import io.godwit.core.Tenant;
import io.godwit.web.lists.CursorCodec.Position;
import io.vertx.sqlclient.Tuple;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/** The conditions and the order of one list as SQL. Text of the caller reaches the statement as parameters only. */
final class WorkflowQuery {

    private final WorkflowFilter filter;
    private final StringBuilder sql = new StringBuilder("project_id = $1");
    private final Tuple parameters;

    WorkflowQuery(Tenant tenant, WorkflowFilter filter) {
        this.filter = filter;
        parameters = Tuple.of(tenant.project().value());
        filter.enabled().ifPresent(enabled -> sql.append(enabled ? " AND enabled" : " AND NOT enabled"));
        filter.search().ifPresent(this::search);
    }

    /** Uses {@code lower} on both sides, so that no character of the text has a meaning of its own. */
    private void search(String text) {
        var wanted = "lower(" + parameter(text) + "::text)";
        sql.append(" AND (strpos(lower(name), ")
                .append(wanted)
                .append(") > 0 OR strpos(lower(description), ")
                .append(wanted)
                .append(") > 0)");
    }

    /** Restricts the list to the rows after this one. */
    void behind(Position last) {
        var edge =
                switch (filter.sort()) {
                    case CREATED, UPDATED -> parameter(time(last.sortKey()));
                    case NAME -> lower(parameter(last.sortKey()) + "::text");
                    case STEPS -> parameter(number(last.sortKey())) + "::bigint";
                };
        sql.append(" AND (")
                .append(key())
                .append(", id) ")
                .append(filter.descending() ? '<' : '>')
                .append(" (")
                .append(edge)
                .append(", ")
                .append(parameter(last.id()))
                .append(')');
    }

    /** The sort key of a row, for {@link #behind}; the lower case of a name is computed by PostgreSQL alone. */
    static String sortKey(WorkflowFilter.Sort sort, WorkflowSummary listed) {
        var workflow = listed.workflow();
        return switch (sort) {
            case CREATED -> workflow.createdAt().toString();
            case UPDATED -> workflow.updatedAt().toString();
            case NAME -> workflow.profile().name();
            case STEPS -> Long.toString(listed.steps());
        };
    }

    private static OffsetDateTime time(String text) {
        try {
            return Instant.parse(text).atOffset(ZoneOffset.UTC);
        } catch (DateTimeException notOurs) {
            throw notOurs();
        }
    }

    private static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException notOurs) {
            throw notOurs();
        }
    }

    private static Failure notOurs() {
        return Failure.invalid("cursor", "invalid_string", "Invalid cursor");
    }

    String sql() {
        return sql.toString();
    }

    String order() {
        var direction = filter.descending() ? " DESC" : "";
        return key() + direction + ", id" + direction;
    }

    /**
     * The SQL of the sort key. Names are compared by their characters in lower case, one by one, which is the same on every
     * server.
     */
    private String key() {
        return switch (filter.sort()) {
            case CREATED -> "created_at";
            case UPDATED -> "updated_at";
            case NAME -> lower("name");
            case STEPS -> """
                    (SELECT count(*) FROM workflow_steps s WHERE s.project_id = w.project_id AND s.workflow_id = w.id)""";
        };
    }

    private static String lower(String text) {
        return "lower(" + text + ") COLLATE \"C\"";
    }

    Tuple parameters() {
        return parameters;
    }

    private String parameter(Object value) {
        parameters.addValue(value);
        return "$" + parameters.size();
    }
}
