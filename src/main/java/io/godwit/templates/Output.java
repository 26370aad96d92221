package io.godwit.templates;

/** What has been printed so far, and how much more may be. Once a bound is passed nothing is added any more. */
final class Output {

    /** A few hundred milliseconds of work; a newsletter takes some thousand steps. */
    static final int MAX_STEPS = 2_000_000;

    private final StringBuilder text = new StringBuilder();
    private final int maxCharacters;
    private final boolean escaping;
    private int steps;
    private boolean cut;

    Output(int maxCharacters, boolean escaping) {
        this.maxCharacters = maxCharacters;
        this.escaping = escaping;
    }

    /** Counts one piece of work; false when nothing more may be done. */
    boolean step() {
        if (++steps > MAX_STEPS) {
            cut = true;
        }
        return !cut;
    }

    /** Adds text of the template's author. */
    void add(String literal) {
        if (literal.length() > maxCharacters - text.length()) {
            cut = true;
        }
        if (!cut) {
            text.append(literal);
        }
    }

    /** Adds a value, escaped where this is HTML. */
    void addValue(String value) {
        add(escaping ? Escaping.html(value) : value);
    }

    boolean isCut() {
        return cut;
    }

    String text() {
        return text.toString();
    }
}
