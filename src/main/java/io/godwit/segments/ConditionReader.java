package io.godwit.segments;

import io.godwit.segments.Operator.Needs;
import io.godwit.web.Body;
import java.util.Arrays;
import java.util.Optional;

/** Reads one {@code {field, operator, value?, unit?}}; what the operator does not need is left out. */
final class ConditionReader {

    private static final String FIELDS = "Expected email, subscribed, createdAt, updatedAt, data.<path>, event.<name>,"
            + " email.<sent, delivered, opened, clicked, bounced or complained> or segment.<id>";

    private static final int LONGEST_NAME = 600;

    private ConditionReader() {}

    /** Empty after a mistake. */
    static Optional<Condition> read(Body body) {
        body.knows("operator");
        var field = field(body);
        var operator = operator(body);
        return field.isPresent() && operator.isPresent() ? read(body, field.get(), operator.get()) : Optional.empty();
    }

    /** The same where the field is known; empty after a mistake. */
    static Optional<Condition> read(Body body, Field field) {
        return operator(body).flatMap(operator -> read(body, field, operator));
    }

    private static Optional<Field> field(Body body) {
        var name = body.text("field", 1, LONGEST_NAME);
        var field = Field.named(name);
        if (field.isEmpty() && !name.isEmpty()) {
            body.issue("field", "invalid_enum_value", FIELDS);
        }
        return field;
    }

    private static Optional<Operator> operator(Body body) {
        body.knows("value", "unit");
        var code = body.text("operator", 1, LONGEST_NAME);
        var operator = Operator.of(code);
        if (operator.isEmpty() && !code.isEmpty()) {
            body.issue("operator", "invalid_enum_value", "Expected one of " + Operator.codes());
        }
        return operator;
    }

    private static Optional<Condition> read(Body body, Field field, Operator operator) {
        if (!field.operators().contains(operator)) {
            body.issue(
                    "operator",
                    "custom",
                    operator.code() + " cannot be asked of this field; it takes "
                            + field.operators().stream()
                                    .sorted()
                                    .map(Operator::code)
                                    .toList());
            return Optional.empty();
        }
        var value = operator.needs() == Needs.NOTHING ? null : body.raw("value");
        if (operator.needs() != Needs.NOTHING && value == null) {
            body.missing("value");
            return Optional.empty();
        }
        var unit = operator.needs() == Needs.AGE ? unit(body) : Optional.<Unit>empty();
        if (operator.needs() == Needs.VALUE && value != null) {
            field.check(body, operator, value);
        } else if (operator.needs() == Needs.AGE && value != null) {
            Checks.age(body, value, unit.orElse(Unit.DAYS));
        }
        return Optional.of(new Condition(field, operator, value, unit));
    }

    private static Optional<Unit> unit(Body body) {
        var code = body.raw("unit");
        if (code == null) {
            body.missing("unit");
            return Optional.empty();
        }
        var unit = Unit.of(code);
        if (unit.isEmpty()) {
            body.issue(
                    "unit",
                    "invalid_enum_value",
                    "Expected one of "
                            + Arrays.stream(Unit.values()).map(Unit::code).toList());
        }
        return unit;
    }
}
