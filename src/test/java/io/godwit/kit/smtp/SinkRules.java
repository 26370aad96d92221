package io.godwit.kit.smtp;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** The behaviours a sink was given, and how often each is still due. Safe from any thread. */
final class SinkRules {

    private record Rule(SinkPoint point, String prefix, SinkBehaviour behaviour, AtomicLong left) {}

    private final List<Rule> rules = new CopyOnWriteArrayList<>();
    private final Map<String, AtomicLong> addressToDone = new ConcurrentHashMap<>();

    /** For addresses that begin so. */
    void add(SinkPoint point, String prefix, SinkBehaviour behaviour, long times) {
        rules.add(new Rule(point, prefix, behaviour, new AtomicLong(times)));
    }

    void clear() {
        rules.clear();
    }

    /** The first rule for the stage that is not used up, else what the address asks for. */
    Optional<SinkBehaviour> at(SinkPoint point, String address) {
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
