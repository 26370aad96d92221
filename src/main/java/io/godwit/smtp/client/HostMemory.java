package io.godwit.smtp.client;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Remembers hosts for three days, at most 10,000. Safe from any thread. */
final class HostMemory {

    private static final Duration EXPIRY = Duration.ofDays(3);
    private static final int MAX_HOSTS = 10_000;

    private final Map<String, Long> hostToExpiry = new ConcurrentHashMap<>();

    void add(String host) {
        if (hostToExpiry.size() >= MAX_HOSTS) {
            var now = System.nanoTime();
            hostToExpiry.values().removeIf(expiry -> expiry - now < 0);
        }
        if (hostToExpiry.size() < MAX_HOSTS) {
            hostToExpiry.put(host, System.nanoTime() + EXPIRY.toNanos());
        }
    }

    boolean contains(String host) {
        var expiry = hostToExpiry.get(host);
        return expiry != null && expiry - System.nanoTime() > 0;
    }
}
