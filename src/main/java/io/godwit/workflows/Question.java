package io.godwit.workflows;

import io.godwit.segments.Criterion;
import io.godwit.web.Body;
import java.util.Optional;

/** One condition a workflow asks. */
record Question(FieldRef field, Criterion criterion) {

    private static final String FIELDS =
            "Expected email, subscribed, createdAt, updatedAt or data.<path>, with or without"
                    + " contact. before it, event.<path>, workflow.<path>, email.<sent, delivered, opened, clicked, bounced or"
                    + " complained> or segment.<id>";

    /** Reads {@code field, operator, value?, unit?}; empty after a mistake, which is noted. */
    static Optional<Question> read(Body body) {
        return field(body).flatMap(field -> read(body, field));
    }

    /** The same about a field that is known. */
    static Optional<Question> read(Body body, FieldRef field) {
        return Criterion.read(body, field.spelled()).map(criterion -> new Question(field, criterion));
    }

    /** Reads {@code field}. */
    static Optional<FieldRef> field(Body body) {
        var name = body.text("field", 1, FieldRef.LONGEST);
        var field = FieldRef.named(name);
        if (field.isEmpty() && !name.isEmpty()) {
            body.issue("field", "invalid_enum_value", FIELDS);
        }
        return field;
    }

    boolean holds(Situation situation) {
        return criterion.holds(field.in(situation), situation.now());
    }
}
