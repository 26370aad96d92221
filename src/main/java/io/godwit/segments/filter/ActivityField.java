package io.godwit.segments.filter;

import io.godwit.web.JsonBody;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A field for a contact's activity: a tracked event, or an event of an email such as an open. Every operator can be evaluated from
 * the last time. Where all contacts of a selection have to meet the condition, it asks only whether there is such an event.
 *
 * @param column of the {@code emails} table; empty for events
 */
record ActivityField(String name, String event, Optional<String> column) implements FilterField {

    private static final Map<String, String> ACTIVITY_TO_COLUMN = Map.ofEntries(
            Map.entry("sent", "sent_at"),
            Map.entry("delivered", "delivered_at"),
            Map.entry("delivery", "delivered_at"),
            Map.entry("opened", "opened_at"),
            Map.entry("open", "opened_at"),
            Map.entry("clicked", "clicked_at"),
            Map.entry("click", "clicked_at"),
            Map.entry("bounced", "bounced_at"),
            Map.entry("bounce", "bounced_at"),
            Map.entry("complained", "complained_at"),
            Map.entry("complaint", "complained_at"));

    static ActivityField ofEvent(String event) {
        return new ActivityField("event." + event, event, Optional.empty());
    }

    static Optional<FilterField> ofEmail(String activity) {
        return Optional.ofNullable(ACTIVITY_TO_COLUMN.get(activity))
                .map(column -> new ActivityField("email." + activity, "", Optional.of(column)));
    }

    @Override
    public Set<FilterOperator> operators() {
        return FilterOperator.HISTORY;
    }

    @Override
    public void check(JsonBody body, FilterOperator operator, Object value) {
        throw new IllegalStateException("No operator of a history needs a value");
    }

    @Override
    public String sql(FilterCondition condition, FilterSql sql) {
        var last = last(sql);
        return switch (condition.operator()) {
            case TRIGGERED -> last + " IS NOT NULL";
            case NOT_TRIGGERED -> last + " IS NULL";
            case TRIGGERED_WITHIN -> last + " >= " + TimeSql.cutoff(condition, sql);
            case TRIGGERED_OLDER_THAN -> last + " < " + TimeSql.cutoff(condition, sql);
            default -> "(" + last + " IS NULL OR " + last + " < " + TimeSql.cutoff(condition, sql) + ")";
        };
    }

    @Override
    public String requiredSql(FilterCondition condition, FilterSql sql) {
        return switch (condition.operator()) {
            case TRIGGERED -> ever(sql);
            case NOT_TRIGGERED -> "NOT " + ever(sql);
            case TRIGGERED_WITHIN -> since(condition, sql);
            case TRIGGERED_OLDER_THAN -> "(" + ever(sql) + " AND NOT " + since(condition, sql) + ")";
            default -> "NOT " + since(condition, sql);
        };
    }

    private String ever(FilterSql sql) {
        return column.map(time -> sql.happened("emails", "NOT h.test AND h." + time + " IS NOT NULL"))
                .orElseGet(() -> sql.happened("events", sql.isNamed("h.name", event)));
    }

    private String since(FilterCondition condition, FilterSql sql) {
        var cutoff = TimeSql.cutoff(condition, sql);
        return column.map(time -> sql.happened("emails", "NOT h.test AND h." + time + " >= " + cutoff))
                .orElseGet(() ->
                        sql.happened("events", sql.isNamed("h.name", event) + " AND " + TimeSql.eventSince(cutoff)));
    }

    private String last(FilterSql sql) {
        return column.map(sql::lastMail).orElseGet(() -> sql.lastEvent(event));
    }

    @Override
    public String found(FilterSql sql) {
        return "to_jsonb(" + last(sql) + ")";
    }
}
