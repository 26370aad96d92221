package io.godwit.compare;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The differences that are intended, each with its reason, and how often each was seen. */
final class IntendedChanges {

    private static final int COLUMNS = 6;

    /**
     * A line of the list. In all texts but the reason, {@code *} stands for anything.
     *
     * @param request the title of the request
     * @param where as in {@link AnswerDifference}
     */
    record Change(String route, String request, String where, String older, String newer, String reason) {

        private boolean matches(AnswerDifference difference) {
            return matches(route, difference.route())
                    && matches(request, difference.request())
                    && matches(where, difference.where())
                    && matches(older, difference.older())
                    && matches(newer, difference.newer());
        }

        private static boolean matches(String expected, String text) {
            var pattern =
                    Stream.of(expected.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
            return Pattern.compile(pattern, Pattern.DOTALL).matcher(text).matches();
        }
    }

    private final Map<Change, AtomicInteger> changeToCount = new LinkedHashMap<>();

    /** Reads lines of six columns with tabulators between them; empty ones and those that begin with {@code #} are left out. */
    IntendedChanges(List<String> lines) {
        lines.stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(IntendedChanges::change)
                .forEach(change -> changeToCount.put(change, new AtomicInteger()));
    }

    private static Change change(String line) {
        var columns = line.split("\t", -1);
        if (columns.length != COLUMNS || columns[COLUMNS - 1].isBlank()) {
            throw new IllegalArgumentException("Not six columns with a reason in the last: " + line);
        }
        return new Change(columns[0], columns[1], columns[2], columns[3], columns[4], columns[5]);
    }

    /** The change that a difference is, which is counted. */
    Optional<Change> find(AnswerDifference difference) {
        var found = changeToCount.keySet().stream()
                .filter(change -> change.matches(difference))
                .findFirst();
        found.ifPresent(change -> changeToCount.get(change).incrementAndGet());
        return found;
    }

    Map<Change, AtomicInteger> counts() {
        return changeToCount;
    }

    /** The lines of the list that no difference was. */
    List<Change> unseen() {
        return changeToCount.entrySet().stream()
                .filter(entry -> entry.getValue().get() == 0)
                .map(Map.Entry::getKey)
                .toList();
    }
}
