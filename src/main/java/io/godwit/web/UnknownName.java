package io.godwit.web;

import io.godwit.core.Failure.Issue;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Writes the error for an unknown member or query parameter, and suggests the known name that is spelled most like it. */
public final class UnknownName {

    /** The code of Zod, whose issue codes clients of this API family know. */
    private static final String CODE = "unrecognized_keys";

    /** The most characters of a name that are repeated to the caller and compared; known names are shorter. */
    private static final int MAX_LENGTH = 64;

    private UnknownName() {}

    static Issue member(String prefix, String name, Set<String> known) {
        return issue(prefix, name, "Unknown member", known);
    }

    public static Issue parameter(String name, Set<String> known) {
        return issue("", name, "Unknown query parameter", known);
    }

    private static Issue issue(String prefix, String name, String what, Set<String> known) {
        var shown = name.length() > MAX_LENGTH ? name.substring(0, MAX_LENGTH) : name;
        return Issue.of(prefix + shown, CODE, what + hint(shown, known));
    }

    private static String hint(String name, Set<String> known) {
        if (known.isEmpty()) {
            return "; none is known here";
        }
        return nearest(name, known)
                .map(near -> "; did you mean " + near + "?")
                .orElseGet(() -> "; known are " + String.join(", ", new TreeSet<>(known)));
    }

    /**
     * Finds the nearest known name, without regard to case and to the marks between words; a name is not near when more than half
     * of its letters differ.
     */
    static Optional<String> nearest(String name, Set<String> known) {
        var characters = alphanumerics(name);
        return known.stream()
                .filter(candidate -> isLike(characters, alphanumerics(candidate)))
                .min(Comparator.<String>comparingInt(candidate -> distance(characters, alphanumerics(candidate)))
                        .thenComparing(Comparator.naturalOrder()));
    }

    private static String alphanumerics(String name) {
        return name.replaceAll("[_.\\- ]", "").toLowerCase(Locale.ROOT);
    }

    private static boolean isLike(String one, String other) {
        return 2 * distance(one, other) <= Math.max(one.length(), other.length());
    }

    /** Letters to add, drop or change, and neighbours to swap, until one is the other (optimal string alignment). */
    private static int distance(String one, String other) {
        var costs = new int[one.length() + 1][other.length() + 1];
        for (var i = 0; i <= one.length(); i++) {
            for (var j = 0; j <= other.length(); j++) {
                costs[i][j] = i == 0 || j == 0 ? i + j : cost(costs, one, other, i, j);
            }
        }
        return costs[one.length()][other.length()];
    }

    private static int cost(int[][] costs, String one, String other, int i, int j) {
        var change = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
        var cost = Math.min(costs[i - 1][j - 1] + change, Math.min(costs[i - 1][j], costs[i][j - 1]) + 1);
        var swapped =
                i > 1 && j > 1 && one.charAt(i - 1) == other.charAt(j - 2) && one.charAt(i - 2) == other.charAt(j - 1);
        return swapped ? Math.min(cost, costs[i - 2][j - 2] + 1) : cost;
    }
}
