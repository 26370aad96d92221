package io.godwit.compare;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The texts that are different on every server and mean the same: ids, keys, tokens, times, its own address. An id of the older
 * version belongs to the id of the newer one that first stands at its place, and from then on has to stand for it everywhere.
 */
final class TokenPairs {

    private static final String TIME = "time";
    private static final String ADDRESS = "address";

    /** An instant, a date of HTTP, the address of the server, an id, a DKIM selector, a key or other token. */
    private static final Pattern TOKEN = Pattern.compile("(?<" + TIME
            + ">\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?(?:Z|[+-]\\d\\d:\\d\\d)"
            + "|[A-Z][a-z]{2}, \\d\\d [A-Z][a-z]{2} \\d{4} \\d\\d:\\d\\d:\\d\\d GMT)"
            + "|(?<" + ADDRESS + ">(?:127\\.0\\.0\\.1|localhost):\\d+)"
            + "|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
            + "|(?<=godwit-)[0-9a-f]{12}"
            + "|(?<=^|[=\"])(?:whsec_)?[A-Za-z0-9+/]{40,}={0,2}"
            + "|(?<![A-Za-z0-9_-])[ps]k_[0-9a-f]{10}(?![0-9a-f])"
            + "|(?<![A-Za-z0-9_-])(?=[A-Z0-9_-]*[a-z][a-z0-9_-]*[A-Z])[A-Za-z0-9_-]{24,}"
            + "|(?<![A-Za-z0-9_-])(?=[A-Za-z_-]*\\d)[A-Za-z0-9_-]{20,}");

    private static final Pattern DIGIT = Pattern.compile("\\d");

    private final Map<String, String> olderToNewer = new HashMap<>();
    private final Map<String, String> newerToOlder = new HashMap<>();

    /** Returns whether two texts are the same but for their tokens, and their tokens belong to each other. */
    boolean areSame(String older, String newer) {
        return older.equals(newer) || (plain(older).equals(plain(newer)) && belong(tokens(older), tokens(newer)));
    }

    /** A text whose tokens are replaced by their kinds, so that it is the same on every run. */
    static String plain(String text) {
        return TOKEN.matcher(text).replaceAll(TokenPairs::kind);
    }

    private static String kind(MatchResult token) {
        if (token.group(1) != null) {
            return DIGIT.matcher(token.group()).replaceAll("0");
        }
        return token.group(2) != null ? "<address>" : "<id>";
    }

    private static List<MatchResult> tokens(String text) {
        return TOKEN.matcher(text)
                .results()
                .filter(token -> token.group(1) == null && token.group(2) == null)
                .toList();
    }

    private boolean belong(List<MatchResult> older, List<MatchResult> newer) {
        for (var number = 0; number < older.size(); number++) {
            if (!belong(older.get(number).group(), newer.get(number).group())) {
                return false;
            }
        }
        return true;
    }

    private boolean belong(String older, String newer) {
        var expectedNewer = Optional.ofNullable(olderToNewer.putIfAbsent(older, newer));
        var expectedOlder = Optional.ofNullable(newerToOlder.putIfAbsent(newer, older));
        return expectedNewer.orElse(newer).equals(newer)
                && expectedOlder.orElse(older).equals(older);
    }
}
