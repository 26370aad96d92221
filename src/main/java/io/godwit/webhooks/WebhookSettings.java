package io.godwit.webhooks;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * How calls are made.
 *
 * @param allow what is called although it is not public: ranges such as {@code 10.0.0.0/8}, and {@code host:port}
 * @param ownPorts where this system listens; never called
 * @param timeout of one attempt, from the look-up of the name to the end of the answer
 * @param giveUp age at which a call that always fails is given up
 * @param atOnce calls under way on this node
 * @param perServer of them, those of one project to one host and port
 * @param failures in a row that close a lane
 * @param pace how many times faster than in life everything is repeated; for tests
 * @param drain how long a stopping node waits for calls under way
 * @param kept how long attempts stay; zero means for ever
 */
public record WebhookSettings(
        List<String> allow,
        Set<Integer> ownPorts,
        Duration timeout,
        Duration giveUp,
        int atOnce,
        int perServer,
        int failures,
        int pace,
        Duration drain,
        Duration kept) {

    /** Of one poll. */
    private static final Duration POLL = Duration.ofSeconds(1);

    public WebhookSettings {
        allow = List.copyOf(allow);
        ownPorts = Set.copyOf(ownPorts);
        AddressAllowList.of(allow);
    }

    /** The same, when each is a range, an address or {@code host:port}; fails otherwise. */
    public static List<String> allowed(List<String> texts) {
        AddressAllowList.of(texts);
        return texts;
    }

    /** Longer than any attempt with its record can take: nothing has to be renewed. */
    Duration lease() {
        return timeout.multipliedBy(2).plusSeconds(20);
    }

    Duration poll() {
        return POLL.dividedBy(Math.min(pace, 20));
    }
}
