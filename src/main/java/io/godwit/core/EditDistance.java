package io.godwit.core;

/**
 * Counts the typing mistakes between two words: a character left out, inserted or replaced, or two neighbours swapped (optimal
 * string alignment, the restricted Damerau–Levenshtein distance).
 */
public final class EditDistance {

    private EditDistance() {}

    public static int between(String from, String to) {
        var cost = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                cost[i][j] = Math.min(cheapest(cost, i, j, from, to), swapped(cost, i, j, from, to));
            }
        }
        return cost[from.length()][to.length()];
    }

    private static int cheapest(int[][] cost, int i, int j, String from, String to) {
        if (i == 0 || j == 0) {
            return i + j;
        }
        var mistaken = cost[i - 1][j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        return Math.min(mistaken, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
    }

    private static int swapped(int[][] cost, int i, int j, String from, String to) {
        var swap = i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1);
        return swap ? cost[i - 2][j - 2] + 1 : Integer.MAX_VALUE;
    }
}
