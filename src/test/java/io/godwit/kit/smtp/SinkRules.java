package io.godwit.kit.smtp;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** The behaviours a sink was given, and how often each is still due. Safe from any thread. */
final class SinkRules {

    private record Rule(SinkPoint point, String prefix, SinkBehaviour behaviour, AtomicLong left) {}

    private record Choice(SinkPoint point, Function<String, Optional<SinkBehaviour>> choice) {}

    private final List<Choice> choices = new CopyOnWriteArrayList<>();
    private final List<Rule> rules = new CopyOnWriteArrayList<>();
    private final Map<String, AtomicLong> addressToDone = new ConcurrentHashMap<>();

    /** For addresses that begin so. */
    void add(SinkPoint point, String prefix, SinkBehaviour behaviour, long times) {
        rules.add(new Rule(point, prefix, behaviour, new AtomicLong(times)));
    }

    /** For addresses that the choice has a behaviour for; asked before all rules. */
    void add(SinkPoint point, Function<String, Optional<SinkBehaviour>> choice) {
        choices.add(new Choice(point, choice));
    }

    void clear() {
        rules.clear();
        choices.clear();
    }

    /** The first rule for the stage that is not used up, else what the address asks for. */
    Optional<SinkBehaviour> at(SinkPoint point, String address) {
        var chosen = choices.stream()
                .filter(choice -> choice.point() == point)
                .flatMap(choice -> choice.choice().apply(address).stream())
                .findFirst();
        if (chosen.isPresent()) {
            return chosen;
        }
        for (var rule : rules) {
            if (rule.point() == point
                    && address.startsWith(rule.prefix())
                    && rule.left().getAndDecrement() > 0) {
                return Optional.of(rule.behaviour());
            }
        }
        return SinkBehaviour.Asked.by(address)
                .filter(asked -> asked.point() == point && done(address) <= asked.times())
                .map(SinkBehaviour.Asked::behaviour);
    }

    private long done(String address) {
        return addressToDone
                .computeIfAbsent(address, ignored -> new AtomicLong())
                .incrementAndGet();
    }
}
