package io.godwit.templates.engine;

import io.godwit.templates.engine.Expression.Constant;
import io.godwit.templates.engine.Expression.Filtered;
import io.godwit.templates.engine.Expression.OwnText;
import io.godwit.templates.engine.Tag.Span;
import io.godwit.templates.filters.LiquidFilterRegistry;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the text between double braces: Godwit's own {@code path ?? fallback}, where a path is any text, and Liquid's
 * expressions. Text that is no Liquid expression is a path, before filters as well; behind a {@code |} there must be filters.
 */
final class PlaceholderReader {

    private static final String FALLBACK_OPERATOR = "??";
    private static final String NOT = "not ";
    private static final Set<String> WORDS = Set.of("else", "true", "false", "nil", "null", "empty", "blank");

    private final String text;
    private final Span span;
    private final boolean raw;

    private PlaceholderReader(String text, Span span, boolean raw) {
        this.text = text;
        this.span = span;
        this.raw = raw;
    }

    /** @param inside what stands between the braces, without the signs that trim */
    static Tag read(String inside, Span span, boolean raw) {
        var text = inside.contains(FALLBACK_OPERATOR)
                ? inside.strip()
                : QuoteFinder.decoded(inside).strip();
        if (text.isEmpty()) {
            return Tag.broken(span, "A placeholder needs a name between its braces");
        }
        if (isName(text)) {
            var warning =
                    text.startsWith("forloop.") || text.startsWith("loop.") ? ForeignPlaceholders.warning(text) : "";
            return Tag.printing(span, new TemplateNode.Value(ValuePath.of(text), "", raw), warning);
        }
        if (text.charAt(0) == '#' || text.charAt(0) == '/' || text.equals("else")) {
            return block(text, span);
        }
        try {
            return new PlaceholderReader(text, span, raw).read();
        } catch (TemplateSyntaxException broken) {
            return Tag.broken(span, broken.sentence());
        }
    }

    /** True for the usual placeholder, which is a path without further parsing: letters, and no keyword of Liquid. */
    private static boolean isName(String text) {
        for (var at = 0; at < text.length(); at++) {
            var character = text.charAt(at);
            if (!Character.isLetter(character) && character != '_' && character != '.') {
                return false;
            }
        }
        return text.charAt(0) != '.' && !WORDS.contains(text);
    }

    private static Tag block(String text, Span span) {
        return switch (text) {
            case "else" -> Tag.dividing(span, ":else", new TagHead.Else(), "");
            case "/if" -> Tag.closing(span, "#if");
            case "/each" -> Tag.closing(span, "#each");
            default -> opening(text, span);
        };
    }

    private static Tag opening(String text, Span span) {
        var gap = 0;
        while (gap < text.length() && !Character.isWhitespace(text.charAt(gap))) {
            gap++;
        }
        var word = text.substring(0, gap);
        var path = text.substring(gap).strip();
        if (!word.equals("#if") && !word.equals("#each")) {
            return Tag.broken(
                    span, "Only #if, else, /if, #each and /each are known here; " + ForeignPlaceholders.hint(text));
        } else if (path.isEmpty()) {
            return Tag.broken(span, "#if and #each need the name of a value");
        }
        return Tag.opening(
                span,
                word,
                word.equals("#if") ? new TagHead.If(condition(path)) : new TagHead.Each(ValuePath.of(path)),
                ForeignPlaceholders.warning(word, path));
    }

    /** The value of this name; of a text with blanks also the condition it is, in case that nobody has such a value. */
    private static Condition condition(String text) {
        var named = ValuePath.of(text);
        if (text.chars().noneMatch(Character::isWhitespace)) {
            return new Condition.NotEmpty(named);
        }
        try {
            return new Condition.NamedOrWritten(named, written(text).ofBlock());
        } catch (TemplateSyntaxException onlyName) {
            return new Condition.NotEmpty(named);
        }
    }

    private static Condition written(String text) throws TemplateSyntaxException {
        return text.startsWith(NOT)
                ? new Condition.Not(new Condition.NotEmpty(
                        ValuePath.of(text.substring(NOT.length()).strip())))
                : new ExpressionReader(text).condition();
    }

    private Tag read() throws TemplateSyntaxException {
        var operator = QuoteFinder.indexOf(text, FALLBACK_OPERATOR, 0);
        if (operator >= 0) {
            return withFallback(
                    QuoteFinder.decoded(text.substring(0, operator)).strip(),
                    text.substring(operator + 2).strip());
        }
        var pipe = QuoteFinder.indexOf(text, "|", 0);
        return pipe < 0 ? unfiltered() : filtered(text.substring(0, pipe).strip(), text.substring(pipe));
    }

    private Tag withFallback(String value, String fallback) throws TemplateSyntaxException {
        if (value.isEmpty()) {
            throw new TemplateSyntaxException("The name before ?? is missing");
        }
        var filters = filtersAfter(fallback);
        var literal = unquoted(fallback.substring(0, filters).strip());
        var pipe = QuoteFinder.indexOf(value, "|", 0);
        if (pipe < 0 && filters == fallback.length()) {
            return Tag.printing(
                    span,
                    new TemplateNode.Value(ValuePath.of(value), literal, raw),
                    ForeignPlaceholders.warning(value));
        }
        var base = pipe < 0 ? base(value) : base(value.substring(0, pipe).strip());
        var before = new ExpressionReader(pipe < 0 ? "" : value.substring(pipe));
        var plain = before.filters(base);
        before.requireEnd();
        var after = new ExpressionReader(fallback.substring(filters));
        var whole = after.filters(new Filtered(plain, List.of(Expression.Call.fallback(literal))));
        after.requireEnd();
        return Tag.printing(span, segment(whole, raw), before.warning().isEmpty() ? after.warning() : before.warning());
    }

    /** The position of the filters after a fallback; a fallback is any text, so only known names of filters begin one. */
    private static int filtersAfter(String fallback) {
        var pipe = QuoteFinder.indexOf(fallback, "|", 0);
        if (pipe < 0) {
            return fallback.length();
        }
        try {
            var reader = new ExpressionReader(fallback.substring(pipe));
            reader.filters(new Constant(null));
            return reader.isAtEnd() && reader.fits() ? pipe : fallback.length();
        } catch (TemplateSyntaxException noFilters) {
            return fallback.length();
        }
    }

    private static String unquoted(String literal) {
        var text = literal.startsWith("&quot;") || literal.startsWith("&#39;") ? QuoteFinder.decoded(literal) : literal;
        var last = text.length() - 1;
        var quoted =
                last > 0 && (text.charAt(0) == '"' || text.charAt(0) == '\'') && text.charAt(0) == text.charAt(last);
        return quoted ? text.substring(1, last) : text;
    }

    private Tag filtered(String value, String filters) throws TemplateSyntaxException {
        var reader = new ExpressionReader(filters);
        var base = base(value);
        var expression = reader.filters(base);
        reader.requireEnd();
        var foreign = base instanceof ValuePath ? ForeignPlaceholders.warning(value) : "";
        return Tag.printing(span, segment(expression, raw), foreign.isEmpty() ? reader.warning() : foreign);
    }

    /** {@code x | default: "y"} is the same as {@code x ?? y}. */
    static TemplateNode segment(Expression expression, boolean raw) {
        if (expression instanceof ValuePath path) {
            return new TemplateNode.Value(path, "", raw);
        }
        return fallback(expression)
                .<TemplateNode>map(
                        text -> new TemplateNode.Value((ValuePath) ((Filtered) expression).base(), text, raw))
                .orElseGet(() -> new TemplateNode.Print(expression, raw));
    }

    private static Optional<String> fallback(Expression expression) {
        if (!(expression instanceof Filtered filtered)
                || !(filtered.base() instanceof ValuePath)
                || filtered.calls().size() != 1) {
            return Optional.empty();
        }
        var call = filtered.calls().get(0);
        var isDefault = LiquidFilterRegistry.find(LiquidFilterRegistry.DEFAULT)
                        .filter(call.filter()::equals)
                        .isPresent()
                && call.positional().size() == 1
                && call.named().isEmpty();
        return isDefault && call.positional().get(0) instanceof OwnText own
                ? Optional.of(own.text())
                : Optional.empty();
    }

    /** An expression, or a path with any letters in it. */
    private static Expression base(String text) throws TemplateSyntaxException {
        if (text.isEmpty()) {
            throw new TemplateSyntaxException("The value before | is missing");
        }
        try {
            var reader = new ExpressionReader(text);
            var expression = reader.filtered();
            return reader.isAtEnd() ? expression : ValuePath.of(text);
        } catch (TemplateSyntaxException refused) {
            if (text.charAt(0) == '"' || text.charAt(0) == '\'') {
                throw refused;
            }
            return ValuePath.of(text);
        }
    }

    /** A literal stands for itself unless there is a value of that name. */
    private Tag unfiltered() throws TemplateSyntaxException {
        var expression = base(text);
        if (expression instanceof Constant constant) {
            var literal = constant.value() == null ? "" : constant.value().toString();
            return Tag.printing(span, new TemplateNode.Value(ValuePath.of(text), literal, raw), "");
        }
        var isPath = expression instanceof ValuePath;
        var path = isPath && text.startsWith("[")
                ? expression
                : isPath ? pathOf(text, (ValuePath) expression) : expression;
        return Tag.printing(span, segment(path, raw), isPath ? ForeignPlaceholders.warning(text) : "");
    }

    /** Without brackets the text is the path, dots and all. */
    private static ValuePath pathOf(String text, ValuePath read) {
        return text.indexOf('[') < 0 ? ValuePath.of(text) : read;
    }
}
