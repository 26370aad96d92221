package io.godwit.segments.filter;

import io.godwit.segments.filter.FilterOperator.Needs;
import io.godwit.web.JsonBody;
import io.godwit.web.MemberType;
import java.util.Arrays;
import java.util.Optional;

/** Reads one {@code {field, operator, value?, unit?}}; a value or unit that the operator does not need is dropped. */
final class FilterConditionReader {

    private static final String FIELDS = "Expected email, subscribed, createdAt, updatedAt, data.<path>, event.<name>,"
            + " email.<sent, delivered, opened, clicked, bounced or complained> or segment.<id>";

    private static final int MAX_NAME_LENGTH = 600;

    private FilterConditionReader() {}

    /** Reads a condition; empty after a mistake, which is noted on the body. */
    static Optional<FilterCondition> read(JsonBody body) {
        body.knows("operator");
        var field = field(body);
        var operator = operator(body);
        return field.isPresent() && operator.isPresent() ? read(body, field.get(), operator.get()) : Optional.empty();
    }

    /** Reads the condition on a field that is known; empty after a mistake. */
    static Optional<FilterCondition> read(JsonBody body, FilterField field) {
        return operator(body).flatMap(operator -> read(body, field, operator));
    }

    private static Optional<FilterField> field(JsonBody body) {
        var name = body.text("field", 1, MAX_NAME_LENGTH);
        var field = FilterField.byName(name);
        if (field.isEmpty() && !name.isEmpty()) {
            body.issue("field", "invalid_enum_value", FIELDS);
        }
        return field;
    }

    private static Optional<FilterOperator> operator(JsonBody body) {
        body.knows("value", "unit");
        body.expects("operator", MemberType.words(FilterOperator.codes().stream()));
        body.expects("unit", MemberType.words(Arrays.stream(AgeUnit.values()).map(AgeUnit::code)));
        var code = body.text("operator", 1, MAX_NAME_LENGTH);
        var operator = FilterOperator.of(code);
        if (operator.isEmpty() && !code.isEmpty()) {
            body.issue("operator", "invalid_enum_value", "Expected one of " + FilterOperator.codes());
        }
        return operator;
    }

    private static Optional<FilterCondition> read(JsonBody body, FilterField field, FilterOperator operator) {
        if (!field.operators().contains(operator)) {
            body.issue(
                    "operator",
                    "custom",
                    operator.code() + " cannot be asked of this field; it takes "
                            + field.operators().stream()
                                    .sorted()
                                    .map(FilterOperator::code)
                                    .toList());
            return Optional.empty();
        }
        var value = operator.needs() == Needs.NOTHING ? null : body.raw("value");
        if (operator.needs() != Needs.NOTHING && value == null) {
            body.missing("value");
            return Optional.empty();
        }
        var unit = operator.needs() == Needs.AGE ? unit(body) : Optional.<AgeUnit>empty();
        if (operator.needs() == Needs.VALUE && value != null) {
            field.check(body, operator, value);
        } else if (operator.needs() == Needs.AGE && value != null) {
            ValueRules.age(body, value, unit.orElse(AgeUnit.DAYS));
        }
        return Optional.of(new FilterCondition(field, operator, value, unit));
    }

    private static Optional<AgeUnit> unit(JsonBody body) {
        var code = body.raw("unit");
        if (code == null) {
            body.missing("unit");
            return Optional.empty();
        }
        var unit = AgeUnit.of(code);
        if (unit.isEmpty()) {
            body.issue(
                    "unit",
                    "invalid_enum_value",
                    "Expected one of "
                            + Arrays.stream(AgeUnit.values()).map(AgeUnit::code).toList());
        }
        return unit;
    }
}
