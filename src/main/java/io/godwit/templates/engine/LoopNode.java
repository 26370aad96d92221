package io.godwit.templates.engine;

import io.godwit.templates.filters.Numbers;
import java.util.List;
import java.util.Optional;

/** A loop of Liquid. */
sealed interface LoopNode extends TemplateNode {

    /** Prints the body once for each item; answers whether there was any. */
    static boolean repeat(String name, List<?> items, List<TemplateNode> body, RenderScope scope, RenderBuffer buffer) {
        var frame = scope.enter(name, items.size());
        for (var at = 0; at < items.size(); at++) {
            scope.budget().step();
            frame.move(at, items.get(at));
            TemplateNode.printAll(body, scope, buffer);
            if (scope.endsLoop()) {
                break;
            }
        }
        scope.leave(frame);
        return !items.isEmpty();
    }

    /** {@code {% for item in collection %} … {% else %} … {% endfor %}}. */
    record For(LoopSource loop, List<TemplateNode> body, List<TemplateNode> otherwise) implements LoopNode {

        public For {
            body = List.copyOf(body);
            otherwise = List.copyOf(otherwise);
        }

        @Override
        public void print(RenderScope scope, RenderBuffer buffer) {
            buffer.lacks(loop.collection(), scope);
            if (!repeat(loop.name(), loop.items(scope), body, scope, buffer)) {
                TemplateNode.printAll(otherwise, scope, buffer);
            }
        }
    }

    /** {@code {% tablerow item in collection cols: 2 %} … {% endtablerow %}}: rows and cells of a table. */
    record TableRow(LoopSource loop, Optional<Expression> columns, List<TemplateNode> body) implements LoopNode {

        public TableRow {
            body = List.copyOf(body);
        }

        @Override
        public void print(RenderScope scope, RenderBuffer buffer) {
            buffer.lacks(loop.collection(), scope);
            if (loop.collection().in(scope) != null) {
                printRows(scope, buffer);
            }
        }

        private void printRows(RenderScope scope, RenderBuffer buffer) {
            var items = loop.items(scope);
            var frame = scope.enter(loop.name(), items.size());
            frame.setColumns(columns.flatMap(expression -> Optional.ofNullable(expression.in(scope)))
                    .map(count -> Math.max(1, Numbers.integer(count)))
                    .orElse(Math.max(1, items.size())));
            buffer.add("<tr class=\"row1\">\n");
            for (var at = 0; at < items.size(); at++) {
                scope.budget().step();
                frame.move(at, items.get(at));
                cell(frame, scope, buffer);
                if (scope.endsLoop()) {
                    break;
                }
            }
            buffer.add("</tr>\n");
            scope.leave(frame);
        }

        private void cell(LoopFrame frame, RenderScope scope, RenderBuffer buffer) {
            buffer.add("<td class=\"col" + frame.column() + "\">");
            TemplateNode.printAll(body, scope, buffer);
            buffer.add("</td>");
            if (frame.isRowEnd()) {
                buffer.add("</tr>\n<tr class=\"row" + frame.nextRow() + "\">");
            }
        }
    }
}
