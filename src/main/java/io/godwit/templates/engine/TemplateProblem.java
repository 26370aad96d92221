package io.godwit.templates.engine;

import io.godwit.core.Failure;

/**
 * An error in a template, with its place in the source.
 *
 * @param line from 1
 * @param column in UTF-16 units, from 1
 */
public record TemplateProblem(int line, int column, String sentence) {

    static TemplateProblem at(String source, int offset, String sentence) {
        var line = 1
                + (int) source.substring(0, offset)
                        .chars()
                        .filter(character -> character == '\n')
                        .count();
        return new TemplateProblem(line, offset - source.lastIndexOf('\n', offset - 1), sentence);
    }

    /** The refusal of a template whose field this was found in. */
    public Failure in(String field) {
        var where = sentence + " (line " + line + ", column " + column + ")";
        return Failure.invalid(field, "custom", where)
                .with("field", field)
                .with("line", line)
                .with("column", column);
    }
}
