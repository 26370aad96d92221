package io.godwit.templates;

import io.godwit.core.Failure;
import io.godwit.core.Tenant;
import io.godwit.templates.TemplateFilter.Sort;
import io.godwit.web.lists.CursorCodec.Position;
import io.vertx.sqlclient.Tuple;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/** The SQL conditions and the order of one list of templates. Input of the caller reaches the statement only as parameters. */
final class TemplateQuery {

    private final TemplateFilter filter;
    private final StringBuilder sql = new StringBuilder("project_id = $1");
    private final Tuple parameters;

    TemplateQuery(Tenant tenant, TemplateFilter filter) {
        this.filter = filter;
        parameters = Tuple.of(tenant.project().value());
        filter.type().ifPresent(type -> sql.append(" AND type = ").append(parameter(type.name())));
        filter.search().ifPresent(this::search);
    }

    /** {@code lower} on both sides, so that no sign of the text has a meaning of its own. */
    private void search(String text) {
        var wanted = "lower(" + parameter(text) + "::text)";
        sql.append(" AND (strpos(lower(name), ")
                .append(wanted)
                .append(") > 0 OR strpos(lower(subject), ")
                .append(wanted)
                .append(") > 0 OR strpos(lower(description), ")
                .append(wanted)
                .append(") > 0)");
    }

    /** Only what comes behind this row. */
    void behind(Position last) {
        var edge = filter.sort() == Sort.NAME
                ? lower(parameter(last.sortKey()) + "::text")
                : parameter(time(last.sortKey()));
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

    /** The sort key of a row for {@link #behind}; a name is not put in lower case here, because PostgreSQL does that. */
    static String sortKey(Sort sort, Template template) {
        return switch (sort) {
            case CREATED -> template.createdAt().toString();
            case UPDATED -> template.updatedAt().toString();
            case NAME -> template.name();
        };
    }

    private static OffsetDateTime time(String text) {
        try {
            return Instant.parse(text).atOffset(ZoneOffset.UTC);
        } catch (DateTimeException notOurs) {
            throw Failure.invalid("cursor", "invalid_string", "Invalid cursor");
        }
    }

    String sql() {
        return sql.toString();
    }

    String order() {
        var direction = filter.descending() ? " DESC" : "";
        return key() + direction + ", id" + direction;
    }

    /** Names are compared in lower case by code point, which is the same on every server. */
    private String key() {
        return switch (filter.sort()) {
            case CREATED -> "created_at";
            case UPDATED -> "updated_at";
            case NAME -> lower("name");
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
