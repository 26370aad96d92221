package io.godwit.fuzz;

import java.util.Objects;

/** Throws an {@link AssertionError}, which a fuzzer reports as a finding. Cheaper than a library of assertions, a million times. */
final class Invariant {

    private Invariant() {}

    static void holds(boolean condition, String sentence) {
        if (!condition) {
            throw new AssertionError(sentence);
        }
    }

    static void same(Object expected, Object actual, String sentence) {
        if (!Objects.equals(expected, actual)) {
            throw new AssertionError(sentence + "\nexpected: " + expected + "\nactual:   " + actual);
        }
    }

    /** Fails when a text has a CR, an LF, a NUL or another control character. */
    static void oneLine(String text, String sentence) {
        holds(text.chars().noneMatch(Character::isISOControl), sentence);
    }
}
