package io.godwit.templates.filters;

/**
 * Counts the work of one rendering. Every method throws {@link LimitExceededException} beyond the limit. Work is counted in steps
 * and not by a clock, so that every attempt of an email ends alike.
 */
public final class RenderBudget {

    /** Steps; a few hundred milliseconds of work. A newsletter takes some thousand. */
    public static final int MAX_STEPS = 2_000_000;

    /** Characters of one value a template makes; sixteen times what a contact's data may have. */
    public static final int MAX_TEXT = 1 << 20;

    /** Members of one list a template makes. */
    public static final int MAX_ITEMS = 100_000;

    /** Characters that cost as much as one step. */
    private static final int CHARACTERS_PER_STEP = 32;

    /** Comparisons of characters, in a search, that cost as much as one step. */
    private static final int COMPARISONS_PER_STEP = 256;

    private long left = MAX_STEPS;

    /** Counts one piece of work. */
    public void step() {
        charge(1);
    }

    void charge(long steps) {
        left -= steps;
        if (left < 0) {
            throw new LimitExceededException();
        }
    }

    /** Counts a text of so many characters. */
    public void text(long characters) {
        if (characters > MAX_TEXT) {
            throw new LimitExceededException();
        }
        charge(characters / CHARACTERS_PER_STEP);
    }

    /** Counts a list of so many members. */
    public void items(long items) {
        if (items > MAX_ITEMS) {
            throw new LimitExceededException();
        }
        charge(items);
    }

    /** Counts a search at its worst: every place of the text compared with all of the part. */
    public void search(String text, String part) {
        charge(1 + (long) text.length() * part.length() / COMPARISONS_PER_STEP);
    }
}
