package io.godwit.templates.engine;

import io.godwit.core.EditDistance;
import io.godwit.templates.engine.ComparisonOperator.EmptyLiteral;
import io.godwit.templates.engine.Expression.Between;
import io.godwit.templates.engine.Expression.Call;
import io.godwit.templates.engine.Expression.Constant;
import io.godwit.templates.engine.Expression.Filtered;
import io.godwit.templates.engine.Expression.Lookup;
import io.godwit.templates.engine.Expression.OwnText;
import io.godwit.templates.engine.TagLexer.Kind;
import io.godwit.templates.engine.TagLexer.Token;
import io.godwit.templates.filters.LiquidFilter;
import io.godwit.templates.filters.LiquidFilterRegistry;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
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

    private final String source;
    private final List<Token> tokens;
    private int next;
    private int depth;
    private String warning = "";

    ExpressionReader(String text) throws TemplateSyntaxException {
        this.source = text;
        this.tokens = TagLexer.tokens(text);
    }

    /** The first thing that can be rendered but is to be refused when a template is saved; empty when there is none. */
    String warning() {
        return warning;
    }

    Token peek() {
        return tokens.get(next);
    }

    boolean isAtEnd() {
        return peek().kind() == Kind.END;
    }

    void requireEnd() throws TemplateSyntaxException {
        if (!isAtEnd()) {
            throw unexpected();
        }
    }

    private TemplateSyntaxException unexpected() {
        if (isAtEnd()) {
            return new TemplateSyntaxException("Something is missing at the end of this tag");
        }
        var afterName = next > 0 && tokens.get(next - 1).kind() == Kind.NAME && peek().kind() == Kind.NAME;
        return new TemplateSyntaxException("\"" + shown() + "\" was not expected here"
                + (afterName ? "; write a name with blanks in it as [\"first name\"]" : ""));
    }

    private String shown() {
        return peek().text().length() > 40 ? peek().text().substring(0, 40) : peek().text();
    }

    /** Takes the sign if it is next. */
    boolean takes(String sign) {
        var found = peek().is(sign);
        next += found ? 1 : 0;
        return found;
    }

    /** Takes the word if it is next. */
    boolean takesName(String name) {
        var found = peek().isName(name);
        next += found ? 1 : 0;
        return found;
    }

    void require(String sign) throws TemplateSyntaxException {
        if (!takes(sign)) {
            throw isAtEnd() ? new TemplateSyntaxException("A " + sign + " is missing in this tag") : unexpected();
        }
    }

    String name() throws TemplateSyntaxException {
        if (peek().kind() != Kind.NAME) {
            throw isAtEnd() ? new TemplateSyntaxException("A name is missing in this tag") : unexpected();
        }
        return tokens.get(next++).text();
    }

    /** A quoted text. */
    String text() {
        return take().text();
    }

    /** The words from this offset to the next token. */
    String between(int start) {
        return source.substring(start, peek().start());
    }

    /** An operand and its filters. */
    Expression filtered() throws TemplateSyntaxException {
        var isText = peek().kind() == Kind.TEXT;
        var operand = operand();
        return filters(isText && operand instanceof Constant text ? own(text) : operand);
    }

    private static OwnText own(Constant text) {
        return new OwnText(String.valueOf(text.value()));
    }

    /** The filters that follow the base, if any do. */
    Expression filters(Expression base) throws TemplateSyntaxException {
        var calls = new ArrayList<Call>();
        while (takes("|")) {
            call().ifPresent(calls::add);
        }
        return calls.isEmpty() ? base : new Filtered(base, calls);
    }

    /** Empty for an unknown filter, which changes nothing. */
    private Optional<Call> call() throws TemplateSyntaxException {
        var name = name();
        var positional = new ArrayList<Expression>();
        var named = new HashMap<String, Expression>();
        if (takes(":")) {
            do {
                argument(name, positional, named);
            } while (takes(","));
        }
        return LiquidFilterRegistry.find(name)
                .filter(filter -> suits(name, filter, positional, named))
                .map(filter -> new Call(filter, positional, named))
                .or(() -> unknown(name));
    }

    private void argument(String filter, List<Expression> positional, Map<String, Expression> named)
            throws TemplateSyntaxException {
        var isNamed = peek().kind() == Kind.NAME && tokens.get(next + 1).is(":");
        if (isNamed) {
            var name = name();
            require(":");
            named.put(name, operand());
        } else {
            var isText = peek().kind() == Kind.TEXT;
            var operand = operand();
            var isPrinted = isText && filter.equals(LiquidFilterRegistry.DEFAULT);
            positional.add(isPrinted && operand instanceof Constant text ? own(text) : operand);
        }
    }

    private boolean suits(
            String name, LiquidFilter filter, List<Expression> positional, Map<String, Expression> named) {
        var matches = positional.size() >= filter.min()
                && positional.size() <= filter.max()
                && filter.named().containsAll(named.keySet());
        if (!matches) {
            warning("The filter " + name + " takes " + arguments(filter));
        }
        return matches;
    }

    private static String arguments(LiquidFilter filter) {
        if (filter.max() == 0) {
            return "no argument";
        }
        return filter.min() == filter.max()
                ? filter.max() + (filter.max() == 1 ? " argument" : " arguments")
                : filter.min() + " to " + filter.max() + " arguments";
    }

    private Optional<Call> unknown(String name) {
        warning("There is no filter " + (name.length() > 40 ? name.substring(0, 40) : name)
                + nearest(name).map(near -> "; did you mean " + near + "?").orElse(""));
        return Optional.empty();
    }

    private static Optional<String> nearest(String name) {
        return name.length() > 40
                ? Optional.empty()
                : LiquidFilterRegistry.names().stream()
                        .filter(known -> EditDistance.between(name, known) <= 2)
                        .min(Comparator.comparingInt((String known) -> EditDistance.between(name, known))
                                .thenComparing(Comparator.naturalOrder()));
    }

    private void warning(String sentence) {
        warning = warning.isEmpty() ? sentence : warning;
    }

    /** A value without filters. */
    Expression operand() throws TemplateSyntaxException {
        if (++depth > MAX_DEPTH) {
            throw new TemplateSyntaxException("Brackets may be nested " + MAX_DEPTH + " deep");
        }
        try {
            var token = peek();
            return switch (token.kind()) {
                case TEXT -> new Constant(take().text());
                case NUMBER -> new Constant(number(take().text()));
                case NAME -> named();
                default -> signed();
            };
        } finally {
            depth--;
        }
    }

    private Token take() {
        return tokens.get(next++);
    }

    private static Object number(String digits) throws TemplateSyntaxException {
        if (digits.length() > 100) {
            throw new TemplateSyntaxException("A number may have at most 100 digits");
        }
        return digits.contains(".") || digits.length() > 18 ? new BigDecimal(digits) : (Object) Long.valueOf(digits);
    }

    private Expression signed() throws TemplateSyntaxException {
        if (takes("(")) {
            var first = operand();
            require("..");
            var last = operand();
            require(")");
            return new Between(first, last);
        } else if (peek().is("[")) {
            return path(new ArrayList<>());
        }
        throw unexpected();
    }

    private Expression named() throws TemplateSyntaxException {
        var name = name();
        var isPath = peek().is(".") || peek().is("[");
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
        while (peek().is(".") || peek().is("[")) {
            if (takes(".")) {
                steps.addAll(dotted());
            } else {
                require("[");
                var index = operand();
                require("]");
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
        if (peek().kind() == Kind.NUMBER) {
            return Arrays.asList(take().text().split("\\.", -1));
        }
        return List.of(name());
    }

    private Expression computed(Lookup first) throws TemplateSyntaxException {
        var expression = first;
        for (var lookups = 1; peek().is(".") || peek().is("["); lookups++) {
            if (lookups == MAX_DEPTH) {
                throw new TemplateSyntaxException("A name may have at most " + MAX_DEPTH + " parts");
            } else if (takes(".")) {
                for (var step : dotted()) {
                    expression = new Lookup(expression, new Constant(step));
                }
            } else {
                require("[");
                expression = new Lookup(expression, operand());
                require("]");
            }
        }
        return expression;
    }

    /** Everything up to the end of the tag. */
    Condition condition() throws TemplateSyntaxException {
        var conditions = new ArrayList<>(List.of(comparison()));
        var ands = new ArrayList<Boolean>();
        while (peek().isName("and") || peek().isName("or")) {
            ands.add(name().equals("and"));
            conditions.add(comparison());
        }
        requireEnd();
        if (conditions.size() > MAX_CONDITIONS) {
            throw new TemplateSyntaxException("At most " + MAX_CONDITIONS + " conditions may be joined");
        }
        return ands.isEmpty() ? conditions.get(0) : new Condition.Combination(conditions, ands);
    }

    private Condition comparison() throws TemplateSyntaxException {
        var left = operand();
        var operator = ComparisonOperator.of(peek().text()).filter(ignored -> peek().kind() != Kind.TEXT);
        if (operator.isEmpty()) {
            return new Condition.Truthiness(left);
        }
        next++;
        return new Condition.Comparison(operator.get(), left, operand());
    }
}
