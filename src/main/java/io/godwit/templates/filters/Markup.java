package io.godwit.templates.filters;

/** HTML that is printed as it is: the author's own text, or values that have been escaped already. */
public record Markup(String html) {

    @Override
    public String toString() {
        return html;
    }
}
