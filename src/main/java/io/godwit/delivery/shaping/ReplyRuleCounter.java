package io.godwit.delivery.shaping;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Counts the replies that match a rule, and holds the limits of the rules in force. */
final class ReplyRuleCounter {

    private static final Duration HOUR = Duration.ofHours(1);

    private final Map<ReplyRule, Deque<Instant>> ruleToReplies = new HashMap<>();
    private final Map<ReplyRule, Instant> ruleToEnd = new HashMap<>();

    /** Counts one reply; returns whether the rule's limits begin now. */
    boolean triggers(ReplyRule rule, Instant now) {
        var replies = ruleToReplies.computeIfAbsent(rule, ignored -> new ArrayDeque<>());
        replies.addLast(now);
        while (replies.size() > rule.times() || replies.getFirst().isBefore(now.minus(HOUR))) {
            replies.removeFirst();
        }
        if (replies.size() < rule.times()) {
            return false;
        }
        replies.clear();
        ruleToEnd.put(rule, now.plus(rule.lasts()));
        return true;
    }

    Optional<Integer> rate(Instant now) {
        return smallest(ReplyRule::rate, now);
    }

    Optional<Integer> connections(Instant now) {
        return smallest(ReplyRule::connections, now);
    }

    private Optional<Integer> smallest(Function<ReplyRule, Optional<Integer>> limit, Instant now) {
        if (ruleToEnd.isEmpty()) {
            return Optional.empty();
        }
        ruleToEnd.values().removeIf(end -> !end.isAfter(now));
        return ruleToEnd.keySet().stream().map(limit).flatMap(Optional::stream).min(Comparator.naturalOrder());
    }

    void clear() {
        ruleToEnd.clear();
        ruleToReplies.clear();
    }
}
