package io.godwit.templates.engine;

import io.godwit.templates.engine.ComparisonOperator.EmptyLiteral;
import io.godwit.templates.engine.Expression.Between;
import io.godwit.templates.engine.Expression.Call;
import io.godwit.templates.engine.Expression.Constant;
import io.godwit.templates.engine.Expression.Filtered;
import io.godwit.templates.engine.Expression.Lookup;
import io.godwit.templates.engine.Expression.OwnText;
import io.godwit.templates.engine.TagLexer.Kind;
import io.godwit.templates.filters.LiquidFilterRegistry;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the expressions of one tag, from left to right. Every method throws for what it cannot read. */
final class ExpressionReader {

    /** Brackets in brackets are read by recursion. */
    private static final int MAX_DEPTH = 32;

    /** Conditions joined by {@code and} and {@code or}. */
    private static final int MAX_CONDITIONS = 100;

    private final TokenCursor tokens;
    private final FilterCallCheck filters = new FilterCallCheck();
    private int depth;

    ExpressionReader(TokenCursor tokens) {
        this.tokens = tokens;
    }

    ExpressionReader(String text) throws TemplateSyntaxException {
        this(new TokenCursor(text));
    }

    /** The first thing that can be rendered but is to be refused when a template is saved; empty when there is none. */
    String warning() {
        return filters.warning();
    }

    /** Returns whether all filters are known and take their arguments. */
    boolean fits() {
        return filters.fits();
    }

    boolean isAtEnd() {
        return tokens.isAtEnd();
    }

    void requireEnd() throws TemplateSyntaxException {
        tokens.requireEnd();
    }

    /** An operand and its filters. */
    Expression filtered() throws TemplateSyntaxException {
        var isText = tokens.peek().kind() == Kind.TEXT;
        var operand = operand();
        return filters(isText && operand instanceof Constant text ? own(text) : operand);
    }

    private static OwnText own(Constant text) {
        return new OwnText(String.valueOf(text.value()));
    }

    /** The filters that follow the base, if any do. */
    Expression filters(Expression base) throws TemplateSyntaxException {
        var calls = new ArrayList<Call>();
        while (tokens.takes("|")) {
            call().ifPresent(calls::add);
        }
        return calls.isEmpty() ? base : new Filtered(base, calls);
    }

    /** Reads the call of a filter; empty for an unknown filter, which changes nothing. */
    private Optional<Call> call() throws TemplateSyntaxException {
        var name = tokens.name();
        var positional = new ArrayList<Expression>();
        var named = new HashMap<String, Expression>();
        if (tokens.takes(":")) {
            do {
                argument(name, positional, named);
            } while (tokens.takes(","));
        }
        return filters.call(name, positional, named);
    }

    private void argument(String filter, List<Expression> positional, Map<String, Expression> named)
            throws TemplateSyntaxException {
        var isNamed = tokens.peek().kind() == Kind.NAME && tokens.peekSecond().is(":");
        if (isNamed) {
            var name = tokens.name();
            tokens.require(":");
            named.put(name, operand());
        } else {
            var isText = tokens.peek().kind() == Kind.TEXT;
            var operand = operand();
            var isPrinted = isText && filter.equals(LiquidFilterRegistry.DEFAULT);
            positional.add(isPrinted && operand instanceof Constant text ? own(text) : operand);
        }
    }

    /** A value without filters. */
    Expression operand() throws TemplateSyntaxException {
        if (++depth > MAX_DEPTH) {
            throw new TemplateSyntaxException("Brackets may be nested " + MAX_DEPTH + " deep");
        }
        try {
            var token = tokens.peek();
            return switch (token.kind()) {
                case TEXT -> new Constant(tokens.take().text());
                case NUMBER -> new Constant(number(tokens.take().text()));
                case NAME -> named();
                default -> signed();
            };
        } finally {
            depth--;
        }
    }

    private static Object number(String digits) throws TemplateSyntaxException {
        if (digits.length() > 100) {
            throw new TemplateSyntaxException("A number may have at most 100 digits");
        }
        return digits.contains(".") || digits.length() > 18 ? new BigDecimal(digits) : (Object) Long.valueOf(digits);
    }

    private Expression signed() throws TemplateSyntaxException {
        if (tokens.takes("(")) {
            var first = operand();
            tokens.require("..");
            var last = operand();
            tokens.require(")");
            return new Between(first, last);
        } else if (tokens.peek().is("[")) {
            return path(new ArrayList<>());
        }
        throw tokens.unexpected();
    }

    private Expression named() throws TemplateSyntaxException {
        var name = tokens.name();
        var isPath = tokens.peek().is(".") || tokens.peek().is("[");
        if (!isPath) {
            switch (name) {
                case "true", "false" -> {
                    return new Constant(name.equals("true"));
                }
                case "nil", "null" -> {
                    return new Constant(null);
                }
                case "empty" -> {
                    return new Constant(EmptyLiteral.EMPTY);
                }
                case "blank" -> {
                    return new Constant(EmptyLiteral.BLANK);
                }
                default -> {}
            }
        }
        return path(new ArrayList<>(List.of(name)));
    }

    /** Steps that are written down make one path; from the first computed one on they are looked up one by one. */
    private Expression path(List<String> steps) throws TemplateSyntaxException {
        while (tokens.peek().is(".") || tokens.peek().is("[")) {
            if (tokens.takes(".")) {
                steps.addAll(dotted());
            } else {
                tokens.require("[");
                var index = operand();
                tokens.require("]");
                if (!isWritten(index, steps)) {
                    return computed(new Lookup(base(steps), index));
                }
                steps.add(String.valueOf(((Constant) index).value()));
            }
        }
        return base(steps);
    }

    private static boolean isWritten(Expression index, List<String> steps) {
        return index instanceof Constant constant
                && (constant.value() instanceof String
                        || (!steps.isEmpty() && constant.value() instanceof Long number && number >= 0));
    }

    private static ValuePath base(List<String> steps) throws TemplateSyntaxException {
        if (steps.isEmpty()) {
            throw new TemplateSyntaxException("Brackets at the beginning hold a name in quotes: [\"first name\"]");
        } else if (steps.size() > MAX_DEPTH) {
            throw new TemplateSyntaxException("A name may have at most " + MAX_DEPTH + " parts");
        }
        return ValuePath.ofSteps(steps);
    }

    /** A step after a dot; of {@code items.0.1} the number is two. */
    private List<String> dotted() throws TemplateSyntaxException {
        if (tokens.peek().kind() == Kind.NUMBER) {
            return Arrays.asList(tokens.take().text().split("\\.", -1));
        }
        return List.of(tokens.name());
    }

    private Expression computed(Lookup first) throws TemplateSyntaxException {
        var expression = first;
        for (var lookups = 1; tokens.peek().is(".") || tokens.peek().is("["); lookups++) {
            if (lookups == MAX_DEPTH) {
                throw new TemplateSyntaxException("A name may have at most " + MAX_DEPTH + " parts");
            } else if (tokens.takes(".")) {
                for (var step : dotted()) {
                    expression = new Lookup(expression, new Constant(step));
                }
            } else {
                tokens.require("[");
                expression = new Lookup(expression, operand());
                tokens.require("]");
            }
        }
        return expression;
    }

    /** Everything up to the end of the tag. */
    Condition condition() throws TemplateSyntaxException {
        var conditions = new ArrayList<>(List.of(comparison()));
        var ands = new ArrayList<Boolean>();
        while (tokens.peek().isName("and") || tokens.peek().isName("or")) {
            ands.add(tokens.name().equals("and"));
            conditions.add(comparison());
        }
        tokens.requireEnd();
        if (conditions.size() > MAX_CONDITIONS) {
            throw new TemplateSyntaxException("At most " + MAX_CONDITIONS + " conditions may be joined");
        }
        return ands.isEmpty() ? conditions.get(0) : new Condition.Combination(conditions, ands);
    }

    private Condition comparison() throws TemplateSyntaxException {
        var left = operand();
        var operator = ComparisonOperator.of(tokens.peek().text())
                .filter(ignored -> tokens.peek().kind() != Kind.TEXT);
        if (operator.isEmpty()) {
            return new Condition.Truthiness(left);
        }
        tokens.take();
        return new Condition.Comparison(operator.get(), left, operand());
    }
}
