package io.godwit.dns;

import java.time.Duration;
import java.util.List;

/**
 * A server's answer to one question, as it is cached.
 *
 * @param lifetime how long it may be believed
 */
record Reply(Lookup<Resource> lookup, Duration lifetime) {

    /** Five seconds, so that a domain whose servers are silent is not asked by every request (RFC 2308 §7 allows 5 min). */
    static final Reply UNKNOWN = new Reply(Lookup.unknown(), Duration.ofSeconds(5));

    private static final Duration SHORTEST = Duration.ofSeconds(30);
    private static final Duration LONGEST = Duration.ofHours(1);

    static Reply found(List<Resource> records, long ttlSeconds) {
        return new Reply(new Lookup<>(Lookup.Outcome.FOUND, records), bounded(ttlSeconds));
    }

    static Reply absent(Lookup.Outcome outcome, long ttlSeconds) {
        return new Reply(new Lookup<>(outcome, List.of()), bounded(ttlSeconds));
    }

    private static Duration bounded(long ttlSeconds) {
        var ttl = Duration.ofSeconds(Math.max(0, ttlSeconds));
        if (ttl.compareTo(SHORTEST) < 0) {
            return SHORTEST;
        }
        return ttl.compareTo(LONGEST) > 0 ? LONGEST : ttl;
    }
}
