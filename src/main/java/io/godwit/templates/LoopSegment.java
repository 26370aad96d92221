package io.godwit.templates;

import io.godwit.templates.filters.Numbers;
import java.util.List;
import java.util.Optional;

/** A loop of Liquid. */
sealed interface LoopSegment extends Segment {

    /** Prints the body once for each item; answers whether there was any. */
    static boolean repeat(String name, List<?> items, List<Segment> body, Scope scope, Output output) {
        var frame = scope.enter(name, items.size());
        for (var at = 0; at < items.size(); at++) {
            scope.budget().step();
            frame.move(at, items.get(at));
            Segment.printAll(body, scope, output);
            if (scope.endsLoop()) {
                break;
            }
        }
        scope.leave(frame);
        return !items.isEmpty();
    }

    /** {@code {% for item in collection %} … {% else %} … {% endfor %}}. */
    record For(Loop loop, List<Segment> body, List<Segment> otherwise) implements LoopSegment {

        public For {
            body = List.copyOf(body);
            otherwise = List.copyOf(otherwise);
        }

        @Override
        public void print(Scope scope, Output output) {
            output.lacks(loop.collection(), scope);
            if (!repeat(loop.name(), loop.items(scope), body, scope, output)) {
                Segment.printAll(otherwise, scope, output);
            }
        }
    }

    /** {@code {% tablerow item in collection cols: 2 %} … {% endtablerow %}}: rows and cells of a table. */
    record TableRow(Loop loop, Optional<Expression> columns, List<Segment> body) implements LoopSegment {

        public TableRow {
            body = List.copyOf(body);
        }

        @Override
        public void print(Scope scope, Output output) {
            output.lacks(loop.collection(), scope);
            var items = loop.items(scope);
            var frame = scope.enter(loop.name(), items.size());
            frame.setColumns(columns.map(count -> Math.max(1, Numbers.integer(count.in(scope))))
                    .orElse(Math.max(1, items.size())));
            output.add("<tr class=\"row1\">\n");
            for (var at = 0; at < items.size(); at++) {
                scope.budget().step();
                frame.move(at, items.get(at));
                cell(frame, scope, output);
                if (scope.endsLoop()) {
                    break;
                }
            }
            output.add("</tr>\n");
            scope.leave(frame);
        }

        private void cell(Frame frame, Scope scope, Output output) {
            output.add("<td class=\"col" + frame.column() + "\">");
            Segment.printAll(body, scope, output);
            output.add("</td>");
            if (frame.isRowEnd()) {
                output.add("</tr>\n<tr class=\"row" + frame.nextRow() + "\">");
            }
        }
    }
}
