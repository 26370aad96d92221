package io.godwit.segments;

import io.godwit.core.Json;
import io.godwit.web.Body;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A custom field, named by its dotted path. As in templates a path leads into objects, into lists by number, and where it
 * leads nowhere it may be one key with dots in it. Values keep their types: {@code "5"} is not 5.
 *
 * <p>A text that is a date is compared as the moment it stands for, equality then means its UTC day. Only where the field is
 * known to hold plain texts (its sticky type) equality stays a comparison of letters.
 */
record CustomField(String path) implements Field {

    private static final int LONGEST = 512;
    private static final int MOST_STEPS = 32;

    static Optional<Field> of(String path) {
        return path.length() > LONGEST || steps(path).length > MOST_STEPS
                ? Optional.empty()
                : Optional.of(new CustomField(path));
    }

    private static String[] steps(String path) {
        return path.split("\\.", -1);
    }

    @Override
    public String name() {
        return "data." + path;
    }

    @Override
    public Set<Operator> operators() {
        var all = EnumSet.copyOf(Operator.EQUALITY);
        all.addAll(Operator.SEARCH);
        all.addAll(Operator.ORDER);
        all.addAll(Operator.PRESENCE);
        all.addAll(Operator.AGE);
        return all;
    }

    @Override
    public void check(Body body, Operator operator, Object value) {
        if (Operator.SEARCH.contains(operator)) {
            Checks.text(body, value);
        } else if (value instanceof String text) {
            checkText(body, operator, text);
        } else if (!(value instanceof Number) && !(value instanceof Boolean)) {
            body.wrongType("value", "string, number or boolean", value);
        } else if (value instanceof Boolean && Operator.ORDER.contains(operator)) {
            body.wrongType("value", "string or number", value);
        }
    }

    private static void checkText(Body body, Operator operator, String text) {
        Checks.length(body, text);
        if (Operator.ORDER.contains(operator) && Dates.isMeant(text)) {
            Checks.date(body, text);
        }
    }

    @Override
    public String sql(Condition condition, Clauses clauses) {
        return switch (condition.operator()) {
            case EXISTS -> "jsonb_typeof(" + found(clauses) + ") <> 'null'";
            case NOT_EXISTS -> "coalesce(jsonb_typeof(" + found(clauses) + "), 'null') = 'null'";
            case NOT_EQUALS -> present(clauses) + " AND (" + equality(condition, clauses) + ") IS NOT TRUE)";
            case NOT_CONTAINS -> present(clauses) + " AND (" + search(condition, clauses) + ") IS NOT TRUE)";
            case EQUALS -> equality(condition, clauses);
            case CONTAINS -> search(condition, clauses);
            case WITHIN, OLDER_THAN -> Moments.sql(moment(clauses), condition, clauses);
            default -> order(condition, clauses);
        };
    }

    private String present(Clauses clauses) {
        return "(jsonb_typeof(" + found(clauses) + ") <> 'null'";
    }

    private String equality(Condition condition, Clauses clauses) {
        return isDate(condition) && !clauses.holdsTexts(path)
                ? Moments.sql(moment(clauses), asEquality(condition), clauses)
                : found(clauses) + " = " + clauses.parameter(Json.write(condition.value())) + "::text::jsonb";
    }

    private static Condition asEquality(Condition condition) {
        return new Condition(condition.field(), Operator.EQUALS, condition.value(), condition.unit());
    }

    private static boolean isDate(Condition condition) {
        return condition.value() instanceof String text && Dates.parse(text).isPresent();
    }

    private String search(Condition condition, Clauses clauses) {
        return "jsonb_typeof(" + found(clauses) + ") = 'string' AND "
                + Needle.search(text(clauses), condition.text(), clauses);
    }

    private String order(Condition condition, Clauses clauses) {
        if (isDate(condition)) {
            return Moments.sql(moment(clauses), condition, clauses);
        }
        var sign = sign(condition.operator());
        if (condition.value() instanceof String text) {
            return "(jsonb_typeof(" + found(clauses) + ") = 'string' AND " + text(clauses) + " COLLATE \"C\" " + sign
                    + " " + clauses.parameter(text) + "::text)";
        }
        return "(jsonb_typeof(" + found(clauses) + ") = 'number' AND " + found(clauses) + " " + sign + " "
                + clauses.parameter(Json.write(condition.value())) + "::text::jsonb)";
    }

    private static String sign(Operator operator) {
        return switch (operator) {
            case GREATER_THAN -> ">";
            case LESS_THAN -> "<";
            case GREATER_THAN_OR_EQUAL -> ">=";
            default -> "<=";
        };
    }

    private String moment(Clauses clauses) {
        return "moment_of(" + text(clauses) + ")";
    }

    private String text(Clauses clauses) {
        return "(" + found(clauses) + " #>> '{}')";
    }

    @Override
    public String found(Clauses clauses) {
        var steps = steps(path);
        var literal = clauses.parameter(path) + "::text";
        return steps.length == 1
                ? "(c.data -> " + literal + ")"
                : "coalesce(nullif(c.data #> " + clauses.parameter(List.of(steps)) + "::text[], 'null'), c.data -> "
                        + literal + ")";
    }
}
