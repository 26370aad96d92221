package io.godwit.segments.filter;

import io.godwit.core.EmailAddress;
import io.godwit.web.JsonBody;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * A field for a contact's address. The address is stored in lower case with A-labels, so what it is compared with is brought to
 * that form.
 */
record EmailField() implements FilterField {

    private static final Set<FilterOperator> OPERATORS = Set.of(
            FilterOperator.EQUALS, FilterOperator.NOT_EQUALS, FilterOperator.CONTAINS, FilterOperator.NOT_CONTAINS);

    @Override
    public String name() {
        return "email";
    }

    @Override
    public Set<FilterOperator> operators() {
        return EnumSet.copyOf(OPERATORS);
    }

    @Override
    public void check(JsonBody body, FilterOperator operator, Object value) {
        ValueRules.text(body, value);
    }

    @Override
    public String sql(FilterCondition condition, FilterSql sql) {
        var text = condition.text().strip();
        return switch (condition.operator()) {
            case CONTAINS -> position(condition, sql) + " > 0";
            case NOT_CONTAINS -> position(condition, sql) + " = 0";
            case NOT_EQUALS -> "c.email <> " + sql.parameter(stored(text));
            default -> "c.email = " + sql.parameter(stored(text));
        };
    }

    private static String position(FilterCondition condition, FilterSql sql) {
        return "strpos(c.email, " + sql.parameter(part(condition.text())) + "::text)";
    }

    /** The part of an address that a text means; nothing but blanks is no part of any. */
    static String part(String text) {
        return text.isBlank() ? text : text.strip().toLowerCase(Locale.ROOT);
    }

    static String stored(String text) {
        return EmailAddress.parse(text).map(EmailAddress::value).orElseGet(() -> text.toLowerCase(Locale.ROOT));
    }

    @Override
    public String found(FilterSql sql) {
        return "to_jsonb(c.email)";
    }
}
