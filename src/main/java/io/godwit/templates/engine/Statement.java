package io.godwit.templates.engine;

import io.godwit.templates.engine.RenderScope.Interrupt;
import io.godwit.templates.filters.Markup;
import io.godwit.templates.filters.ValueFormatter;
import java.util.List;
import java.util.Optional;

/** A tag of Liquid that assigns, counts, cycles or leaves a loop. */
sealed interface Statement extends TemplateNode {

    /** {@code {% assign name = value %}}. */
    record Assign(String name, Expression value) implements Statement {

        @Override
        public void print(RenderScope scope, RenderBuffer buffer) {
            scope.assign(name, value.in(scope));
        }
    }

    /** {@code {% capture name %} … {% endcapture %}}; in HTML its values are escaped once, where they are captured. */
    record Capture(String name, List<TemplateNode> body) implements Statement {

        public Capture {
            body = List.copyOf(body);
        }

        @Override
        public void print(RenderScope scope, RenderBuffer buffer) {
            var inside = buffer.captured();
            TemplateNode.printAll(body, scope, inside);
            var text = inside.text();
            scope.budget().text(text.length());
            scope.assign(name, scope.rendition().html() ? new Markup(text) : text);
        }
    }

    /** {@code {% increment name %}} prints and counts, {@code {% decrement name %}} counts and prints. */
    record Counter(String name, int step) implements Statement {

        @Override
        public void print(RenderScope scope, RenderBuffer buffer) {
            var before = scope.count("counter " + name, step);
            buffer.add(Integer.toString(step > 0 ? before : before + step));
        }
    }

    /**
     * {@code {% cycle "odd", "even" %}}: prints the values one after the other; tags of one group or with the same values share a
     * position.
     */
    record Cycle(Optional<Expression> group, List<Expression> values) implements Statement {

        public Cycle {
            values = List.copyOf(values);
        }

        @Override
        public void print(RenderScope scope, RenderBuffer buffer) {
            var key = group.map(name -> "cycle of " + ValueFormatter.text(name.in(scope), 1_000))
                    .orElse("cycle " + values);
            var at = scope.count(key, 1);
            buffer.addValue(values.get(Math.floorMod(at, values.size())).in(scope), false);
        }
    }

    /** {@code {% break %}} and {@code {% continue %}}. */
    record Leave(Interrupt interrupt) implements Statement {

        @Override
        public void print(RenderScope scope, RenderBuffer buffer) {
            scope.interrupt(interrupt);
        }
    }
}
