package io.godwit.templates.engine;

import io.godwit.templates.filters.NumberRange;
import io.godwit.templates.filters.ValueFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One piece of a compiled text. */
public sealed interface TemplateNode
        permits TemplateNode.Text,
                TemplateNode.Value,
                TemplateNode.Print,
                TemplateNode.Choice,
                TemplateNode.Case,
                TemplateNode.Each,
                LoopNode,
                Statement {

    void print(RenderScope scope, RenderBuffer buffer);

    /** Prints one after the other, until a {@code break} or a {@code continue}. */
    static void printAll(List<TemplateNode> nodes, RenderScope scope, RenderBuffer buffer) {
        for (var node : nodes) {
            scope.budget().step();
            node.print(scope, buffer);
            if (scope.isInterrupted()) {
                return;
            }
        }
    }

    /** Prints one node by itself and returns its text. */
    static String printAlone(TemplateNode node, RenderScope scope, RenderBuffer buffer) {
        if (node instanceof Text fixed) {
            scope.budget().step();
            return fixed.text();
        }
        printAll(List.of(node), scope, buffer);
        return buffer.text();
    }

    /** Text that stands for itself. */
    record Text(String text) implements TemplateNode {

        @Override
        public void print(RenderScope scope, RenderBuffer buffer) {
            buffer.add(text);
        }
    }

    /**
     * A placeholder.
     *
     * @param fallback the author's own text, never escaped; empty when there is none
     * @param raw whether the value is printed unescaped
     */
    record Value(ValuePath path, String fallback, boolean raw) implements TemplateNode {

        @Override
        public void print(RenderScope scope, RenderBuffer buffer) {
            var value = path.in(scope);
            if (ValueFormatter.isMissing(value)) {
                buffer.add(fallback);
                buffer.lacks(path.name());
            } else {
                buffer.addValue(value, raw);
            }
        }

        private boolean fallsBack(@Nullable Object value) {
            return !fallback.isEmpty() && ValueFormatter.isMissing(value);
        }
    }

    /** A placeholder that is more than a name. */
    record Print(Expression expression, boolean raw) implements TemplateNode {

        @Override
        public void print(RenderScope scope, RenderBuffer buffer) {
            buffer.lacks(expression, scope);
            buffer.addValue(expression.in(scope), raw);
        }
    }

    /** A condition and what is printed when it is the first that holds. */
    record Branch(Condition condition, List<TemplateNode> body) {

        public Branch {
            body = List.copyOf(body);
        }
    }

    /** {@code {{#if path}} … {{else}} … {{/if}}} and {@code {% if %} … {% elsif %} … {% else %} … {% endif %}}. */
    record Choice(List<Branch> branches, List<TemplateNode> otherwise) implements TemplateNode {

        public Choice {
            branches = List.copyOf(branches);
            otherwise = List.copyOf(otherwise);
        }

        @Override
        public void print(RenderScope scope, RenderBuffer buffer) {
            for (var branch : branches) {
                if (branch.condition().isTrue(scope)) {
                    printAll(branch.body(), scope, buffer);
                    return;
                }
            }
            printAll(otherwise, scope, buffer);
        }
    }

    /** The values of a {@code when} and what is printed for them. */
    record When(List<Expression> values, List<TemplateNode> body) {

        public When {
            values = List.copyOf(values);
            body = List.copyOf(body);
        }
    }

    /** {@code {% case subject %}{% when value, value %} … {% else %} … {% endcase %}}; the first that equals is printed. */
    record Case(Expression subject, List<When> whens, List<TemplateNode> otherwise) implements TemplateNode {

        public Case {
            whens = List.copyOf(whens);
            otherwise = List.copyOf(otherwise);
        }

        @Override
        public void print(RenderScope scope, RenderBuffer buffer) {
            var value = subject.in(scope);
            for (var when : whens) {
                for (var candidate : when.values()) {
                    scope.budget().step();
                    if (ComparisonOperator.EQUAL.isTrue(value, candidate.in(scope), scope.budget())) {
                        printAll(when.body(), scope, buffer);
                        return;
                    }
                }
            }
            printAll(otherwise, scope, buffer);
        }
    }

    /** {@code {{#each path}} … {{this}} … {{/each}}}; anything but a list counts as an empty one. */
    record Each(ValuePath path, List<TemplateNode> body) implements TemplateNode {

        private static final String THIS = "this";

        public Each {
            body = List.copyOf(body);
        }

        @Override
        public void print(RenderScope scope, RenderBuffer buffer) {
            var value = path.in(scope);
            if (value == null) {
                buffer.lacks(path.name());
            } else if (value instanceof List<?> items) {
                LoopNode.repeat(THIS, items, body, scope, buffer);
            }
        }
    }

    /** Characters of a list a template has made; contacts can keep no more. */
    int MAX_LIST = 64 * 1024;

    private static boolean isPlain(@Nullable Object value) {
        return value instanceof List<?>
                ? ValueFormatter.text(value, MAX_LIST).length() <= MAX_LIST && !(value instanceof NumberRange)
                : value instanceof String
                        || value instanceof Number
                        || value instanceof Boolean
                        || value instanceof Map<?, ?>;
    }

    /** The value it stands for, where it is a placeholder; a value that is no JSON, or a list that is too long, is its text. */
    default Optional<Object> value(RenderScope scope) {
        if (this instanceof Value placeholder) {
            var value = placeholder.path().in(scope);
            return placeholder.fallsBack(value) ? Optional.of(placeholder.fallback()) : Optional.ofNullable(value);
        } else if (this instanceof Print placeholder) {
            var value = placeholder.expression().in(scope);
            return isPlain(value) ? Optional.ofNullable(value) : Optional.empty();
        }
        return Optional.empty();
    }
}
