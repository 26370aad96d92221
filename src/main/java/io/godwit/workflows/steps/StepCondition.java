package io.godwit.workflows.steps;

import io.godwit.segments.filter.ValueCondition;
import io.godwit.web.JsonBody;
import java.util.Optional;

/** One condition of a workflow: a field and the value it must have. */
record StepCondition(FieldReference field, ValueCondition condition) {

    private static final String FIELDS =
            "Expected email, subscribed, createdAt, updatedAt or data.<path>, with or without"
                    + " contact. before it, event.<path>, workflow.<path>, email.<sent, delivered, opened, clicked, bounced or"
                    + " complained> or segment.<id>";

    /** Reads {@code field, operator, value?, unit?}; empty after a mistake, which is noted. */
    static Optional<StepCondition> read(JsonBody body) {
        return field(body).flatMap(field -> read(body, field));
    }

    /** Reads the condition on a known field. */
    static Optional<StepCondition> read(JsonBody body, FieldReference field) {
        return ValueCondition.read(body, field.text()).map(condition -> new StepCondition(field, condition));
    }

    /** Reads {@code field}. */
    static Optional<FieldReference> field(JsonBody body) {
        var name = body.text("field", 1, FieldReference.MAX_LENGTH);
        var field = FieldReference.byName(name);
        if (field.isEmpty() && !name.isEmpty()) {
            body.issue("field", "invalid_enum_value", FIELDS);
        }
        return field;
    }

    boolean isTrue(StepContext context) {
        return condition.isTrue(field.in(context), context.now());
    }
}
