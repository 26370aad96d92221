package io.godwit.templates;

import java.util.List;

/** One piece of a compiled text. */
sealed interface Segment {

    void print(Scope scope, Output output);

    static void printAll(List<Segment> segments, Scope scope, Output output) {
        for (var segment : segments) {
            if (!output.step()) {
                return;
            }
            segment.print(scope, output);
        }
    }

    /** Text that stands for itself. */
    record Text(String text) implements Segment {

        @Override
        public void print(Scope scope, Output output) {
            output.add(text);
        }
    }

    /**
     * A placeholder.
     *
     * @param fallback the author's own text, never escaped; empty when there is none
     * @param raw whether the value is printed unescaped
     */
    record Value(Path path, String fallback, boolean raw) implements Segment {

        @Override
        public void print(Scope scope, Output output) {
            var value = Values.text(path.in(scope));
            if (value.isEmpty()) {
                output.add(fallback);
                output.lacks(path.name());
            } else if (raw) {
                output.add(value);
            } else {
                output.addValue(value);
            }
        }
    }

    /** {@code {{#if path}} … {{else}} … {{/if}}}. */
    record If(Path path, List<Segment> yes, List<Segment> no) implements Segment {

        public If {
            yes = List.copyOf(yes);
            no = List.copyOf(no);
        }

        @Override
        public void print(Scope scope, Output output) {
            printAll(Values.isTrue(path.in(scope)) ? yes : no, scope, output);
        }
    }

    /** {@code {{#each path}} … {{this}} … {{/each}}}; anything but a list counts as an empty one. */
    record Each(Path path, List<Segment> body) implements Segment {

        public Each {
            body = List.copyOf(body);
        }

        @Override
        public void print(Scope scope, Output output) {
            var value = path.in(scope);
            if (value == null) {
                output.lacks(path.name());
            } else if (value instanceof List<?> items) {
                for (var item : items) {
                    if (!output.step()) {
                        return;
                    }
                    printAll(body, scope.inside(item), output);
                }
            }
        }
    }
}
