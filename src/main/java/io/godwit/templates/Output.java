package io.godwit.templates;

import io.godwit.core.Html;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What has been printed so far, and how much more may be. Once a bound is passed nothing is added any more. */
final class Output {

    /** A few hundred milliseconds of work; a newsletter takes some thousand steps. */
    static final int MAX_STEPS = 2_000_000;

    /** Nobody mends more at once. */
    private static final int MOST_LACKING = 1_000;

    private final StringBuilder text = new StringBuilder();
    private final int maxCharacters;
    private final boolean escaping;
    private final @Nullable Set<String> lacking;
    private int steps;
    private boolean cut;

    Output(int maxCharacters, boolean escaping) {
        this(maxCharacters, escaping, null);
    }

    /** Notes the names of values that are lacking, in the order in which they are met. */
    Output(int maxCharacters, boolean escaping, @Nullable Set<String> lacking) {
        this.maxCharacters = maxCharacters;
        this.escaping = escaping;
        this.lacking = lacking;
    }

    /** A placeholder had no value. */
    void lacks(String name) {
        if (lacking != null && lacking.size() < MOST_LACKING) {
            lacking.add(name);
        }
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
        add(escaping ? Html.escape(value) : value);
    }

    boolean isCut() {
        return cut;
    }

    String text() {
        return text.toString();
    }
}
