package io.godwit.delivery.shaping;

import io.godwit.delivery.shaping.ShapingState.RuleLimit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Counts the replies that match a rule, and holds the limits of the rules in force. */
final class ReplyRuleCounter {

    private static final Duration HOUR = Duration.ofHours(1);

    private final Map<ReplyRule, Deque<Instant>> ruleToReplies = new HashMap<>();
    private final List<RuleLimit> limits = new ArrayList<>();

    /** Continues with stored limits; a rule that is no longer in the file keeps its limits until they end. */
    void restore(List<RuleLimit> stored) {
        limits.addAll(stored);
    }

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
        limits.removeIf(limit -> limit.rule().equals(rule.name()));
        if (rule.rate().isPresent() || rule.connections().isPresent()) {
            limits.add(new RuleLimit(rule.name(), rule.rate(), rule.connections(), now.plus(rule.lasts())));
        }
        return true;
    }

    /** Sets the limit, unless that of its rule is in force; returns whether it begins now. */
    boolean begin(RuleLimit limit, Instant now) {
        return limits(now).stream().noneMatch(other -> other.rule().equals(limit.rule())) && limits.add(limit);
    }

    /** Returns the limits in force. */
    List<RuleLimit> limits(Instant now) {
        limits.removeIf(limit -> !limit.until().isAfter(now));
        return List.copyOf(limits);
    }

    Optional<Integer> rate(Instant now) {
        return smallest(RuleLimit::rate, now);
    }

    Optional<Integer> connections(Instant now) {
        return smallest(RuleLimit::connections, now);
    }

    private Optional<Integer> smallest(Function<RuleLimit, Optional<Integer>> value, Instant now) {
        return limits.isEmpty()
                ? Optional.empty()
                : limits(now).stream().map(value).flatMap(Optional::stream).min(Comparator.naturalOrder());
    }

    void clear() {
        limits.clear();
        ruleToReplies.clear();
    }
}
