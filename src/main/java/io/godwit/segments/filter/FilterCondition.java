package io.godwit.segments.filter;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One condition on a field of a contact.
 *
 * @param value a text, number or boolean as the caller wrote it; null when the operator needs none
 * @param unit of the value, when the operator needs one
 */
public record FilterCondition(
        FilterField field,
        FilterOperator operator,
        @Nullable Object value,
        Optional<AgeUnit> unit) implements Filter {

    @Override
    public String sql(FilterSql sql) {
        return field.sql(this, sql);
    }

    @Override
    public String requiredSql(FilterSql sql) {
        return field.requiredSql(this, sql);
    }

    @Override
    public Stream<FilterCondition> conditions() {
        return Stream.of(this);
    }

    /** True when the contact's own row answers the condition. */
    public boolean asksContact() {
        return !(field instanceof ActivityField) && !(field instanceof SegmentField);
    }

    /** The path of a custom field whose sticky type decides what the condition means; empty for any other condition. */
    public Optional<String> typedPath() {
        return field instanceof CustomField custom && custom.isTyped(this)
                ? Optional.of(custom.path())
                : Optional.empty();
    }

    String text() {
        return String.valueOf(value);
    }

    /** The age of a timed operator in microseconds, the grain of the database's clock. */
    long ageMicros() {
        var micros = unit.orElseThrow().length().toNanos() / 1000;
        return new BigDecimal(requireNonNull(value).toString())
                .multiply(BigDecimal.valueOf(micros))
                .longValue();
    }
}
