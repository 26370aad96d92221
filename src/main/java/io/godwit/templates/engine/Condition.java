package io.godwit.templates.engine;

import io.godwit.templates.filters.ValueFormatter;
import java.util.List;

/** The condition of a tag. */
sealed interface Condition {

    boolean isTrue(RenderScope scope);

    /** Returns the condition with the truth of {@code {{#if}}}, for which an empty text is false. */
    default Condition ofBlock() {
        return this;
    }

    /** {@code {% if value %}}: Liquid takes everything but null and {@code false} for true. */
    record Truthiness(Expression value) implements Condition {

        @Override
        public boolean isTrue(RenderScope scope) {
            return ValueFormatter.isTruthy(value.in(scope));
        }

        @Override
        public Condition ofBlock() {
            return new NotEmpty(value);
        }
    }

    /** {@code {{#if value}}}: true for a value that {@link ValueFormatter#isTrue} takes for true. */
    record NotEmpty(Expression value) implements Condition {

        @Override
        public boolean isTrue(RenderScope scope) {
            return ValueFormatter.isTrue(value.in(scope));
        }
    }

    /**
     * {@code {{#if terms and conditions}}}: the value of that name, and where there is none, the condition that the words make.
     */
    record NamedOrWritten(ValuePath named, Condition written) implements Condition {

        @Override
        public boolean isTrue(RenderScope scope) {
            var value = named.in(scope);
            return value == null ? written.isTrue(scope) : ValueFormatter.isTrue(value);
        }
    }

    /** {@code left == right}. */
    record Comparison(ComparisonOperator operator, Expression left, Expression right) implements Condition {

        @Override
        public boolean isTrue(RenderScope scope) {
            return operator.isTrue(left.in(scope), right.in(scope), scope.budget());
        }
    }

    /** The negation of a condition, for {@code unless}. */
    record Not(Condition condition) implements Condition {

        @Override
        public boolean isTrue(RenderScope scope) {
            return !condition.isTrue(scope);
        }
    }

    /**
     * Conditions joined by {@code and} and {@code or}, which Liquid reads from the right: {@code a and b or c} is
     * {@code a and (b or c)}.
     *
     * @param ands for each condition but the last whether {@code and} follows it
     */
    record Combination(List<Condition> conditions, List<Boolean> ands) implements Condition {

        public Combination {
            conditions = List.copyOf(conditions);
            ands = List.copyOf(ands);
        }

        @Override
        public boolean isTrue(RenderScope scope) {
            var result = conditions.get(conditions.size() - 1).isTrue(scope);
            for (var at = ands.size() - 1; at >= 0; at--) {
                scope.budget().step();
                result = ands.get(at)
                        ? result && conditions.get(at).isTrue(scope)
                        : result || conditions.get(at).isTrue(scope);
            }
            return result;
        }

        @Override
        public Condition ofBlock() {
            return new Combination(conditions.stream().map(Condition::ofBlock).toList(), ands);
        }
    }
}
