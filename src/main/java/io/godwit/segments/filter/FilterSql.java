package io.godwit.segments.filter;

import io.godwit.core.id.ProjectId;
import io.godwit.core.id.SegmentId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Compiles filters into one statement about contacts {@code c}: it collects the joins, each once, and the parameters (a list of
 * texts is an array there). {@code $1} is the project. Column names and join names are constants; everything else is a parameter.
 */
public final class FilterSql {

    private final HistoryJoin join;
    private final FilterContext around;
    private final StringBuilder joins = new StringBuilder();
    private final List<Object> parameters = new ArrayList<>();
    private final Map<Object, String> valueToParameter = new HashMap<>();
    private final Map<String, String> joinToAlias = new HashMap<>();
    private final Set<SegmentId> compiling = new HashSet<>();
    private boolean groupsHistories;

    public FilterSql(ProjectId project, HistoryJoin join, FilterContext around) {
        this.join = join;
        this.around = around;
        parameters.add(project.value());
    }

    /** The place of a parameter; equal values share one. */
    public String parameter(Object value) {
        return valueToParameter.computeIfAbsent(value, ignored -> {
            parameters.add(value instanceof List<?> texts ? texts.toArray(String[]::new) : value);
            return "$" + parameters.size();
        });
    }

    /** SQL of whether the contact has a row {@code h} of a history that meets the condition. */
    String happened(String table, String condition) {
        return join.happened("FROM " + table + " h WHERE h.project_id = $1 AND h.contact_id = c.id AND " + condition);
    }

    /** SQL of whether the column of {@link #happened} is this name. */
    String isNamed(String column, String name) {
        return join.named(column) + " = " + parameter(name);
    }

    boolean holdsTexts(String path) {
        return around.textFields().contains(path);
    }

    /** SQL of when the event last happened, NULL for never. */
    String lastEvent(String name) {
        groupsHistories = join == HistoryJoin.ALL;
        return alias("event " + name, alias -> {
                    var condition = "project_id = $1 AND name = " + parameter(name);
                    return join.last("events", "created_at", condition, alias);
                })
                + ".last";
    }

    /** SQL of the last time an email reached the state of {@code column}, NULL for never; test emails do not count. */
    String lastMail(String column) {
        groupsHistories = join == HistoryJoin.ALL;
        return alias("email " + column, alias -> {
                    var condition = "project_id = $1 AND NOT test AND " + column + " IS NOT NULL";
                    return join.last("emails", column, condition, alias);
                })
                + ".last";
    }

    /** SQL of whether the contact is in the segment; NULL when there is no such segment. */
    String member(SegmentId segment) {
        var definition = around.segments().get(segment);
        if (definition == null || compiling.contains(segment)) {
            return "NULL::boolean";
        }
        return definition
                .filter()
                .map(filter -> alias("segment " + segment, alias -> evaluated(segment, filter, alias)) + ".matched")
                .orElseGet(() -> "(" + alias("segment " + segment, alias -> listed(segment, alias))
                        + ".contact_id IS NOT NULL)");
    }

    /**
     * Returns SQL that is true for members where every contact has to be one, so that the segment's filter can stand here.
     */
    String requiredMember(SegmentId segment) {
        var filter = Optional.ofNullable(around.segments().get(segment)).flatMap(SegmentDefinition::filter);
        if (filter.isEmpty() || !compiling.add(segment)) {
            return member(segment);
        }
        var sql = filter.get().requiredSql(this);
        compiling.remove(segment);
        return sql;
    }

    private String evaluated(SegmentId segment, Filter filter, String alias) {
        compiling.add(segment);
        var sql = filter.sql(this);
        compiling.remove(segment);
        return " CROSS JOIN LATERAL (SELECT (" + sql + ") IS TRUE AS matched OFFSET 0) " + alias;
    }

    private String listed(SegmentId segment, String alias) {
        return " LEFT JOIN segment_members " + alias + " ON " + alias + ".project_id = $1 AND " + alias
                + ".segment_id = " + parameter(segment.value()) + " AND " + alias + ".contact_id = c.id";
    }

    /** Adds the join unless it is there already; joins that it needs itself come first. */
    private String alias(String key, UnaryOperator<String> join) {
        var known = joinToAlias.get(key);
        if (known != null) {
            return known;
        }
        var alias = "j" + joinToAlias.size();
        joinToAlias.put(key, alias);
        joins.append(join.apply(alias));
        return alias;
    }

    public Selection selection(String where) {
        return selection("contacts c", where);
    }

    /** Selects only from so many of the newest contacts. */
    public Selection newest(int contacts, String where) {
        return selection(
                "(SELECT * FROM contacts WHERE project_id = $1 ORDER BY id DESC LIMIT " + contacts + ") c", where);
    }

    /**
     * Selects only from the contacts whose address is on the suppression list; {@code c.reason} says why it is there. OFFSET 0 keeps
     * the look-ups of conditions from being made for all contacts of the project.
     */
    public Selection suppressed(String where) {
        return selection(
                "(SELECT contacts.*, suppressions.reason FROM suppressions JOIN contacts USING (project_id, email)"
                        + " WHERE suppressions.project_id = $1 OFFSET 0) c",
                where);
    }

    private Selection selection(String contacts, String where) {
        return new Selection(contacts + joins, "c.project_id = $1 AND " + where, parameters, groupsHistories);
    }
}
