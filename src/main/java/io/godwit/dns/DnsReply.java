package io.godwit.dns;

import java.time.Duration;
import java.util.List;

/**
 * A server's answer to one question, as it is cached.
 *
 * @param lifetime the time it is cached
 * @param secure whether the server says that it has validated the answer (AD, RFC 4035 §3.2.3)
 */
record DnsReply(DnsAnswer<DnsRecordData> lookup, Duration lifetime, boolean secure) {

    /**
     * The answer when no server answered, cached for five seconds, so that a domain whose servers are silent is not asked
     * by every request (RFC 2308 §7 allows 5 min).
     */
    static final DnsReply UNKNOWN = new DnsReply(DnsAnswer.unknown(), Duration.ofSeconds(5), false);

    private static final Duration MIN_TTL = Duration.ofSeconds(30);
    private static final Duration MAX_TTL = Duration.ofHours(1);

    static DnsReply found(List<DnsRecordData> records, long ttlSeconds) {
        return new DnsReply(new DnsAnswer<>(DnsAnswer.Outcome.FOUND, records), bounded(ttlSeconds), false);
    }

    static DnsReply absent(DnsAnswer.Outcome outcome, long ttlSeconds) {
        return new DnsReply(new DnsAnswer<>(outcome, List.of()), bounded(ttlSeconds), false);
    }

    /** Returns the same answer with what the server says of its validation. */
    DnsReply validated(boolean authenticData) {
        return new DnsReply(lookup, lifetime, authenticData);
    }

    private static Duration bounded(long ttlSeconds) {
        var ttl = Duration.ofSeconds(Math.max(0, ttlSeconds));
        if (ttl.compareTo(MIN_TTL) < 0) {
            return MIN_TTL;
        }
        return ttl.compareTo(MAX_TTL) > 0 ? MAX_TTL : ttl;
    }
}
