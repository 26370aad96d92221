package io.godwit.core;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Remembers the causes of failures in a row, so that each is logged loudly once. Two failures have the same cause when their class
 * and message are the same but for words with digits, such as the ids of rows.
 *
 * <p>All its state belongs to the context it is used on.
 */
final class DistinctCauses {

    /** Causes that are not the same each time must not fill the log. */
    private static final int MAX_CAUSES = 5;

    private static final Pattern WORD_WITH_DIGIT = Pattern.compile("(?<!\\S)\\S*\\d\\S*");

    private final Set<String> causes = new HashSet<>();

    /** Adds a cause; returns true when it is a new one, and false also when there are too many. */
    boolean add(Throwable cause) {
        return causes.size() < MAX_CAUSES && causes.add(key(cause));
    }

    private static String key(Throwable cause) {
        return cause.getClass().getName()
                + WORD_WITH_DIGIT.matcher(String.valueOf(cause.getMessage())).replaceAll("");
    }

    boolean isEmpty() {
        return causes.isEmpty();
    }

    /** Removes all causes, after a success. */
    void clear() {
        causes.clear();
    }
}
