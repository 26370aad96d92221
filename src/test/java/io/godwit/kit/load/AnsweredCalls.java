package io.godwit.kit.load;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The answers a caller got, to be compared with what is stored: nothing that was accepted may be missing, and nothing that
 * was refused for good may be there. What got no answer may be either. Safe to share between threads.
 */
public final class AnsweredCalls {

    private final Set<String> accepted = ConcurrentHashMap.newKeySet();
    private final Set<String> refused = ConcurrentHashMap.newKeySet();
    private final Set<String> unclear = ConcurrentHashMap.newKeySet();
    private final Set<Integer> statuses = ConcurrentHashMap.newKeySet();

    /**
     * Writes down one answer.
     *
     * @param status 2xx accepts, 4xx refuses, anything else leaves it open
     */
    public void answered(String name, int status) {
        statuses.add(status);
        switch (status / 100) {
            case 2 -> accepted.add(name);
            case 4 -> refused.add(name);
            default -> unclear.add(name);
        }
    }

    /** No answer came. */
    public void unanswered(String name) {
        unclear.add(name);
    }

    public int accepted() {
        return accepted.size();
    }

    public int unclear() {
        return unclear.size();
    }

    public int refused() {
        return refused.size();
    }

    /** Every status that was ever answered. */
    public Set<Integer> statuses() {
        return Set.copyOf(statuses);
    }

    /** Accepted and not stored: must be empty. */
    public Set<String> lost(Set<String> stored) {
        var lost = new TreeSet<>(accepted);
        lost.removeAll(stored);
        return lost;
    }

    /** Stored although it was refused or never asked for: must be empty. */
    public Set<String> uncalledFor(Set<String> stored) {
        var uncalledFor = new TreeSet<>(stored);
        uncalledFor.removeAll(accepted);
        uncalledFor.removeAll(unclear);
        return uncalledFor;
    }
}
