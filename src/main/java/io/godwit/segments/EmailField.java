package io.godwit.segments;

import io.godwit.core.EmailAddress;
import io.godwit.web.Body;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** A contact's address. It is stored in lower case with A-labels, so what it is compared with is brought to that form. */
record EmailField() implements Field {

    private static final Set<Operator> OPERATORS =
            Set.of(Operator.EQUALS, Operator.NOT_EQUALS, Operator.CONTAINS, Operator.NOT_CONTAINS);

    @Override
    public String name() {
        return "email";
    }

    @Override
    public Set<Operator> operators() {
        return EnumSet.copyOf(OPERATORS);
    }

    @Override
    public void check(Body body, Operator operator, Object value) {
        Checks.text(body, value);
    }

    @Override
    public String sql(Condition condition, Clauses clauses) {
        var text = condition.text().strip();
        var part = clauses.parameter(text.toLowerCase(Locale.ROOT)) + "::text";
        return switch (condition.operator()) {
            case CONTAINS -> "strpos(c.email, " + part + ") > 0";
            case NOT_CONTAINS -> "strpos(c.email, " + part + ") = 0";
            case NOT_EQUALS -> "c.email <> " + clauses.parameter(stored(text));
            default -> "c.email = " + clauses.parameter(stored(text));
        };
    }

    static String stored(String text) {
        return EmailAddress.parse(text).map(EmailAddress::value).orElseGet(() -> text.toLowerCase(Locale.ROOT));
    }

    @Override
    public String found(Clauses clauses) {
        return "to_jsonb(c.email)";
    }
}
